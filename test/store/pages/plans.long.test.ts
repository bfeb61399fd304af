import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Position } from '../../../src/domain/cursor.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { type BillFilters, findBill, listBills } from '../../../src/store/bills.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import {
  findTransactionJson,
  listTransactions,
  type TransactionFilters,
} from '../../../src/store/transactions.ts'
import { insertWorkspace } from '../../../src/store/workspaces.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { type Cost, Explainer, planModes, type RecordedQuery, recorded } from './explained.ts'
import { billCount, insertManyRows, stampOf, transactionCount } from './manyRows.ts'

const workspaceId = 'wsp_many'
const limit = 100
/** A page plus one row that shows whether there is another. Each row may be on a different block. */
const walkRowsMax = limit + 1
const walkBlocksMax = 150
/** The head and the start of a page of each cell, then the rows of the page. Without a vacuum, each row is a block. */
const cellRowsMax = 12 * (limit + 1)
const cellBlocksMax = 1_500
const syncRowsMax = 6_000
const sortedRowsMax = 4_501
const until = stampOf(transactionCount)

interface Wanted {
  changed: { after: string; until: string } | null
  after: Position | null
  limit: number
}

/** A list with filters, and the SQL for the rows it should return. */
interface Asked {
  list(connection: Connection, wanted: Wanted): Promise<{ data: { id: string }[] }>
  changedAfter: string | null
  ordered: string
}

interface Page {
  name: string
  after: Position | null
  ids: string[]
}

const asTransactions = (filters: TransactionFilters, changedAfter: string | null = null): Asked => ({
  list: async (connection, wanted) => {
    const { data } = await listTransactions(connection, workspaceId, { filters, ...wanted })
    return { data: data.texts().map(text => JSON.parse(text)) }
  },
  changedAfter,
  ordered: `select id, array[walk_day, walk_created]::text[] as walk,
      row_number() over (order by booking_date desc nulls first, created_at desc, id)::int - 1 as place
    from transactions where ${predicate(filters, changedAfter)}`,
})

const asBills = (filters: BillFilters, changedAfter: string | null = null): Asked => ({
  list: (connection, wanted) => listBills(connection, workspaceId, { filters, ...wanted }),
  changedAfter,
  ordered: `select id, array[walk_created]::text[] as walk,
      row_number() over (order by created_at desc, id)::int - 1 as place
    from bills where ${predicate(filters, changedAfter)}`,
})

function predicate(filters: TransactionFilters | BillFilters, changedAfter: string | null): string {
  const columns: Record<string, string> = {
    companyId: 'company_id =',
    accountId: 'account_id =',
    categoryId: 'category_id =',
    status: 'status =',
    side: 'side =',
    dateFrom: 'booking_date >=',
    dateTo: 'booking_date <=',
  }
  const given = Object.entries(filters).map(([name, value]) => `${columns[name]} '${value}'`)
  const changed = changedAfter === null ? [] : [`updated_at > '${changedAfter}'`]
  return ['workspace_id = $1', ...given, ...changed].join(' and ')
}

const transactionFilters: [name: string, filters: TransactionFilters][] = [
  ['a company with most rows', { companyId: 'com_a' }],
  ['a company with old rows', { companyId: 'com_b' }],
  ['a company with few rows', { companyId: 'com_c' }],
  ['an account', { accountId: 'acc_a1' }],
  ['an account with few rows', { accountId: 'acc_c1' }],
  ['a category', { categoryId: 'cat_1' }],
  ['a category with old rows', { categoryId: 'cat_39' }],
  ['the status pending', { status: 'pending' }],
  ['the status booked', { status: 'booked' }],
  ['the status rejected', { status: 'rejected' }],
  ['the status released', { status: 'released' }],
  ['a status without rows', { status: 'canceled' }],
  ['money out', { side: 'debit' }],
  ['money in', { side: 'credit' }],
  ['a first day', { dateFrom: '2023-06-01' }],
  ['a last day', { dateTo: '2024-06-01' }],
  ['a first and a last day', { dateFrom: '2023-06-01', dateTo: '2025-12-31' }],
]

/** Filters likely to be used for a sync, and one of each other kind. */
const syncedFilters = transactionFilters.filter(([, { status, side }]) =>
  [undefined, 'booked', 'credit'].includes(String(status ?? side ?? '') || undefined),
)

const billFilters: [name: string, filters: BillFilters][] = [
  ['a company', { companyId: 'com_a' }],
  ['a company with old rows', { companyId: 'com_b' }],
  ['the status new', { status: 'new' }],
  ['the status paid', { status: 'paid' }],
  ['the status archived', { status: 'archived' }],
  ['a status without rows', { status: 'matched' }],
]

describe.each([
  ['postgres', false],
  ['postgres, as on a cluster', true],
])('queries of the paged lists (%s)', (_on, onCluster) => {
  let store: TestStore
  let explainer: Explainer

  beforeAll(async () => {
    store = await freshStore('postgres')
    const actor = { kind: 'command', id: 'test' } as const
    for (const foreign of [smallWorkspace(), smallWorkspace(), smallWorkspace()]) {
      await loadWorkspace(store.db, foreign, { nowMs: Date.parse(until), actor })
    }
    await insertWorkspace(store.db, { id: workspaceId, name: 'Many' }, until)
    await insertManyRows(store.db, workspaceId)
    explainer = await Explainer.connect(store.databaseUrl ?? '')
  })
  afterAll(async () => {
    await explainer?.close()
    await store?.remove()
  })

  /** The first, a middle and the last page, with the ids they should contain. */
  async function pagesOf({ ordered }: Asked): Promise<Page[]> {
    const rows = await store.db.query<{ id: string; walk: string[]; place: number; count: number }>(
      `with ordered as materialized (${ordered}), counted as (select count(*)::int from ordered)
       select id, walk, place, count from ordered, counted
       where place < $2 or place between count / 2 - 1 and count / 2 + $2 or place >= count - 21 order by place`,
      [workspaceId, limit],
    )
    const count = rows[0]?.count ?? 0
    const page = (name: string, start: number): Page => {
      const before = rows.find(({ place }) => place === start - 1)
      const after = before && { walk: before.walk.map(Number), id: before.id, fixedAt: null }
      const on = rows.filter(({ place }) => place >= start && place < start + limit)
      return { name, after: after ?? null, ids: on.map(({ id }) => id) }
    }
    const first = page('first', 0)
    if (count < 3) return [first]
    return [first, page('middle', Math.floor(count / 2)), page('last', Math.max(1, count - 20))]
  }

  async function queriesOf({ list, changedAfter }: Asked, { after, ids }: Page): Promise<RecordedQuery[]> {
    const changed = changedAfter === null ? null : { after: changedAfter, until }
    const work = (connection: Connection) => list(connection, { changed, after, limit })
    const { result, queries } = await recorded(store.db, work, onCluster)
    const found = result.data.map(({ id }) => id)
    // A sync page may be short if few of the rows read had changed, but it leaves nothing out.
    expect(found).toEqual(changed === null ? ids : ids.slice(0, found.length))
    return queries
  }

  /** Checks every query of a page, planned for its values and planned for any values. */
  async function check(
    queries: readonly RecordedQuery[],
    name: string,
    accept: (cost: Cost, where: string) => void,
  ): Promise<void> {
    for (const [index, query] of queries.entries()) {
      expect(query.sql).not.toMatch(/\boffset\b/i)
      for (const mode of planModes) {
        const cost = await explainer.cost(query, mode)
        const where = `${name} page, query ${index + 1}, ${mode}`
        expect.soft(cost.wholeWalked, `tables read whole by the ${where}`).toEqual([])
        accept(cost, where)
      }
    }
  }

  async function staysWithin(asked: Asked, rowsMax: number, blocksMax: number): Promise<void> {
    for (const page of await pagesOf(asked)) {
      const queries = await queriesOf(asked, page)
      // The second one reads the category names, which the service then caches.
      expect(queries.length).toBeLessThanOrEqual(2)
      await check(queries, page.name, (cost, where) => {
        expect.soft(cost.rowsWalked, `rows of the ${where}`).toBeLessThanOrEqual(rowsMax)
        expect.soft(cost.blocksWalked, `blocks of the ${where}`).toBeLessThanOrEqual(blocksMax)
      })
    }
  }

  const staysWithinWalk = (asked: Asked) => staysWithin(asked, walkRowsMax, walkBlocksMax)
  const staysWithinCells = (asked: Asked) => staysWithin(asked, cellRowsMax, cellBlocksMax)

  async function staysWithinSync(asked: Asked): Promise<void> {
    for (const page of await pagesOf(asked)) {
      await check(await queriesOf(asked, page), page.name, (cost, where) => {
        expect.soft(cost.rowsWalked, `rows of the ${where}`).toBeLessThanOrEqual(syncRowsMax)
        expect.soft(cost.rowsSorted, `sort of the ${where}`).toBeLessThanOrEqual(sortedRowsMax)
      })
    }
  }

  describe('read little more than a page, and cost the same at any depth', () => {
    it('transactions without a filter', async () => {
      await staysWithinWalk(asTransactions({}))
    })

    it.each(transactionFilters)('transactions by %s', async (_, filters) => {
      const { companyId: _company, dateFrom: _from, dateTo: _to, ...ofCells } = filters
      const stays = Object.keys(ofCells).length > 0 ? staysWithinCells : staysWithinWalk
      await stays(asTransactions(filters))
    })

    it('bills without a filter', async () => {
      await staysWithinWalk(asBills({}))
    })

    it.each(billFilters)('bills by %s', async (_, filters) => {
      await staysWithinWalk(asBills(filters))
    })
  })

  describe('of a sync read and sort a bounded number of rows per page, at any depth', () => {
    it.each([
      ['none', transactionCount - 1],
      ['few', transactionCount - 51],
      ['as many as the sort limit', transactionCount - sortedRowsMax],
      ['one more than the sort limit', transactionCount - sortedRowsMax - 1],
      ['a third', 40_000],
      ['nearly all', 100],
      ['all', -1],
    ])('transactions, of which %s changed', async (_, nth) => {
      await staysWithinSync(asTransactions({}, stampOf(nth)))
    })

    it.each([
      ['none', billCount - 1],
      ['few', billCount - 51],
      ['nearly all', 100],
      ['all', -1],
    ])('bills, of which %s changed', async (_, nth) => {
      await staysWithinSync(asBills({}, stampOf(nth)))
    })

    it.each(syncedFilters)('transactions by %s, few changed', async (_, filters) => {
      await staysWithinSync(asTransactions(filters, stampOf(transactionCount - 501)))
    })

    it.each(syncedFilters)('transactions by %s, nearly all changed', async (_, filters) => {
      await staysWithinSync(asTransactions(filters, stampOf(100)))
    })

    it.each(billFilters)('bills by %s, nearly all changed', async (_, filters) => {
      await staysWithinSync(asBills(filters, stampOf(100)))
    })
  })

  describe('for a single row', () => {
    it('read the transaction by its key', async () => {
      const find = (connection: Connection) => findTransactionJson(connection, workspaceId, 'txn_030000')
      const { result, queries } = await recorded(store.db, find, onCluster)
      expect(JSON.parse(String(result && Buffer.from(result)))).toMatchObject({ id: 'txn_030000' })
      await check(queries, 'only', cost => expect(cost.rowsWalked).toBe(1))
    })

    it('read the bill by its key', async () => {
      const find = (connection: Connection) => findBill(connection, workspaceId, 'bil_002500')
      const { result, queries } = await recorded(store.db, find, onCluster)
      expect(result?.id).toBe('bil_002500')
      await check(queries, 'only', cost => expect(cost.rowsWalked).toBe(1))
    })
  })
})
