/** Removes group and other permissions from a folder and everything in it. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const others = 0o077

export const isOpenToOthers = (path: string): boolean => (lstatSync(path).mode & others) !== 0

/** The folder comes first: once it is closed, nobody gets to the rest. */
export function closeFolder(path: string): void {
  closeEntry(path)
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) closeEntry(join(path, entry))
}

/** A link is left alone, as what it leads to may not be ours. So is what belongs to another user, or has just gone. */
function closeEntry(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts === undefined || facts.isSymbolicLink() || (facts.mode & others) === 0) return
  try {
    chmodSync(path, facts.mode & 0o700)
  } catch (error) {
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
