/**
 * How old the oldest waiting work is, and whether the store answers. The store is asked at scrape time, with a deadline
 * and not at every scrape. While it is away a scrape is not held up: ages are left out, and the store is down.
 */
import { importCounts } from '../../import/importCounts.ts'
import type { Database } from '../../store/engine/door.ts'
import { type OldestWaiting, oldestWaiting } from '../../store/waitingWork.ts'
import { gauge, type Metric, plain, type Sample } from './metric.ts'

const answerMsMax = 500
const keptMsMax = 5_000

/** `late` is not down yet: the embedded store answers nobody else while a large file comes in. */
type Asked = { state: 'up'; oldest: OldestWaiting } | { state: 'down' } | { state: 'late' }

export class WaitingWork {
  readonly #db: Database
  readonly #clock: () => number
  #known: { atMs: number; asked: Asked } | null = null
  /** One question at a time, however long the store takes for it. */
  #question: Promise<Asked> | null = null

  constructor(db: Database, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  async #ask(): Promise<Asked> {
    if (this.#known !== null && performance.now() - this.#known.atMs < keptMsMax) return this.#known.asked
    this.#question ??= this.#put()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Asked>(settle => {
      timer = setTimeout(() => settle({ state: 'late' }), answerMsMax)
    })
    const asked = await Promise.race([this.#question, late])
    clearTimeout(timer)
    return asked
  }

  async #put(): Promise<Asked> {
    let asked: Asked = { state: 'down' }
    try {
      asked = { state: 'up', oldest: await oldestWaiting(this.#db) }
      this.#known = { atMs: performance.now(), asked }
    } catch {
      // The store says in the log why; here it is enough that it does not answer. The next scrape asks again.
    }
    this.#question = null
    return asked
  }

  metrics(): Metric[] {
    return [
      gauge(
        'florin_store_up',
        'Whether the store answered: 1 or 0.',
        async () => {
          const { state } = await this.#ask()
          const isUp = state === 'up' || (state === 'late' && this.#db.engine === 'embedded')
          return plain(isUp ? 1 : 0)
        },
        'min',
      ),
      gauge(
        'florin_oldest_waiting_seconds',
        'Age of the oldest work that is not done, by kind; 0 where there is none.',
        async () => {
          const asked = await this.#ask()
          const importing = { labels: { work: 'import' }, value: importCounts.underWay().oldestMs / 1000 }
          return asked.state === 'up' ? [importing, ...this.#ages(asked.oldest)] : [importing]
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
