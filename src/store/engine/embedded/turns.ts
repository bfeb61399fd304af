/** Whose turn it is on the only connection of the embedded store. */
import type { Mutex } from '@electric-sql/pglite'
import { StoreUnavailable } from '../door.ts'
import { QueueStats } from '../queueStats.ts'
import { NotFromPast, type Past } from './past.ts'

export interface TurnsOptions {
  mutex: Mutex
  past: Past
  isClosed: () => boolean
}

export class Turns {
  readonly #mutex: Mutex
  readonly #past: Past
  readonly #isClosed: () => boolean
  readonly #queue = new QueueStats()
  /** Reads that wait for their turn, or for the past to open. */
  readonly #waiting = new Set<() => void>()
  #callsSoFar = 0

  constructor({ mutex, past, isClosed }: TurnsOptions) {
    this.#mutex = mutex
    this.#past = past
    this.#isClosed = isClosed
  }

  /** How often a turn was asked for, or a read from the past. */
  get callsSoFar(): number {
    return this.#callsSoFar
  }

  stats() {
    return this.#queue.stats()
  }

  /** Waits for all that came before. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#callsSoFar += 1
    return this.#queue.watch(
      turn => this.#mutex.runExclusive(turn),
      () => this.#whileOpen(work),
    )
  }

  /** The same for work that only reads: while a long transaction has the turn, it is done from the past. */
  read<Result>(work: () => Promise<Result>, fromPast: () => Promise<Result>): Promise<Result> {
    this.#callsSoFar += 1
    return this.#queue.watch(
      turn => this.#turnOrPast(turn, fromPast),
      () => this.#whileOpen(work),
    )
  }

  /** To be called in its turn. The past is open while `work` runs. */
  async withPast<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#past.open()
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
    try {
      return await work()
    } finally {
      await this.#past.close()
    }
  }

  async #turnOrPast<Result>(turn: () => Promise<Result>, fromPast: () => Promise<Result>): Promise<Result> {
    const release = this.#past.isOpen ? null : await this.#releaseOrPast()
    if (release !== null) return await turn().finally(release)
    try {
      return await fromPast()
    } catch (error) {
      if (!(error instanceof NotFromPast)) throw error
      return await this.#mutex.runExclusive(turn)
    }
  }

  /** What to call at the end of the turn, or null if the past opened before the turn came. */
  #releaseOrPast(): Promise<(() => void) | null> {
    return new Promise(resolve => {
      const wake = () => resolve(null)
      this.#waiting.add(wake)
      void this.#mutex.acquire().then(release => {
        if (this.#waiting.delete(wake)) resolve(release)
        else release()
      })
    })
  }

  async #whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed()) throw new StoreUnavailable('The embedded store is closed.')
    return await work()
  }
}
