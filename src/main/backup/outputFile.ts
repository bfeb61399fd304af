/**
 * A file that appears only once it is complete: it is written under another name, readable only by its owner, and renamed
 * after a sync to disk. A backup contains all data and the hashes of passwords and keys.
 */
import { lstatSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { Failure } from '../failure.ts'
import { newMark, removeLeftBehind } from '../ownerMark.ts'

const partialSuffix = '.partial'

/** The temporary path. Different each time, so that two backups never write to the same file. */
export const newPartialPath = (path: string): string => `${path}.${newMark()}${partialSuffix}`

export interface OutputFile {
  stream: Writable
  /** Call after the stream has ended. Returns the size. */
  keep(): Promise<number>
  discard(): Promise<void>
}

export async function createOutputFile(
  path: string,
  partial: string,
  { force }: { force: boolean },
): Promise<OutputFile> {
  const requireFree = () => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return
    if (!stats.isFile())
      throw new Failure(`${path} exists and is not a regular file. Name another file.`, 'refused')
    if (!force) throw new Failure(`${path} exists. Name another file, or use --force.`, 'refused')
  }
  const file = await translated(path, async () => {
    requireFree()
    removeLeftBehind(dirname(path), `${basename(path)}.`, partialSuffix)
    return await open(partial, 'wx', 0o600)
  })
  return {
    // Synced to disk before the stream closes it.
    stream: file.createWriteStream({ flush: true }),
    keep: () =>
      translated(path, async () => {
        const { size } = await stat(partial)
        requireFree()
        await rename(partial, path)
        await syncFolder(dirname(path))
        return size
      }),
    async discard() {
      await file.close().catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}

/** Makes the rename survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function translated<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
