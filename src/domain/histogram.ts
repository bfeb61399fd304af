/** Durations counted into buckets as plain numbers, so that counting one costs next to nothing. */

/** 1 ms to 30 s: what takes less is quick, and what takes longer is past every time limit. */
export const bucketSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const

export class DurationHistogram {
  /** How many fell into each bucket and not into the one before it; the last has no upper bound. */
  readonly counts: number[] = new Array(bucketSeconds.length + 1).fill(0)
  count = 0
  sumSeconds = 0

  add(ms: number): void {
    const seconds = ms / 1000
    let bucket = 0
    while (bucket < bucketSeconds.length && seconds > (bucketSeconds[bucket] as number)) bucket += 1
    this.counts[bucket] = (this.counts[bucket] as number) + 1
    this.count += 1
    this.sumSeconds += seconds
  }
}
