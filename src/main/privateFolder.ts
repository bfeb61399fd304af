/** Removes group and other permissions from a folder and everything in it. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const others = 0o077

export const isOpenToOthers = (path: string): boolean => (lstatSync(path).mode & others) !== 0

/** Starts with the folder itself: once it is private, nobody else can reach its contents. */
export function makePrivate(path: string): void {
  makeEntryPrivate(path)
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    makeEntryPrivate(join(path, entry))
}

/** Skips symbolic links, whose target may not be ours, files of other users, and files that have just been deleted. */
function makeEntryPrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isSymbolicLink() || (stats.mode & others) === 0) return
  try {
    chmodSync(path, stats.mode & 0o700)
  } catch (error) {
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
