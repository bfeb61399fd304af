/**
 * A file that is there whole or not at all: written under another name, for its owner only, and renamed once the disk
 * has it. A backup holds the hashes of passwords and keys, and all of the data.
 */
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { Failure } from '../failure.ts'

/** Where a file is written until it is whole. */
export const partialPath = (path: string): string => `${path}.partial`

export interface OutputFile {
  stream: Writable
  /** After the stream has ended. Gives its size. */
  keep(): Promise<number>
  discard(): Promise<void>
}

export async function createOutputFile(path: string, { force }: { force: boolean }): Promise<OutputFile> {
  const partial = partialPath(path)
  const refuseOther = () => {
    if (!force && existsSync(path)) throw new Failure(`${path} exists. Name another file, or use --force.`)
  }
  refuseOther()
  const file = await translated(path, async () => {
    // One that is left by a backup that was killed.
    await rm(partial, { force: true })
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
