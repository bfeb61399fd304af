/**
 * A small client of the change feed, written by hand and right, as long as it has no bad habits. Each habit is one
 * mistake that real clients make.
 */
import { plainFetch } from '../setup/contractCheck.ts'
import type { SleepingTime } from './time.ts'

export interface Habits {
  /** Saves the mark for the next walk before it has read this one. */
  marksEarly?: boolean
  ignoresRetryAfter?: boolean
  repeatsWithoutKey?: boolean
  dropsDeletions?: boolean
  readsUnavailableAsEmpty?: boolean
  losesLastPage?: boolean
  keepsCopyAfterResync?: boolean
  /** Applies what webhooks carry, whatever it knows already, and reads the feed only once. */
  trustsWebhooks?: boolean
  /** Appends rows instead of replacing them. */
  appends?: boolean
}

export interface FollowerOptions {
  api: string
  key: string
  time: SleepingTime
  timeoutMs: number
  habits?: Habits
  /** Reads the lists first, then follows the feed. */
  startsWithLists?: boolean
  /** Gives up a walk at the first failure, and starts the next one at its mark. */
  givesUp?: boolean
}

export interface CopiedRow {
  resource: string
  id: string
  at: string | null
}

interface FeedElement extends CopiedRow {
  object: object | null
}

interface FeedPage {
  data: FeedElement[]
  nextCursor: string
  upToDate: boolean
}

interface ListPage {
  data: { id: string; updatedAt?: string }[]
  nextCursor?: string | null
}

interface Reply {
  status: number
  body: unknown
}

const attemptsMax = 30
const pageRows = 25
const lists = {
  companies: 'company',
  accounts: 'account',
  categories: 'category',
  transactions: 'transaction',
  bills: 'bill',
  payees: 'payee',
}

export class Follower {
  readonly #options: FollowerOptions
  readonly #habits: Habits
  readonly #copy = new Map<string, CopiedRow>()
  readonly #log: CopiedRow[] = []
  #mark: string | null = null
  #keys = 0

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#habits = options.habits ?? {}
  }

  rows(): CopiedRow[] {
    return this.#habits.appends ? this.#log : [...this.#copy.values()]
  }

  /** Catches up with the feed. */
  async sync(): Promise<void> {
    if (this.#mark === null && this.#options.startsWithLists) return await this.#readLists()
    if (this.#mark !== null && this.#habits.trustsWebhooks) return
    const start = this.#mark
    if (this.#habits.marksEarly) this.#mark = (await this.#page('from=now')).nextCursor
    let cursor = start
    for (;;) {
      const reply = await this.#get(`/changes?limit=${pageRows}${cursor === null ? '' : `&cursor=${cursor}`}`)
      if (reply.status === 409) {
        if (!this.#habits.keepsCopyAfterResync) this.#copy.clear()
        cursor = null
        continue
      }
      const page = reply.body as FeedPage
      if (!(this.#habits.losesLastPage && page.upToDate)) for (const each of page.data) this.#apply(each)
      cursor = page.nextCursor
      if (!this.#habits.marksEarly) this.#mark = cursor
      if (page.upToDate) return
    }
  }

  async createPayee(payee: object): Promise<void> {
    this.#keys += 1
    const idempotencyKey = this.#habits.repeatsWithoutKey ? undefined : `payee ${this.#keys}`
    await this.#send('POST', '/payees', payee, idempotencyKey)
  }

  /** A right client takes a webhook only as a reason to look. */
  async webhook(changes: FeedElement[]): Promise<void> {
    if (!this.#habits.trustsWebhooks) return await this.sync()
    for (const each of changes) this.#apply(each)
  }

  #apply({ resource, id, at, object }: FeedElement): void {
    const name = `${resource}/${id}`
    if (object === null) {
      if (!this.#habits.dropsDeletions) this.#copy.delete(name)
      return
    }
    this.#copy.set(name, { resource, id, at })
    this.#log.push({ resource, id, at })
  }

  /** The mark comes first, so that what changes meanwhile is read again. */
  async #readLists(): Promise<void> {
    const { nextCursor: mark } = await this.#page('from=now')
    for (const [list, resource] of Object.entries(lists)) {
      let cursor: string | null = null
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`
        const page = (await this.#get(`/${list}?limit=${pageRows}${query}`)).body as ListPage
        for (const { id, updatedAt = null } of page.data) {
          this.#copy.set(`${resource}/${id}`, { resource, id, at: updatedAt })
        }
        cursor = page.nextCursor ?? null
      } while (cursor !== null)
    }
    this.#mark = mark
  }

  async #page(query: string): Promise<FeedPage> {
    return (await this.#get(`/changes?${query}`)).body as FeedPage
  }

  #get(target: string): Promise<Reply> {
    return this.#send('GET', target)
  }

  async #send(method: string, target: string, body?: object, idempotencyKey?: string): Promise<Reply> {
    const mayRepeat = method === 'GET' || idempotencyKey !== undefined || this.#habits.repeatsWithoutKey
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const result = await this.#sendOnce(method, target, body, idempotencyKey)
      if (result !== 'unknown' && result !== 'refused') return result
      if (this.#options.givesUp && method === 'GET') throw new Error(`${method} ${target} failed`)
      if (result === 'unknown' && !mayRepeat) throw new Error('It is not known whether the write was done')
    }
    throw new Error(`${method} ${target} failed too often`)
  }

  /** Refused means that nothing was done. It has waited as long as it was asked to. */
  async #sendOnce(
    method: string,
    target: string,
    body: object | undefined,
    idempotencyKey: string | undefined,
  ): Promise<Reply | 'unknown' | 'refused'> {
    const { api, key, timeoutMs, time } = this.#options
    try {
      const response = await plainFetch(`${api}${target}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      const { status } = response
      if (status === 503 && this.#habits.readsUnavailableAsEmpty && !target.startsWith('/changes')) {
        return { status: 200, body: { data: [], nextCursor: null } }
      }
      if (status === 429 || status === 503) {
        const seconds = Number(response.headers.get('retry-after') ?? 1)
        if (!this.#habits.ignoresRetryAfter) await time.sleep(seconds * 1000)
        return 'refused'
      }
      if (status >= 500) return 'unknown'
      return { status, body: status === 204 ? undefined : JSON.parse(text) }
    } catch {
      return 'unknown'
    }
  }
}
