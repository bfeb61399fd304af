/**
 * Where a test run keeps its files. A run creates hundreds of databases and removes them again, which takes three times
 * as long on a disk as in memory. So this is a folder in memory if the machine has one with enough room, else the
 * system's temp folder. A TMPDIR that is set stays.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const prefix = 'florin-run-'
/** What a full run needs at most, with a margin. Containers often have 64 MB there. */
const roomBytesMin = 6 * 2 ** 30
/** For the files and the tests. */
const memoryBytesMin = 12 * 2 ** 30

/** Sets TMPDIR for this process and all that it starts, until it ends. */
export function keepTempFilesInMemory(): void {
  if (process.env.TMPDIR) return
  const folder = join(memoryFolder, `${prefix}${process.pid}`)
  try {
    if (!hasRoom()) return
    sweep()
    mkdirSync(folder)
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
    // Other users can pass through it: PostgreSQL does not run as root.
    chmodSync(folder, 0o755)
    if (canRunPrograms(folder)) process.env.TMPDIR = folder
  } catch {
    // Not every system has such a folder.
  }
}

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > roomBytesMin && process.availableMemory() > memoryBytesMin
}

/** PostgreSQL and the browser are unpacked there, which some systems forbid to run. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  try {
    execFileSync(program)
    return true
  } catch {
    return false
  } finally {
    rmSync(program)
  }
}

/** Folders of runs that were killed would take memory until the next restart of the machine. */
function sweep(): void {
  for (const name of readdirSync(memoryFolder)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue
    rmSync(join(memoryFolder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
