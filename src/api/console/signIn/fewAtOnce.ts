/** A queue for work that takes much memory and time: few at once, not too many waiting, and the rest are sent away. */
import { unavailable } from '../../errors.ts'

const waitingMax = 40

export function fewAtOnce(atOnceMax: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw unavailable('Very many are signing in just now.')
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
