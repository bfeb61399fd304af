/**
 * Copies the files of an embedded store while nothing writes to them. Requests have to wait, so this must be quick:
 * reading the rows takes many times as long and is done on the copy. The copy is on the same disk as the store. It is
 * refused if there is not enough space, because a full disk would stop the service.
 */
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

/** The default size of Node's thread pool. */
const copiesAtOnce = 4

/** Space left for the running service: a few WAL files of 16 MB. */
const spareBytes = 64 * 1024 * 1024

/** The copy failed, and no part of it is left. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

type FreeBytes = (folder: string) => Promise<number>

export async function copyCluster(
  engine: PGlite,
  folder: string,
  target: string,
  freeBytes: FreeBytes = freeBytesOf,
): Promise<void> {
  await engine.exec('checkpoint')
  const isNeeded = await walFilter(engine)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) => relative(folder, join(entry.parentPath, entry.name))
  const folders = entries.filter(entry => entry.isDirectory()).map(pathOf)
  const files = entries.filter(entry => entry.isFile()).map(pathOf)
  const needed = files.filter(isNeeded)
  await failingAsCopy(async () => {
    await requireRoom(folder, needed, () => freeBytes(dirname(target)))
    // Fails if the folder exists: two copies must never be mixed.
    await mkdir(target, { mode: 0o700 })
  })
  await failingAsCopy(async () => {
    try {
      for (const path of folders) await mkdir(join(target, path), { recursive: true, mode: 0o700 })
      await copyFiles(folder, target, needed)
    } catch (error) {
      await rm(target, { recursive: true, force: true, maxRetries: 3 })
      throw error
    }
  })
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function requireRoom(
  folder: string,
  files: readonly string[],
  freeBytes: () => Promise<number>,
): Promise<void> {
  let bytes = spareBytes
  for (const path of files) bytes += (await stat(join(folder, path))).size
  const free = await freeBytes()
  if (bytes <= free) return
  const megabytes = (count: number) => `${Math.ceil(count / 1_000_000)} MB`
  throw new CopyFailed(
    `The disk of ${dirname(folder)} has no room for a copy of the store: ${megabytes(bytes)} are needed, ${megabytes(free)} are free. Free some space, or stop the service for the backup.`,
  )
}

/** Settles only after all copying has stopped. */
async function copyFiles(folder: string, target: string, files: readonly string[]): Promise<void> {
  const waiting = files.values()
  const copyRest = async () => {
    // File systems with copy-on-write share the blocks until one of the files changes.
    for (const path of waiting)
      await copyFile(join(folder, path), join(target, path), constants.COPYFILE_FICLONE)
  }
  const copied = await Promise.allSettled(Array.from({ length: copiesAtOnce }, copyRest))
  const failed = copied.find(each => each.status === 'rejected')
  if (failed) throw failed.reason
}

async function failingAsCopy(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof CopyFailed) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CopyFailed(`The store's files cannot be copied (${code ?? message}).`, { cause: error })
  }
}

/** Skips WAL files from before the checkpoint, which are 16 MB each. */
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
