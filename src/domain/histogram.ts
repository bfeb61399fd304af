/** Counts durations in buckets of plain numbers, so that recording one costs next to nothing. */

/** 1 ms to 30 s: anything quicker is fast enough, and anything slower is past every timeout. */
export const bucketSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const

export class DurationHistogram {
  /** Per bucket, not cumulative; the last bucket has no upper bound. */
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
