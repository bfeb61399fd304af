/**
 * Temporary folders for files that are too large for memory. A process that is killed leaves its folders behind, so each
 * name says which process it belongs to, and the next start removes those of processes that have ended.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Deletes the folder when the work is done. */
export async function withScratchFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  // mkdtemp creates a folder that only its owner can access.
  const folder = await mkdtemp(join(tmpdir(), `${scratchName(process.pid)}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Machines and containers may share a temporary folder, but not their process ids. */
const host = hash('sha256', hostname(), 'hex').slice(0, 8)

export const scratchName = (pid: number): string => `florin-scratch-${host}-${pid}-${startOf(pid)}`

const scratchPattern = /^florin-scratch-([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-\w{1,20}$/

/**
 * When a process started, in clock ticks since boot, because process ids are reused. Zero if the system does
 * not say; a folder is then kept for as long as any process has the id.
 */
function startOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses and may contain spaces; the start time is the 22nd
    // field.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}

/** Removes folders left behind by ended processes of this machine, and returns how many. */
export async function sweepScratchFolders(): Promise<number> {
  const names = await readdir(tmpdir()).catch(() => [])
  let removed = 0
  for (const name of names) {
    const [, owner, pid = '', start = ''] = scratchPattern.exec(name) ?? []
    if (owner !== host || isRunning(Number(pid), start)) continue
    if (await removeOwn(join(tmpdir(), name))) removed += 1
  }
  return removed
}

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Any other failure means that the process exists but belongs to someone else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = startOf(pid)
  return now === '0' || start === '0' || now === start
}

/** Skips a folder that belongs to another user, or that another process has just removed. */
async function removeOwn(folder: string): Promise<boolean> {
  try {
    const { uid } = await lstat(folder)
    if (process.getuid !== undefined && uid !== process.getuid()) return false
    await rm(folder, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
