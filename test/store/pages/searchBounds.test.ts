/** Searches and ranges of amounts read a bounded number of rows, together with every other filter and at any depth. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Position } from '../../../src/domain/cursor.ts'
import { markOf } from '../../../src/store/pages/search/marks.ts'
import { searchedTransactions, wordStart } from '../../../src/store/pages/search/searchedLists.ts'
import { listTransactions, type TransactionFilters } from '../../../src/store/transactions.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'
import { Explainer, recorded } from './explained.ts'
import { bigCount, bigWorkspace, insertUnkindRows, lastStamp } from './unkindRows.ts'

/** Rows and index entries of all queries of a page: 9,000 rows compared, each by its key and by itself, and 5,000 hits. */
const entriesMax = 40_000
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
]
const others: TransactionFilters[] = [
  {},
  { companyId: 'com_0' },
  { accountId: 'acc_0' },
  { accountId: 'acc_18' },
  { categoryId: 'none' },
  { categoryId: 'cat_39' },
  { status: ['booked', 'rejected'] },
  { accountId: 'acc_1', categoryId: 'cat_1', side: 'debit' },
  { dateTo: '2025-03-01' },
]

describe('searches among a million transactions (postgres)', () => {
  let store: TestStore
  let explainer: Explainer

  beforeAll(async () => {
    store = await freshStore('postgres')
    await insertUnkindRows(store.db)
    const { db } = store
    // As the service would index them, but made by SQL. The amounts are their only words.
    await db.script('set statement_timeout = 0')
    await db.query(
      `insert into transaction_words (workspace_id, id, words, amount)
       select workspace_id, id, array_to_tsvector(array[$2 || amount || '.00']), amount
       from transactions where workspace_id = $1`,
      [bigWorkspace, wordStart(bigWorkspace)],
    )
    await db.query(
      `insert into search_marks (workspace_id, list, changed_at, id, clock) values ($1, 'transactions', $2, '~', $2)`,
      [bigWorkspace, lastStamp],
    )
    await db.script('vacuum analyze transaction_words')
    explainer = await Explainer.connect(store.databaseUrl ?? '')
  }, 600_000)
  afterAll(async () => {
    await explainer?.close()
    await store?.remove()
  })

  async function pageOf(filters: TransactionFilters, after: Position | null) {
    return await recorded(store.db, connection =>
      listTransactions(connection, bigWorkspace, { filters, changed: null, after, limit: 50 }),
    )
  }

  it('no combination reads more than 40,000 rows or index entries for a page', async () => {
    expect((await markOf(store.db, searchedTransactions, bigWorkspace)).id).toBe('~')
    const tooMany: string[] = []
    for (const sieve of sieves) {
      for (const other of others) {
        const filters = { ...sieve, ...other }
        const { queries } = await pageOf(filters, null)
        let entries = 0
        for (const query of queries) {
          entries += (await explainer.cost(query, 'force_generic_plan', tables)).rowsWalked
        }
        if (entries > entriesMax) tooMany.push(`${entries}: ${JSON.stringify(filters)}`)
      }
    }
    expect(tooMany).toEqual([])
  }, 600_000)

  it('pages that end early go on where they ended, and find every row once', async () => {
    // The matching rows begin in the middle of the list, and are too many for the index.
    const filters: TransactionFilters = { minAmount: '480000' }
    const found: string[] = []
    let after: Position | null = null
    let pages = 0
    do {
      const { data, next } = await listTransactions(store.db, bigWorkspace, {
        filters,
        changed: null,
        after,
        limit: 1_000,
      })
      found.push(...data.texts().map(text => (JSON.parse(text) as { id: string }).id))
      after = next
      pages += 1
    } while (after !== null && pages < 500)
    expect(found.length).toBe(bigCount - 480_000)
    expect(new Set(found).size).toBe(found.length)
  }, 600_000)
})
