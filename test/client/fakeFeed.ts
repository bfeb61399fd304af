/**
 * A fake service in memory with the change feed, the digest and the list of transactions, so that thousands of
 * comparisons take seconds. It shares no code with the client; tests over HTTP show that the real service does the same.
 */
import { hash } from 'node:crypto'
import { type ClientOptions, createClient, type FlorinClient } from '../../src/client/index.ts'
import type { Change, ChangeResource } from '../../src/contract/changes.ts'
import { apiKey, baseUrl, failure, type Responder } from './fakeNetwork.ts'

export interface FakeRow {
  resource: ChangeResource
  id: string
  at: string
  day: string | null
  object: { bookingDate?: string | null; createdAt: string } | null
}

/** Returns what replies instead of the service to the request with this number, or null. */
type Fault = (number: number) => Responder | null

const modulus = 1n << 128n
const keyOf = ({ resource, id }: Pick<FakeRow, 'resource' | 'id'>) => `${resource} ${id}`
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const order = (a: FakeRow, b: FakeRow) =>
  compare(a.at, b.at) || compare(a.resource, b.resource) || compare(a.id, b.id)

export class FakeFeed {
  /** Paths and queries, in their order. */
  readonly requests: string[] = []
  readonly waits: number[] = []
  fault: Fault | null = null
  /** Called before each request is handled. */
  before: ((number: number) => void) | null = null
  epoch = 1
  #clockMs = Date.parse('2026-01-01T00:00:00.000Z')
  #rows = new Map<string, FakeRow>()
  /** Sorted as in the feed; null after a change. */
  #log: FakeRow[] | null = null
  /** Transactions by day, in the order of their list; null after a change. */
  #days: Map<string | null, FakeRow[]> | null = null
  #ranges = new Map<string, Map<string | null, { rows: number; sum: bigint }>>()
  #hashes = new WeakMap<FakeRow, bigint>()

  client(options: Partial<ClientOptions> = {}): FlorinClient {
    return createClient({
      baseUrl,
      apiKey,
      fetch: async (input, init) => this.#reply(new Request(input, init), init?.signal),
      sleep: async (ms, signal) => {
        signal?.throwIfAborted()
        this.waits.push(ms)
      },
      now: () => 0,
      ...options,
    })
  }

  /** One commit. Returns its stamp. */
  commit(changes: readonly (readonly [ChangeResource, string, FakeRow['object']])[]): string {
    this.#clockMs += 1
    const at = this.clock
    for (const [resource, id, object] of changes) {
      const day =
        resource === 'transaction' ? (object?.bookingDate ?? null) : (object?.createdAt.slice(0, 10) ?? null)
      const row = { resource, id, at, day, object: object && withStamp(resource, id, object, at) }
      this.#rows.set(keyOf(row), row)
    }
    this.#log = null
    this.#days = null
    this.#ranges.clear()
    return at
  }

  get clock(): string {
    return new Date(this.#clockMs).toISOString()
  }

  /** Rows that are there, by resource and id. */
  get rows(): FakeRow[] {
    return [...this.#rows.values()].filter(({ object }) => object !== null)
  }

  /** Like a backup; `restore` goes back to it. */
  snapshot() {
    return { rows: new Map(this.#rows), clockMs: this.#clockMs }
  }

  restore({ rows, clockMs }: ReturnType<FakeFeed['snapshot']>): void {
    this.#rows = new Map(rows)
    this.#clockMs = clockMs
    this.#log = null
    this.#days = null
    this.#ranges.clear()
    this.epoch += 1
  }

  async #reply(request: Request, signal: AbortSignal | null | undefined): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url)
    this.requests.push(pathname.slice('/v1'.length) + search)
    this.before?.(this.requests.length)
    const faulty = this.fault?.(this.requests.length)
    if (faulty) return await faulty(request, signal)
    const query = Object.fromEntries(searchParams)
    if (pathname === '/v1/changes') return await this.#changes(request, query)
    return Response.json(pathname === '/v1/digest' ? this.#digest(query) : this.#transactions(query))
  }

  async #changes(request: Request, query: Record<string, string>): Promise<Response> {
    const place = query.cursor === undefined ? null : JSON.parse(query.cursor)
    if (place !== null && place.epoch !== this.epoch) {
      return await failure(409, 'RESYNC_REQUIRED', {}, { defined: false })(request)
    }
    this.#log ??= [...this.#rows.values()].sort(order)
    const log = this.#log
    const wanted = query.resources?.split(',')
    const start = query.from === 'now' ? log.length : 0
    let index = place === null ? start : firstAfter(log, place)
    const page: FakeRow[] = []
    for (; index < log.length && page.length < Number(query.limit ?? 50); index += 1) {
      const row = log[index] as FakeRow
      if (wanted?.includes(row.resource) ?? true) page.push(row)
    }
    const last = log[index - 1]
    const end = last === undefined ? { at: '', resource: '', id: '' } : last
    return Response.json({
      data: page.map(changeOf),
      nextCursor: JSON.stringify({ epoch: this.epoch, at: end.at, resource: end.resource, id: end.id }),
      upToDate: index >= log.length,
      clock: this.clock,
    })
  }

  #digest({ resource = 'transaction', by = 'month', dateFrom = '', dateTo = '9' }: Record<string, string>) {
    const isLimited = dateFrom !== '' || dateTo !== '9'
    const ranges = [...this.#rangesOf(resource, by === 'month' ? 7 : 10)]
    const data = ranges
      .filter(([range]) => (range === null ? !isLimited : range >= dateFrom && range <= dateTo))
      .map(([range, { rows, sum }]) => ({
        range,
        rows,
        sums: [],
        digest: sum.toString(16).padStart(32, '0'),
      }))
    return { clock: this.clock, data }
  }

  #rangesOf(resource: string, length: number) {
    const name = `${resource} ${length}`
    const known = this.#ranges.get(name)
    if (known) return known
    const ranges = new Map<string | null, { rows: number; sum: bigint }>()
    for (const row of this.#rows.values()) {
      if (row.resource !== resource || row.object === null) continue
      const range = row.day?.slice(0, length) ?? null
      const { rows, sum } = ranges.get(range) ?? { rows: 0, sum: 0n }
      ranges.set(range, { rows: rows + 1, sum: (sum + this.#hashOf(row)) % modulus })
    }
    this.#ranges.set(name, ranges)
    return ranges
  }

  #hashOf(row: FakeRow): bigint {
    const known = this.#hashes.get(row)
    if (known !== undefined) return known
    const hex = hash('sha256', `${row.id}\n${row.at}`).slice(0, 32)
    const found = BigInt(`0x${hex}`)
    this.#hashes.set(row, found)
    return found
  }

  /** Rows without a booking date first, then the newest. */
  #transactions({ dateFrom, dateTo, limit = '50', cursor = '0' }: Record<string, string>) {
    this.#days ??= byDay(this.rows)
    const isLimited = dateFrom !== undefined || dateTo !== undefined
    const rows = [...this.#days]
      .filter(([day]) => (day === null ? !isLimited : day >= (dateFrom ?? '') && day <= (dateTo ?? '9')))
      .flatMap(([, ofDay]) => ofDay)
    const end = Number(cursor) + Number(limit)
    return {
      data: rows.slice(Number(cursor), end).map(({ object }) => object),
      nextCursor: end < rows.length ? String(end) : null,
    }
  }
}

function byDay(rows: readonly FakeRow[]): Map<string | null, FakeRow[]> {
  const sorted = rows
    .filter(({ resource }) => resource === 'transaction')
    .sort((a, b) => compare(b.day ?? '9', a.day ?? '9') || compare(a.id, b.id))
  const days = new Map<string | null, FakeRow[]>(sorted.map(({ day }) => [day, []]))
  for (const row of sorted) days.get(row.day)?.push(row)
  return days
}

function withStamp(resource: ChangeResource, id: string, object: NonNullable<FakeRow['object']>, at: string) {
  const hasStamp = resource !== 'account' && resource !== 'category'
  return { ...object, id, ...(hasStamp && { updatedAt: at }) }
}

function changeOf({ resource, id, at, object }: FakeRow): Change {
  return { resource, id, at, companyId: null, accountId: null, object } as Change
}

function firstAfter(log: readonly FakeRow[], place: FakeRow): number {
  let [low, high] = [0, log.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(log[middle] as FakeRow, place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
