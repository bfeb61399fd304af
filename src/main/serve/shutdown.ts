/** The time limit of a shutdown: requests in progress, the last writes, and closing the store. */
/**
 * More than the sum of the single limits: 9 s for requests, 1.5 s for counts in memory, 3 s for the store and 1 s for
 * PostgreSQL to close its connections. Less than the time that service managers allow.
 */
export const shutdownMsMax = 15_000

/** A connection attempt to an unreachable server would otherwise keep the process alive until it times out. */
const leftoversMsMax = 250

/** Ends the process even if something hangs. Acknowledged writes are stored; the next start recovers from the rest. */
export async function endInTime(close: () => Promise<void>): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write(
      `florin: shutdown took longer than ${shutdownMsMax / 1000} s, exiting without waiting.\n`,
    )
    process.exit(1)
  }, shutdownMsMax)
  try {
    await close()
  } finally {
    clearTimeout(deadline)
    setTimeout(() => process.exit(), leftoversMsMax).unref()
  }
}
