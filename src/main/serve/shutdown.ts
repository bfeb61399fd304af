/** The time limit of a shutdown: requests under way, the last writes and the store's end together. */

/**
 * Above the sum of their own limits: 9 s for requests, 1.5 s for what is gathered in memory, 3 s for the store and 1 s
 * for PostgreSQL to hang up. Below the patience of service managers.
 */
export const shutdownMsMax = 15_000

/** A connection that was being opened to a server that is gone would keep the process for its whole time limit. */
const leftoversMsMax = 250

/** Whatever hangs, the process ends. What was answered with success is stored, and the next start deals with the rest. */
export async function endInTime(close: () => Promise<void>): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write(`florin: not stopped after ${shutdownMsMax / 1000} s, so it ends without waiting.\n`)
    process.exit(1)
  }, shutdownMsMax)
  try {
    await close()
  } finally {
    clearTimeout(deadline)
    setTimeout(() => process.exit(), leftoversMsMax).unref()
  }
}
