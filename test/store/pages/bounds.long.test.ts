import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Position } from '../../../src/domain/cursor.ts'
import { listTransactions, type TransactionFilters } from '../../../src/store/transactions.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { Explainer, type PlanMode } from './explained.ts'
import { describeIds } from './idBounds.ts'
import { describeNarrowFilters } from './narrowBounds.ts'
import { describeSearches } from './searchBounds.ts'
import {
  beforeFewChanged,
  beforeManyChanged,
  beforeOldChanged,
  bigWorkspace,
  idOf,
  insertUnkindRows,
  lastStamp,
} from './unkindRows.ts'

/** Rows and index entries read by all queries of a page. */
const entriesMax = 10_000
/** Most pages read about fifty rows, the page size. */
const usualEntriesMax = 250
/** After very many changes, thinly spread ones have to be searched among the others. */
const afterManyChangesMax = 16_000

interface Page {
  filters: TransactionFilters
  changedAfter: string | null
  after: Position | null
}

/** All combinations of the given values; undefined omits the filter. */
function combinations(dimensions: Record<string, readonly (string | undefined)[]>): TransactionFilters[] {
  let made: Record<string, string>[] = [{}]
  for (const [name, values] of Object.entries(dimensions)) {
    made = made.flatMap(one => values.map(value => (value === undefined ? one : { ...one, [name]: value })))
  }
  return made as TransactionFilters[]
}

const everyFilter = combinations({
  companyId: [undefined, 'com_0', 'com_3'],
  accountId: [undefined, 'acc_0', 'acc_18', 'acc_19'],
  categoryId: [undefined, 'cat_0', 'cat_1', 'cat_39'],
  status: [undefined, 'booked', 'rejected'],
  side: [undefined, 'credit', 'debit'],
  dateTo: [undefined, '2025-03-01'],
})

/** Fewer, because each is tried with each kind of sync. acc_0 and cat_0 have almost no rows in common. */
const syncFilters = combinations({
  companyId: [undefined, 'com_0'],
  accountId: [undefined, 'acc_0', 'acc_18'],
  categoryId: [undefined, 'cat_0', 'cat_39'],
  status: [undefined, 'booked', 'rejected'],
  side: [undefined, 'debit'],
})

describe('600,000 transactions, most of them in one of many workspaces (postgres)', () => {
  let store: TestStore
  let explainer: Explainer
  let places: (Position | null)[]

  beforeAll(async () => {
    store = await freshStore('postgres')
    await insertUnkindRows(store.db)
    explainer = await Explainer.connect(store.databaseUrl ?? '')
    explainer.keepCosts()
    places = [null, await placeOf(250_000), await placeOf(499_960)]
  }, 600_000)
  afterAll(async () => {
    await explainer?.close()
    await store?.remove()
  })

  async function placeOf(n: number): Promise<Position> {
    const [row] = await store.db.query<{ day: number; created: string; id: string }>(
      `select walk_day as day, walk_created as created, id from transactions where workspace_id = $1 and id = $2`,
      [bigWorkspace, idOf(n)],
    )
    return { walk: [Number(row?.day), Number(row?.created)], id: row?.id ?? '', fixedAt: null }
  }

  async function entriesOf({ filters, changedAfter, after }: Page, mode: PlanMode): Promise<number> {
    const changed = changedAfter === null ? null : { after: changedAfter, until: lastStamp }
    const queries = await explainer.queriesOf(store.db, connection =>
      listTransactions(connection, bigWorkspace, { filters, changed, after, limit: 50 }),
    )
    let entries = 0
    for (const query of queries) {
      const cost = await explainer.cost(query, mode)
      expect(cost.wholeWalked, JSON.stringify(filters)).toEqual([])
      entries += cost.rowsWalked
    }
    return entries
  }

  /** The number of entries each page read and its filters, sorted by most entries. */
  async function measure(
    allFilters: readonly TransactionFilters[],
    changedAfter: string | null,
    mode: PlanMode,
  ): Promise<{ entries: number; asked: string }[]> {
    const measured: { entries: number; asked: string }[] = []
    for (const filters of allFilters) {
      for (const [depth, after] of places.entries()) {
        const entries = await entriesOf({ filters, changedAfter, after }, mode)
        measured.push({ entries, asked: `${JSON.stringify(filters)} at place ${depth}` })
      }
    }
    return measured.sort((a, b) => b.entries - a.entries)
  }

  const tooMany = (measured: { entries: number; asked: string }[], max: number) =>
    measured.filter(({ entries }) => entries > max)

  it('no combination of filters reads more than 10,000 rows or index entries for a page, at any depth', async () => {
    const measured = await measure(everyFilter, null, 'force_generic_plan')
    expect(tooMany(measured, entriesMax)).toEqual([])
    expect(measured[Math.floor(measured.length / 10)]?.entries).toBeLessThan(usualEntriesMax)
  }, 600_000)

  it('the limit also holds if each query is planned for its values', async () => {
    const measured = await measure(syncFilters, null, 'force_custom_plan')
    expect(tooMany(measured, entriesMax)).toEqual([])
  }, 600_000)

  it('the limit also holds for a sync after few changes', async () => {
    expect(tooMany(await measure(syncFilters, beforeFewChanged, 'force_generic_plan'), entriesMax)).toEqual(
      [],
    )
  }, 600_000)

  it.each([
    ['10,000 evenly spread rows changed', beforeManyChanged],
    ['100,000 old rows changed at once', beforeOldChanged],
  ])(
    'a sync after %s skips unchanged rows within 16,000 entries',
    async (_, changedAfter) => {
      const measured = await measure(syncFilters, changedAfter, 'force_generic_plan')
      expect(tooMany(measured, afterManyChangesMax)).toEqual([])
    },
    600_000,
  )

  describeNarrowFilters(() => ({ store, explainer, places }))
  describeSearches(() => ({ store, explainer }))
  describeIds(() => ({ store, explainer }))
})
