/** Measures for how long a piece of work occupied this thread's event loop without a break. */
import { threadMs } from './threadTime.ts'

async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = threadMs()
  let isOver = false
  const tick = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return Math.max(longest, threadMs() - last)
}

const triesMax = 6

/**
 * The shortest of several tries, until one is below the limit. A garbage collection may stop the thread now and then;
 * work that really takes long does so every time.
 */
export async function heldMs(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < triesMax && shortest > limitMs; tries += 1) {
    shortest = Math.min(shortest, await longestStretchMs(work))
  }
  return shortest
}
