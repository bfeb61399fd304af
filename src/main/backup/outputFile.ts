/**
 * A file that is there whole or not at all: written under another name, for its owner only, and renamed once the disk
 * has it. A backup holds the hashes of passwords and keys, and all of the data.
 */
import { lstatSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { Failure } from '../failure.ts'
import { newMark, removeLeftBehind } from '../ownerMark.ts'

const partialSuffix = '.partial'

/** Where a file is written until it is whole. Another name each time, so that two backups never write to one file. */
export const newPartialPath = (path: string): string => `${path}.${newMark()}${partialSuffix}`

export interface OutputFile {
  stream: Writable
  /** After the stream has ended. Gives its size. */
  keep(): Promise<number>
  discard(): Promise<void>
}

export async function createOutputFile(
  path: string,
  partial: string,
  { force }: { force: boolean },
): Promise<OutputFile> {
  const refuseOther = () => {
    const facts = lstatSync(path, { throwIfNoEntry: false })
    if (facts === undefined) return
    if (!facts.isFile()) throw new Failure(`${path} exists and is not a plain file. Name another file.`)
    if (!force) throw new Failure(`${path} exists. Name another file, or use --force.`)
  }
  const file = await translated(path, async () => {
    refuseOther()
    removeLeftBehind(dirname(path), `${basename(path)}.`, partialSuffix)
    return await open(partial, 'wx', 0o600)
  })
  return {
    // It is closed with the stream, and before that the disk has it.
    stream: file.createWriteStream({ flush: true }),
    keep: () =>
      translated(path, async () => {
        const { size } = await stat(partial)
        refuseOther()
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

/** Only then does the new name survive a loss of power. */
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
