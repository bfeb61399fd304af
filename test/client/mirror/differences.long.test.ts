/**
 * A few wrong rows among 100,000 are found with few requests. The copy keeps the hashes of its rows and its checksums
 * by month, so that hundreds of comparisons take seconds. Before and after, they are computed from all rows.
 */
import { expect, test } from 'vitest'
import { Mirror } from '../../../src/client/index.ts'
import { copyIn } from '../../../src/client/mirror/compare.ts'
import { type HashOf, hashOfMark, hexOf } from '../../../src/client/mirror/digest.ts'
import type { DayRange, MirrorMark, MirrorRow, MirrorStore } from '../../../src/client/mirror/store.ts'
import { randomStream } from '../../../src/demo/random.ts'
import { FakeFeed, type FakeRow } from '../fakeFeed.ts'

const rowCount = 100_000
const seeds = 60
const createdAt = '2026-01-01T08:00:00.000Z'
const kinds = ['missing', 'stale', 'moved', 'extra', 'doubled'] as const
type Kind = (typeof kinds)[number]

/** Five years, and some rows that are not booked yet. */
function dayOf(number: number): string | null {
  if (number % 2000 === 0) return null
  return new Date(Date.UTC(2021, 0, 1 + ((number * 7919) % 1826))).toISOString().slice(0, 10)
}

const modulus = 1n << 128n

const hashes = new WeakMap<MirrorMark, ReturnType<HashOf>>()

/** Each row is hashed once here, as no row is changed in place. */
const keptHashOf: HashOf = mark => {
  const hash = hashes.get(mark) ?? hashOfMark(mark)
  hashes.set(mark, hash)
  return hash
}

/** Rows by day, as good as a table without a key. */
class DayStore implements MirrorStore {
  readonly days = new Map<string, MirrorRow[]>()
  readonly copies = new Map<string, MirrorRow[]>()
  readonly months = new Map<string | null, { rows: number; sum: bigint }>()
  saved: string | null = null
  writes: string[] = []

  get(_: string, range?: DayRange): MirrorMark[] {
    const days = [...this.days].filter(
      ([day]) => range === undefined || (day >= range.from && day <= range.to),
    )
    return days.flatMap(([, rows]) => rows)
  }

  put(rows: readonly MirrorRow[]): void {
    this.delete(
      '',
      rows.map(({ id }) => id),
    )
    for (const row of rows) this.add(row)
  }

  delete(_: string, ids: readonly string[]): void {
    for (const id of ids) for (const row of [...(this.copies.get(id) ?? [])]) this.remove(row)
  }

  add(row: MirrorRow): void {
    const day = this.days.get(row.day ?? '')
    if (day) day.push(row)
    else this.days.set(row.day ?? '', [row])
    this.copies.set(row.id, [...(this.copies.get(row.id) ?? []), row])
    this.#count(row, 1)
  }

  /** One copy of a row. */
  remove({ id, day }: MirrorMark): MirrorRow | undefined {
    const rows = this.days.get(day ?? '') ?? []
    const [row] = rows.splice(
      rows.findIndex(each => each.id === id),
      1,
    )
    this.copies.set(id, this.copies.get(id)?.filter(each => each !== row) ?? [])
    if (row) this.#count(row, -1)
    return row
  }

  #count(row: MirrorMark, times: 1 | -1): void {
    const month = row.day?.slice(0, 7) ?? null
    const { rows, sum } = this.months.get(month) ?? { rows: 0, sum: 0n }
    const hash = BigInt(`0x${hexOf(keptHashOf(row))}`)
    this.months.set(month, { rows: rows + times, sum: (sum + BigInt(times) * hash + modulus) % modulus })
  }

  async checksums(): Promise<Map<string | null, { rows: number; digest: string }>> {
    const kept = [...this.months].filter(([, { rows }]) => rows > 0)
    return new Map(
      kept.map(([month, { rows, sum }]) => [month, { rows, digest: sum.toString(16).padStart(32, '0') }]),
    )
  }

  cursor(): string | null {
    return this.saved
  }

  saveCursor(cursor: string): void {
    this.saved = cursor
  }
}

function prepared() {
  const feed = new FakeFeed()
  feed.commit(
    Array.from({ length: rowCount }, (_, row): ['transaction', string, FakeRow['object']] => [
      'transaction',
      `txn_${row}`,
      { createdAt, bookingDate: dayOf(row) },
    ]),
  )
  const store = new DayStore()
  for (const { id, at, day, object } of feed.rows) {
    store.add({
      resource: 'transaction',
      id,
      at,
      day,
      companyId: null,
      accountId: null,
      object: object as never,
    })
  }
  return { feed, store }
}

/** Makes one row wrong. Returns its id. */
function spoil(store: DayStore, row: FakeRow, kind: Kind, otherDay: string): string {
  const { id, at, day } = row
  const copy = store.remove({ id, at, day })
  if (copy === undefined) throw new Error(`${id} is not in the copy`)
  if (kind === 'missing') return id
  if (kind === 'stale') store.add({ ...copy, at: createdAt })
  // An older version of the row, which was booked on another day.
  if (kind === 'moved') store.add({ ...copy, at: createdAt, day: otherDay })
  if (kind === 'stale' || kind === 'moved') return id
  store.add(copy)
  if (kind === 'doubled') store.add({ ...copy })
  if (kind === 'extra') store.add({ ...copy, id: `${id}_lost` })
  return kind === 'extra' ? `${id}_lost` : id
}

test(`1 to 5 wrong rows among 100,000 are found in at most 3 + k requests, for ${seeds} seeds`, async () => {
  const { feed, store } = prepared()
  const rows = feed.rows
  // At the end of the feed, without writing 100,000 rows again.
  store.saved = (await feed.client().changes.list({ from: 'now' })).nextCursor
  const client = { ...feed.client(), sleep: async () => undefined, now: () => 0 }
  const options = { resources: ['transaction'] as const }
  // With all rows.
  expect(await new Mirror(client, store, options).verify()).toMatchObject({ equal: true, put: 0, rows: [] })
  const mirror = new Mirror(client, store, options, {
    ...copyIn(store),
    hashOf: keptHashOf,
    months: () => store.checksums(),
  })
  expect(await mirror.verify()).toMatchObject({ equal: true, put: 0, rows: [] })
  const found: Record<string, number> = {}
  for (let seed = 0; seed < seeds; seed += 1) {
    const { below } = randomStream(`seed ${seed}`)
    const count = 1 + below(5)
    // Some seeds spoil rows of one day only.
    const start = below(rowCount)
    const stride = below(4) === 0 ? 1826 : 1 + below(5000)
    const spoiled = Array.from({ length: count }, (_, index) => {
      const row = rows[(start + index * stride) % rowCount] as FakeRow
      const kind = kinds[below(kinds.length)] as Kind
      const otherDay = dayOf(1 + below(1999)) ?? ''
      return { id: spoil(store, row, kind, otherDay === row.day ? '2020-12-31' : otherDay), kind }
    })
    feed.requests.length = 0
    let requestsUntilRepair = 0
    const { put, delete: drop } = DayStore.prototype
    store.put = function (given) {
      requestsUntilRepair = feed.requests.length
      put.call(this, given)
    }
    store.delete = function (resource, ids) {
      requestsUntilRepair = feed.requests.length
      drop.call(this, resource, ids)
    }
    const report = await mirror.verify()
    const kindOf = (kind: Kind) => (kind === 'moved' ? 'stale' : kind)
    expect(report.rows.map(({ id, kind }) => `${kind} ${id}`).sort()).toEqual(
      spoiled.map(({ id, kind }) => `${kindOf(kind)} ${id}`).sort(),
    )
    expect(report.equal).toBe(true)
    expect({ seed, requests: requestsUntilRepair }).toEqual({
      seed,
      requests: Math.min(requestsUntilRepair, 3 + count),
    })
    // One more shows that the copy is equal now.
    expect(feed.requests).toHaveLength(requestsUntilRepair + 1)
    for (const { kind } of spoiled) found[kind] = (found[kind] ?? 0) + 1
  }
  expect(Object.keys(found).sort()).toEqual([...kinds].sort())
  expect(await new Mirror(client, store, options).verify()).toMatchObject({ equal: true, rows: [] })
  const lineOf = ({ id, at, day }: MirrorMark) => `${id} ${at} ${day}`
  const [copied, expected] = [store.get('transaction').map(lineOf), new Set(rows.map(lineOf))]
  expect(copied.filter(line => !expected.has(line))).toEqual([])
  expect([new Set(copied).size, copied.length]).toEqual([rowCount, rowCount])
})
