/** Which paths are requested: always the same one, or one after the other and none twice. */

export interface Paths {
  /** The next paths, as many as may be needed; `used` reports how many were actually used. */
  take(countMax: number): string[]
  used(count: number): void
  /** Whether to start over with the first path once all were requested. */
  repeats: boolean
}

export const samePath = (path: string): Paths => ({
  take: () => [path],
  used: () => undefined,
  repeats: true,
})

/** One list, consumed over all rounds. */
export function neverTwice(pathOf: (index: number) => string, count: number): Paths {
  let next = 0
  return {
    take(countMax) {
      const length = Math.min(countMax, count - next)
      if (length <= 0)
        throw new Error('Every path has been requested: there is too little data for this speed.')
      return Array.from({ length }, (_, index) => pathOf(next + index))
    },
    used(count) {
      next += count
    },
    repeats: false,
  }
}

/** The same list for a server without a cache, so that the load generator does the same work. */
export const overAndOver = (pathOf: (index: number) => string, count: number): Paths => ({
  take: countMax => Array.from({ length: Math.min(countMax, count) }, (_, index) => pathOf(index)),
  used: () => undefined,
  repeats: true,
})
