/**
 * Currencies and own transfers read a bounded number of rows, alone and together with every other filter. The tests share
 * the rows of bounds.long.test.ts.
 */
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../src/domain/cursor.ts'
import { listTransactions, type TransactionFilters } from '../../../src/store/transactions.ts'
import type { TestStore } from '../../support/stores.ts'
import { type Explainer, type PlanMode, planModes } from './explained.ts'
import { others } from './searchBounds.ts'
import { beforeFewChanged, beforeOldChanged, bigWorkspace, lastStamp } from './unkindRows.ts'

/** 8,000 rows compared, each by its key and by itself, and up to 400 before them. */
const entriesMax = 20_000
/** Where an index has only the wanted rows, a page reads little more than its own. */
const narrowEntriesMax = 250

interface Current {
  store: TestStore
  explainer: Explainer
  places: readonly (Position | null)[]
}

const currencies = [undefined, 'EUR', 'CHF', 'USD', 'GBP']
const ownChoices = [undefined, 'exclude', 'only'] as const

const narrowFilters = currencies.flatMap(currency =>
  ownChoices.flatMap((ownTransfers): TransactionFilters[] => {
    const given = { ...(currency && { currency }), ...(ownTransfers && { ownTransfers }) }
    return Object.keys(given).length === 0 ? [] : [given]
  }),
)

export function describeNarrowFilters(current: () => Current): void {
  describe('currencies and own transfers', () => {
    async function entriesOf(
      filters: TransactionFilters,
      { after = null, since = null }: { after?: Position | null; since?: string | null },
      mode: PlanMode,
    ): Promise<number> {
      const changed = since === null ? null : { after: since, until: lastStamp }
      const queries = await current().explainer.queriesOf(current().store.db, connection =>
        listTransactions(connection, bigWorkspace, { filters, changed, after, limit: 50 }),
      )
      let entries = 0
      for (const query of queries) entries += (await current().explainer.cost(query, mode)).rowsWalked
      return entries
    }

    it('no combination reads more than 20,000 rows or index entries for a page, at any depth', async () => {
      const tooMany: string[] = []
      for (const narrow of narrowFilters) {
        for (const other of others) {
          for (const [depth, after] of current().places.entries()) {
            const filters = { ...other, ...narrow }
            const entries = await entriesOf(filters, { after }, 'force_generic_plan')
            if (entries > entriesMax) tooMany.push(`${entries}: ${JSON.stringify(filters)} at place ${depth}`)
          }
        }
      }
      expect(tooMany).toEqual([])
    }, 600_000)

    it.each(planModes)(
      'an index serves own transfers, and a currency other than the euro (%s)',
      async mode => {
        const filters: TransactionFilters[] = [
          ...['CHF', 'USD', 'GBP'].map(currency => ({ currency })),
          { ownTransfers: 'only' },
          { ownTransfers: 'only', dateTo: '2024-01-01' },
          { currency: 'CHF', dateFrom: '2021-01-01', dateTo: '2023-01-01' },
        ]
        for (const each of filters) {
          for (const after of current().places) {
            expect(await entriesOf(each, { after }, mode), JSON.stringify(each)).toBeLessThan(
              narrowEntriesMax,
            )
          }
        }
      },
      600_000,
    )

    it.each([
      ['few changes', beforeFewChanged],
      ['100,000 old rows changed at once', beforeOldChanged],
    ])(
      'a sync of one currency after %s reads at most 40,000',
      async (_, since) => {
        for (const currency of ['EUR', 'CHF', 'USD']) {
          for (const other of others) {
            const entries = await entriesOf({ ...other, currency }, { since }, 'force_generic_plan')
            expect(entries, JSON.stringify({ ...other, currency })).toBeLessThan(40_000)
          }
        }
      },
      600_000,
    )

    it.each([
      { ownTransfers: 'exclude', dateTo: '2025-05-25', dateFrom: '2021-12-01' },
      { ownTransfers: 'exclude', accountId: 'acc_0', side: 'debit', dateFrom: '2023-01-01' },
      { ownTransfers: 'only', accountId: 'acc_17' },
      { ownTransfers: 'only', companyId: 'com_3', categoryId: 'cat_5', side: 'credit' },
      { currency: 'EUR', dateTo: '2024-01-01', dateFrom: '2022-06-01', accountId: 'acc_17' },
      { currency: 'CHF', accountId: 'acc_1', status: ['booked', 'rejected'] },
      { currency: 'USD', side: 'credit' },
      { currency: 'USD', ownTransfers: 'exclude' },
      { currency: 'USD', ownTransfers: 'only', companyId: 'com_0' },
      { currency: 'CHF', ownTransfers: 'only', minAmount: '349000' },
    ] satisfies TransactionFilters[])(
      'pages that end early find every row once, in order: %j',
      async filters => {
        const found: string[] = []
        let after: Position | null = null
        let pages = 0
        do {
          const page = { filters, changed: null, after, limit: 1_000 }
          const { data, next } = await listTransactions(current().store.db, bigWorkspace, page)
          found.push(...data.texts().map(text => (JSON.parse(text) as { id: string }).id))
          after = next
          pages += 1
        } while (after !== null && pages < 200)
        expect(found).toEqual(await idsOf(current().store, filters))
        expect(found.length).toBeGreaterThan(0)
      },
      600_000,
    )
  })
}

/** As a single query without any bound. */
async function idsOf({ db }: TestStore, filters: TransactionFilters): Promise<string[]> {
  const { currency, ownTransfers, companyId, accountId, categoryId, side, status } = filters
  const { dateFrom, dateTo, minAmount } = filters
  const [row] = await db.query<{ ids: string }>(
    `select string_agg(id, ' ' order by walk_day, walk_created, id) as ids from transactions
     where workspace_id = $1 and ($2::text is null or currency = $2)
       and ($3::text is null or (own_transfer is not null) = ($3 = 'only'))
       and ($4::text is null or company_id = $4) and ($5::text is null or account_id = $5)
       and ($6::text is null or category_id = $6) and ($7::text is null or side = $7)
       and ($8::text[] is null or status = any($8)) and ($9::date is null or booking_date >= $9)
       and ($10::date is null or booking_date <= $10) and ($11::numeric is null or amount >= $11)`,
    [
      ...[bigWorkspace, currency, ownTransfers, companyId, accountId, categoryId, side].map(
        value => value ?? null,
      ),
      status === undefined ? null : [status].flat(),
      ...[dateFrom, dateTo, minAmount].map(value => value ?? null),
    ],
  )
  // A single text, as objects of 300,000 rows take seconds.
  return row?.ids.split(' ') ?? []
}
