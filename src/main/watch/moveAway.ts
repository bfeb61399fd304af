/** Moves a file into a folder without ever overwriting one that is there: a number is added to its name. */
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'

const numbersMax = 10_000

/** What tells a file that has not changed. */
async function fingerprintOf(path: string): Promise<string | null> {
  try {
    const facts = await lstat(path)
    return facts.isFile() ? `${facts.size} ${facts.mtimeMs}` : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Gives the new path, with `note` in a text file beside it. Null where the file is gone, or is another one than the
 * fingerprint tells: somebody has put a new one in its place, which nobody has looked at yet.
 */
export async function moveAway(
  path: string,
  folder: string,
  fingerprint: string,
  note: string | null,
): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  const target = await takeName(basename(path), folder, note !== null)
  try {
    await rename(path, target)
  } catch (error) {
    await giveBackName(target, note !== null)
    if (isGone(error)) return null
    throw error
  }
  if ((await fingerprintOf(target)) !== fingerprint) {
    // It was exchanged meanwhile: it goes back to be looked at, under a name that is free.
    await rename(target, await takeName(basename(path), dirname(path), false))
    if (note !== null) await rm(noteOf(target), { force: true })
    return null
  }
  if (note !== null) await writeFile(noteOf(target), note)
  return target
}

const noteOf = (path: string): string => `${path}.txt`

/** An empty file holds the name, since moving would silently replace what another process puts there meanwhile. */
async function takeName(name: string, folder: string, withNote: boolean): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; number <= numbersMax; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`)
    if (!(await reserve(path))) continue
    if (!withNote || (await reserve(noteOf(path)))) return path
    await rm(path, { force: true })
  }
  throw new Error(`${folder} has ${numbersMax} files of that name`)
}

async function giveBackName(path: string, withNote: boolean): Promise<void> {
  await rm(path, { force: true })
  if (withNote) await rm(noteOf(path), { force: true })
}

/** True where the name was free, and is held now. */
async function reserve(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx')
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
