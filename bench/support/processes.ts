/** What processes cost, read from /proc on Linux; null elsewhere. */
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

interface ProcessFacts {
  pid: number
  parent: number
  /** Including children that have exited, so that the sum over a tree never shrinks. */
  cpuSeconds: number
}

/** User and system time of the process and all its descendants. */
export function cpuSecondsOf(pid: number): number | null {
  const tree = processTree(pid)
  return tree?.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) ?? null
}

/** Resident memory of the process and all its descendants. */
export function residentMegabytesOf(pid: number): number | null {
  const tree = processTree(pid)
  return tree?.reduce((sum, each) => sum + residentMegabytes(each.pid), 0) ?? null
}

function processTree(root: number): ProcessFacts[] | null {
  const all = allProcesses()
  const first = all?.find(({ pid }) => pid === root)
  if (!all || !first) return null
  const tree = [first]
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

function allProcesses(): ProcessFacts[] | null {
  try {
    const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
    return pids.flatMap(pid => factsOf(Number(pid)) ?? [])
  } catch {
    return null
  }
}

function factsOf(pid: number): ProcessFacts | null {
  try {
    // A program's name is in brackets and may contain anything; the numbers come after it.
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').map(Number)
    const [, parent = 0] = fields
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    return { pid, parent, cpuSeconds: ticks / ticksPerSecond }
  } catch {
    return null // It exited in the meantime.
  }
}

/** The most that the process has had resident so far; null outside Linux. */
export const peakMegabytesOf = (pid: number): number | null => megabytesIn(pid, /^VmHWM:\s+(\d+)/m) || null

const residentMegabytes = (pid: number): number => megabytesIn(pid, /^VmRSS:\s+(\d+)/m)

function megabytesIn(pid: number, pattern: RegExp): number {
  try {
    const [, kilobytes = '0'] = pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
