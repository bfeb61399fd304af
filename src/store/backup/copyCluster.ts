/**
 * Copies the files of an embedded store while nothing writes to them. Requests wait for that, so it has to be quick:
 * reading the rows takes many times as long, and is done on the copy.
 */
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

/** As many as Node works on at once. */
const copiesAtOnce = 4

export async function copyCluster(engine: PGlite, folder: string, target: string): Promise<void> {
  await engine.exec('checkpoint')
  const isNeeded = await walFilter(engine)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  const pathOf = (entry: (typeof entries)[number]) => relative(folder, join(entry.parentPath, entry.name))
  for (const entry of entries) {
    if (entry.isDirectory()) await mkdir(join(target, pathOf(entry)), { recursive: true, mode: 0o700 })
  }
  const files = entries.filter(entry => entry.isFile()).map(pathOf)
  const waiting = files.filter(isNeeded).values()
  const copyRest = async () => {
    // Where the file system can, the copy shares its blocks with the original until one of them changes.
    for (const path of waiting)
      await copyFile(join(folder, path), join(target, path), constants.COPYFILE_FICLONE)
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, copyRest))
}

/** Of the log, 16 MB for each file, only what follows the checkpoint is needed. */
async function walFilter(engine: PGlite): Promise<(path: string) => boolean> {
  const { rows } = await engine.query<{ first: string; last: string }>(
    `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
     from pg_control_checkpoint()`,
  )
  const { first = '', last = '' } = rows[0] ?? {}
  return path => {
    const name = basename(path)
    const isLog = basename(dirname(path)) === 'pg_wal' && /^[0-9A-F]{24}$/.test(name)
    return !isLog || (name >= first && name <= last)
  }
}
