/** What is known of a store's connections at one moment, and of those who waited for one. */
import { DurationHistogram } from '../domain/histogram.ts'

export interface PoolStats {
  pool: 'statements' | 'transactions' | 'embedded'
  connectionsMax: number
  inUse: number
  idle: number
  opening: number
  /** Work that has no connection yet. */
  waiting: number
  /** How long work waited that found no free connection. */
  waits: DurationHistogram
  /** Work that gave up waiting. */
  timeouts: number
}

/** The embedded store has a single connection, for which statements and transactions queue. */
export class QueueStats {
  readonly #waits = new DurationHistogram()
  #running = 0
  #waiting = 0

  /** Runs `queue`, which calls `work` when its turn has come. */
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
