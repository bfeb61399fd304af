/** Which paths are asked for: one and the same, or one after the other and none of them twice. */

export interface Paths {
  /** The next paths, as many as there may be use for; those that were really used are told by `used`. */
  take(countMax: number): string[]
  used(count: number): void
  /** Whether they may be asked again from the first one on, once all were. */
  repeats: boolean
}

export const samePath = (path: string): Paths => ({
  take: () => [path],
  used: () => undefined,
  repeats: true,
})

/** One list, used up over all rounds. */
export function neverTwice(pathOf: (index: number) => string, count: number): Paths {
  let next = 0
  return {
    take(countMax) {
      const length = Math.min(countMax, count - next)
      if (length <= 0) throw new Error('Every path has been asked for: the data is too small for this speed.')
      return Array.from({ length }, (_, index) => pathOf(next + index))
    },
    used(count) {
      next += count
    },
    repeats: false,
  }
}

/** The same list for a server that remembers nothing, so that the load tool has the same work with it. */
export const overAndOver = (pathOf: (index: number) => string, count: number): Paths => ({
  take: countMax => Array.from({ length: Math.min(countMax, count) }, (_, index) => pathOf(index)),
  used: () => undefined,
  repeats: true,
})
