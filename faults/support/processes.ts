/** What processes use and have open, read from /proc. Knows nothing on systems other than Linux. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The kernel's unit in /proc, which is the same on every Linux. */
const ticksPerSecond = 100

/** The CPU share of each group since the last call. */
export function watchBusy(groups: Record<string, () => number[]>): () => string {
  let last = ticksOf(groups)
  let lastMs = performance.now()
  return () => {
    const now = ticksOf(groups)
    const nowMs = performance.now()
    const ticks = ((nowMs - lastMs) / 1000) * ticksPerSecond
    const texts = Object.entries(now).map(([name, used]) => {
      const share = Math.max(0, used - (last[name] ?? 0)) / Math.max(1, ticks)
      return `${name} ${Math.round(share * 100)} %`
    })
    last = now
    lastMs = nowMs
    return texts.join(', ')
  }
}

function ticksOf(groups: Record<string, () => number[]>): Record<string, number> {
  const sums = Object.entries(groups).map(([name, pids]) => [
    name,
    pids().reduce((sum, pid) => sum + ticksOfProcess(pid), 0),
  ])
  return Object.fromEntries(sums)
}

function ticksOfProcess(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in brackets, which may contain spaces. User and system time are the 14th
    // and 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** What a process has open besides its standard streams: paths, and `socket:[…]`. */
export function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  try {
    const names = readdirSync(folder).filter(name => Number(name) > 2)
    return names.map(name => linkOf(`${folder}/${name}`))
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed in the meantime.
    return ''
  }
}
