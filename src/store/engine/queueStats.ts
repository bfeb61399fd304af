/** Counts the callers of the embedded store, which has a single connection that everything queues for. */
import { DurationHistogram } from '../../domain/histogram.ts'
import type { PoolStats } from '../../postgres/door.ts'

export class QueueStats {
  readonly #waits = new DurationHistogram()
  #running = 0
  #waiting = 0

  /** Runs `queue`, which calls `work` when it is its turn. */
  async watch<Result>(
    queue: (work: () => Promise<Result>) => Promise<Result>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const sinceMs = this.#running + this.#waiting > 0 ? performance.now() : null
    let isWaiting = true
    this.#waiting += 1
    const begin = () => {
      isWaiting = false
      this.#waiting -= 1
      if (sinceMs !== null) this.#waits.add(performance.now() - sinceMs)
    }
    try {
      return await queue(async () => {
        begin()
        this.#running += 1
        try {
          return await work()
        } finally {
          this.#running -= 1
        }
      })
    } finally {
      if (isWaiting) begin()
    }
  }

  stats(): PoolStats {
    return {
      pool: 'embedded',
      connectionsMax: 1,
      inUse: this.#running,
      idle: 1 - this.#running,
      opening: 0,
      waiting: this.#waiting,
      waits: this.#waits,
      timeouts: 0,
    }
  }
}
