/** Moves a file into a folder without overwriting another: if needed, a number is added to its name. */
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'

const numbersMax = 10_000

/** The same as long as the file has not changed. */
async function fingerprintOf(path: string): Promise<string | null> {
  try {
    const stats = await lstat(path)
    return stats.isFile() ? `${stats.size} ${stats.mtimeMs}` : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Returns the new path, and writes `note` to a text file next to it. Null if the file is gone, or if the fingerprint does
 * not match because someone has replaced it with a new file that has not been imported yet.
 */
export async function moveAway(
  path: string,
  folder: string,
  fingerprint: string,
  note: string | null,
): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  const target = await reserveName(basename(path), folder, note !== null)
  try {
    await rename(path, target)
  } catch (error) {
    await releaseName(target, note !== null)
    if (isGone(error)) return null
    throw error
  }
  if ((await fingerprintOf(target)) !== fingerprint) {
    // The file was replaced meanwhile. Move it back under a free name, so that it is imported too.
    await rename(target, await reserveName(basename(path), dirname(path), false))
    if (note !== null) await rm(noteOf(target), { force: true })
    return null
  }
  if (note !== null) await writeFile(noteOf(target), note)
  return target
}

const noteOf = (path: string): string => `${path}.txt`

/** Reserves a name with an empty file, because a rename would silently overwrite another process's file. */
async function reserveName(name: string, folder: string, withNote: boolean): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; number <= numbersMax; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`)
    if (!(await reserve(path))) continue
    if (!withNote || (await reserve(noteOf(path)))) return path
    await rm(path, { force: true })
  }
  throw new Error(`${folder} has ${numbersMax} files with that name`)
}

async function releaseName(path: string, withNote: boolean): Promise<void> {
  await rm(path, { force: true })
  if (withNote) await rm(noteOf(path), { force: true })
}

/** Returns whether the name was free; it is now reserved. */
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
