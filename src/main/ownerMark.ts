/**
 * Names for what a backup leaves on the disk until it ends. Each has the mark of its process, so that two backups never
 * share one, and a later backup knows what a killed one has left.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './isAlive.ts'

/** No backup takes this long. For those of other machines and containers there is no better sign: their process numbers mean nothing here. */
const backupMsMax = 24 * 60 * 60 * 1000

/** Containers have host names of their own, and often the same process numbers. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const markPattern = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{8}$/

/** Marks that this process has made. */
const own = new Set<string>()

export function newMark(): string {
  const mark = `${host}-${process.pid}-${randomBytes(4).toString('hex')}`
  own.add(mark)
  return mark
}

/** Removes files and folders named `prefix`, mark, `suffix` that no process needs any more, as far as it may. */
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
    // Whoever needs the folder will say what is wrong with it.
  }
}

/** Whether another process has this number. A name with our own number that is not ours is from before a restart. */
const isOther = (pid: number): boolean => pid !== process.pid && isAlive(pid)

function ageMs(path: string, nowMs: number): number {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts === undefined ? 0 : nowMs - facts.mtimeMs
}
