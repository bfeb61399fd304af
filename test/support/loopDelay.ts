/** How long the event loop of this thread was held at one stretch while some work was done. */

async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return Math.max(longest, performance.now() - last)
}

const triesMax = 6

/**
 * The shortest of several tries, until one is below the limit. A busy machine or a collection of garbage may stop the
 * thread now and then; work that really takes long does so every time.
 */
export async function heldMs(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < triesMax && shortest > limitMs; tries += 1) {
    shortest = Math.min(shortest, await longestStretchMs(work))
  }
  return shortest
}
