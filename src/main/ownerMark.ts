/**
 * Names for a backup's temporary files. Each includes a mark of its process, so that two backups never share a name, and
 * a later backup can tell which files a killed one left behind.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './isAlive.ts'

/**
 * No backup takes this long. Process ids from other machines and containers mean nothing here, so for their files age is
 * the only indication.
 */
const backupMsMax = 24 * 60 * 60 * 1000

/** Containers often have the same process ids, but different host names. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const markPattern = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{8}$/

/** Marks made by this process. */
const own = new Set<string>()

export function newMark(): string {
  const mark = `${host}-${process.pid}-${randomBytes(4).toString('hex')}`
  own.add(mark)
  return mark
}

/** Removes files and folders named `prefix`, mark, `suffix` that no running process owns. Errors are ignored. */
export function removeLeftBehind(folder: string, prefix: string, suffix: string, nowMs = Date.now()): void {
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue
      const mark = markPattern.exec(name.slice(prefix.length, name.length - suffix.length))
      if (mark === null || own.has(mark[0])) continue
      const path = join(folder, name)
      const mayBeNeeded = mark[1] !== host || isOther(Number(mark[2]))
      if (!mayBeNeeded || ageMs(path, nowMs) > backupMsMax) rmSync(path, { recursive: true, force: true })
    }
  } catch {
    // A problem with the folder is reported when it is used.
  }
}

/** A mark with our own process id that we did not make is from before a restart. */
const isOther = (pid: number): boolean => pid !== process.pid && isAlive(pid)

function ageMs(path: string, nowMs: number): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? 0 : nowMs - stats.mtimeMs
}
