/** Runs work a few at a time, in the order in which it was given. */
export function inTurns(atOnceMax: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) await new Promise<void>(settle => waiting.push(settle))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
