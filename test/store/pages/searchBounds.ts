/**
 * Searches and ranges of amounts read a bounded number of rows, together with every other filter. The tests share the
 * rows of bounds.long.test.ts.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Position } from '../../../src/domain/cursor.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { withoutTimeouts } from '../../../src/store/engine/locks.ts'
import { markOf } from '../../../src/store/pages/search/marks.ts'
import { searchedTransactions, wordStart } from '../../../src/store/pages/search/searchedLists.ts'
import type { SortedListPage, SortOrder } from '../../../src/store/pages/search/sorted.ts'
import { transactionOrders } from '../../../src/store/pages/search/sortOrders.ts'
import type { ListPage } from '../../../src/store/pages/walk.ts'
import {
  listSortedTransactions,
  listTransactions,
  type TransactionFilters,
} from '../../../src/store/transactions.ts'
import type { TestStore } from '../../support/stores.ts'
import type { Explainer } from './explained.ts'
import {
  beforeFewChanged,
  beforeOldChanged,
  bigWorkspace,
  filledWithoutIndexes,
  lastStamp,
} from './unkindRows.ts'

/** Rows and index entries of all queries of a page: 9,000 rows compared, each by its key and by itself, and 5,000 hits. */
const entriesMax = 40_000
/** 3,200 entries, each by its key and by itself, and their rows likewise. */
const sortedEntriesMax = 20_000
const tables = ['transactions', 'transaction_cells', 'transaction_periods', 'transaction_words']

/** The amount of a row is its place in the list, so these are clusters at known places. */
const sieves: TransactionFilters[] = [
  { q: '123456' },
  { q: '1' },
  { q: '4' },
  { q: 'nothing' },
  { q: '1 4' },
  { minAmount: '499990' },
  { minAmount: '250000' },
  { minAmount: '100', maxAmount: '120' },
  { q: '49', minAmount: '490000' },
  { q: '1', minAmount: '99000', maxAmount: '103000' },
]
/** Filters that merge the lists of many cells, with many rows or few. */
const manyLists: TransactionFilters[] = [
  { status: ['booked', 'rejected'] },
  { categoryId: 'cat_39' },
  { accountId: 'acc_0', side: 'debit' },
]
export const others: TransactionFilters[] = [
  {},
  ...manyLists,
  { companyId: 'com_0' },
  { accountId: 'acc_0' },
  { accountId: 'acc_18' },
  { categoryId: 'none' },
  { accountId: 'acc_1', categoryId: 'cat_1', side: 'debit' },
  { dateTo: '2025-03-01' },
]

export function describeSearches(current: () => { store: TestStore; explainer: Explainer }): void {
  describe('searches', () => {
    beforeAll(async () => {
      await indexAmounts(current().store.db)
      current().explainer.keepCosts()
    }, 600_000)

    const pageOf = (filters: TransactionFilters, changed: ListPage<TransactionFilters>['changed']) =>
      current().explainer.queriesOf(current().store.db, connection =>
        listTransactions(connection, bigWorkspace, { filters, changed, after: null, limit: 50 }),
      )

    it('no combination reads more than 40,000 rows or index entries for a page', async () => {
      expect((await markOf(current().store.db, searchedTransactions, bigWorkspace)).id).toBe('~')
      const syncs = [beforeFewChanged, beforeOldChanged].map(after => ({ after, until: lastStamp }))
      const tooMany: string[] = []
      for (const sieve of sieves) {
        for (const [other, changed] of [
          ...others.map(other => [other, null] as const),
          ...syncs.flatMap(changed => [{}, ...manyLists].map(other => [other, changed] as const)),
        ]) {
          const filters = { ...sieve, ...other }
          const queries = await pageOf(filters, changed)
          let entries = 0
          for (const query of queries) {
            entries += (await current().explainer.cost(query, 'force_generic_plan', tables)).rowsWalked
          }
          if (entries > entriesMax) tooMany.push(`${entries}: ${JSON.stringify({ ...filters, changed })}`)
        }
      }
      expect(tooMany).toEqual([])
    }, 600_000)

    const entriesOf = async (order: SortOrder, page: SortedListPage<TransactionFilters>) => {
      const queries = await current().explainer.queriesOf(current().store.db, connection =>
        listSortedTransactions(connection, bigWorkspace, order, page),
      )
      expect(queries.length).toBeGreaterThan(1)
      let entries = 0
      for (const query of queries) {
        entries += (await current().explainer.cost(query, 'force_generic_plan', tables)).rowsWalked
      }
      return entries
    }

    it.each(Object.entries(transactionOrders))(
      'no page of the list, %s first, reads more than 20,000 rows or index entries, at any depth',
      async (sort, order) => {
        const middle: Record<string, string[]> = { oldest: ['-19000', '0'] }
        const places = [null, { keys: middle[sort] ?? ['250000'], id: 'txn_1' }]
        const tooMany: string[] = []
        for (const filters of [...others, { q: '1' }, { q: 'nothing' }, { currency: 'CHF' }]) {
          for (const after of places) {
            const entries = await entriesOf(order, { filters, changed: null, after, limit: 200 })
            if (entries > sortedEntriesMax) tooMany.push(`${entries}: ${JSON.stringify({ filters, after })}`)
          }
        }
        expect(tooMany).toEqual([])
      },
      600_000,
    )

    it('a frequent word within a narrow range is found at once, far down the list', async () => {
      const { db } = current().store
      const filters: TransactionFilters = { q: '1', minAmount: '99990', maxAmount: '100010' }
      const { data, next } = await listTransactions(db, bigWorkspace, {
        filters,
        changed: null,
        after: null,
        limit: 50,
      })
      const expected = await db.query<{ id: string }>(
        `select id from transactions where workspace_id = $1 and amount between 100000 and 100010
         order by walk_day, walk_created, id`,
        [bigWorkspace],
      )
      expect(data.texts().map(text => (JSON.parse(text) as { id: string }).id)).toEqual(
        expected.map(({ id }) => id),
      )
      expect(expected).toHaveLength(11)
      expect(next).toBeNull()
    })

    it.each([{}, ...manyLists])(
      'pages that end early go on where they ended, and find every row once: %j',
      async other => {
        // The matching rows begin far behind the first page, and are too many for the index.
        const filters: TransactionFilters = { ...other, minAmount: '480000', dateTo: '2021-11-01' }
        const found: string[] = []
        let after: Position | null = null
        let pages = 0
        do {
          const { data, next } = await listTransactions(current().store.db, bigWorkspace, {
            filters,
            changed: null,
            after,
            limit: 1_000,
          })
          found.push(...data.texts().map(text => (JSON.parse(text) as { id: string }).id))
          after = next
          pages += 1
        } while (after !== null && pages < 200)
        const { status = null, accountId = null, categoryId = null, side = null } = other
        const expected = await current().store.db.query<{ id: string }>(
          `select id from transactions where workspace_id = $1 and amount >= 480000 and booking_date <= '2021-11-01'
           and ($2::text[] is null or status = any($2)) and ($3::text is null or account_id = $3)
           and ($4::text is null or category_id = $4) and ($5::text is null or side = $5)
         order by walk_day, walk_created, id`,
          [bigWorkspace, status === null ? null : [status].flat(), accountId, categoryId, side],
        )
        expect(found).toEqual(expected.map(({ id }) => id))
        expect(found.length).toBeGreaterThan(0)
      },
      600_000,
    )

    // The last one, because it changes the amounts in the index.
    it('50,000 equal amounts do not make a sorted page read more', async () => {
      const { db } = current().store
      await db.transaction(async connection => {
        await withoutTimeouts(connection)
        await connection.query(
          'update transaction_words set amount = 0.5 where workspace_id = $1 and amount < 50000',
          [bigWorkspace],
        )
      })
      current().explainer.keepCosts()
      const [middle] = await db.query<{ id: string }>(
        `select id from transaction_words where workspace_id = $1 and amount = 0.5 order by id offset 25000 limit 1`,
        [bigWorkspace],
      )
      const after = { keys: ['0.5'], id: middle?.id ?? '' }
      for (const order of [transactionOrders.largest, transactionOrders.smallest]) {
        if (order === undefined) throw new Error('There is no such order.')
        const entries = await entriesOf(order, { filters: {}, changed: null, after, limit: 200 })
        expect(entries).toBeLessThan(sortedEntriesMax)
      }
    }, 600_000)
  })
}

/** As the service would index them, but made by SQL. The amounts are their only words. */
async function indexAmounts(db: Database): Promise<void> {
  await db.transaction(async connection => {
    await withoutTimeouts(connection)
    await filledWithoutIndexes(connection, 'transaction_words', () =>
      connection.query(
        `insert into transaction_words (workspace_id, id, words, amount)
         select workspace_id, id, array_to_tsvector(array[$2 || amount || '.00']), amount
         from transactions where workspace_id = $1`,
        [bigWorkspace, wordStart(bigWorkspace)],
      ),
    )
    await connection.query(
      `insert into search_marks (workspace_id, list, changed_at, id, clock) values ($1, 'transactions', $2, '~', $2)`,
      [bigWorkspace, lastStamp],
    )
  })
  await db.script('vacuum analyze transaction_words')
}
