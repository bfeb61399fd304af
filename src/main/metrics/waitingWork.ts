/**
 * Age of the oldest waiting work, and whether the store responds. The store is queried at scrape time, with a deadline,
 * and not at every scrape. While it is unavailable, a scrape is not delayed: it reports the store as down, without ages.
 */
import { importCounts } from '../../import/importCounts.ts'
import type { Database } from '../../store/engine/door.ts'
import { type OldestWaiting, oldestWaiting } from '../../store/waitingWork.ts'
import { gauge, type Metric, plain, type Sample } from './metric.ts'

const queryMsMax = 500
const cachedMsMax = 5_000

/** `late` does not mean down: the embedded store serves nobody else while it imports a large file. */
type StoreState = { state: 'up'; oldest: OldestWaiting } | { state: 'down' } | { state: 'late' }

export class WaitingWork {
  readonly #db: Database
  readonly #clock: () => number
  #cached: { atMs: number; result: StoreState } | null = null
  /** One query at a time, however long it takes. */
  #running: Promise<StoreState> | null = null

  constructor(db: Database, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  async #storeState(): Promise<StoreState> {
    if (this.#cached !== null && performance.now() - this.#cached.atMs < cachedMsMax)
      return this.#cached.result
    this.#running ??= this.#query()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<StoreState>(settle => {
      timer = setTimeout(() => settle({ state: 'late' }), queryMsMax)
    })
    const result = await Promise.race([this.#running, late])
    clearTimeout(timer)
    return result
  }

  async #query(): Promise<StoreState> {
    let result: StoreState = { state: 'down' }
    try {
      result = { state: 'up', oldest: await oldestWaiting(this.#db) }
      this.#cached = { atMs: performance.now(), result }
    } catch {
      // The next scrape tries again.
    }
    this.#running = null
    return result
  }

  metrics(): Metric[] {
    return [
      gauge(
        'florin_store_up',
        'Whether the store responds: 1 or 0.',
        async () => {
          const { state } = await this.#storeState()
          const isUp = state === 'up' || (state === 'late' && this.#db.engine === 'embedded')
          return plain(isUp ? 1 : 0)
        },
        'min',
      ),
      gauge(
        'florin_oldest_waiting_seconds',
        'Age of the oldest unfinished work, by kind; 0 if there is none.',
        async () => {
          const store = await this.#storeState()
          const importing = { labels: { work: 'import' }, value: importCounts.underWay().oldestMs / 1000 }
          return store.state === 'up' ? [importing, ...this.#ages(store.oldest)] : [importing]
        },
        'max',
      ),
    ]
  }

  #ages({ upload, suggestion }: OldestWaiting): Sample[] {
    const nowMs = this.#clock()
    const age = (since: string | null) =>
      since === null ? 0 : Math.max(0, (nowMs - Date.parse(since)) / 1000)
    return [
      { labels: { work: 'upload' }, value: age(upload) },
      { labels: { work: 'suggestion' }, value: age(suggestion) },
    ]
  }
}
