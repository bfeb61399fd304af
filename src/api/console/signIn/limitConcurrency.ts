/** Limits expensive work: runs a few at once, lets a limited number wait, and rejects the rest. */
import { unavailable } from '../../errors.ts'

const waitingMax = 40

export function limitConcurrency(atOnceMax: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw unavailable('Too many people are signing in at the moment.')
      await new Promise<void>(settle => waiting.push(settle))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
