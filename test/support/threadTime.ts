/** CPU time, for tests of how long a computation takes: unlike wall time, it does not grow when the machine is busy. */
import { existsSync, readFileSync } from 'node:fs'

const statsOfThread = '/proc/thread-self/schedstat'

/** CPU milliseconds of this thread so far. Systems other than Linux have no such counter and use wall time. */
export const threadMs: () => number = existsSync(statsOfThread)
  ? () => Number(readFileSync(statsOfThread, 'latin1').split(' ')[0]) / 1_000_000
  : () => performance.now()
