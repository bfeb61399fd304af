/** CPU time, for tests of how long a computation takes: unlike wall time, it does not grow when the machine is busy. */
import { existsSync, openSync, readSync } from 'node:fs'

const statsOfThread = '/proc/thread-self/schedstat'
/** It begins with the nanoseconds of this thread, and is three numbers long. */
const line = Buffer.alloc(80)

/** Opened once by each thread: to open it for each look takes ten times as long, and `heldMs` looks at every turn. */
function counterOfThread(): () => number {
  const stats = openSync(statsOfThread, 'r')
  return () =>
    Number.parseInt(line.toString('latin1', 0, readSync(stats, line, 0, line.length, 0)), 10) / 1_000_000
}

/** CPU milliseconds of this thread so far. Systems other than Linux have no such counter and use wall time. */
export const threadMs: () => number = existsSync(statsOfThread) ? counterOfThread() : () => performance.now()
