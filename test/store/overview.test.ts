/** Compares the overview's sums with sums of BigInts. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overview as schema } from '../../src/contract/console/overview.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { readOverview } from '../../src/store/overview.ts'
import { account, bill, transaction, workspaceFile } from '../support/builders.ts'
import { actor } from '../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'
import {
  accounts,
  billsAsUnits,
  billsByHand,
  companies,
  type Data,
  months,
  nowMs,
  today,
} from './overviewByHand.ts'
import { anyMoney, moneyAsUnits, moneyByHand } from './overviewMoney.ts'
import { Explainer, planModes, type RecordedQuery, recorded, withoutAutovacuum } from './pages/explained.ts'

describeOnBothStores('the overview', storeName => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(storeName)
  })
  afterAll(() => store?.remove())

  async function load(data: Partial<Data>): Promise<string> {
    const file = workspaceFile({ companies: [...companies], accounts, ...data })
    await loadWorkspace(store.db, file, { nowMs, actor })
    return file.workspace.id
  }

  it('adds up accounts, booked transactions and bills exactly, per company, currency and month', async () => {
    const check = async (data: Data) => {
      const workspaceId = await load(data)
      for (const companyId of [null, 'north', 'south']) {
        const found = await readOverview(store.db, workspaceId, { companyId, today })
        expect(moneyAsUnits(found)).toEqual(moneyByHand(data, companyId))
        expect(billsAsUnits(found)).toEqual(billsByHand(data, companyId))
        expect(schema.parse(found)).toEqual(found)
      }
    }
    await fc.assert(fc.asyncProperty(anyMoney, check), { numRuns: 20, interruptAfterTimeLimit: 20_000 })
  })

  it('returns exact sums of the largest and smallest amounts, valid under the contract', async () => {
    const [on] = accounts
    if (on === undefined) throw new Error('There is no account.')
    const [large, fine] = [`9${'0'.repeat(39)}`, `0.${'0'.repeat(38)}1`]
    const rows = [large, large, fine].map(amount =>
      transaction(on, { amount, currency: on.currency, side: 'credit', bookingDate: today }),
    )
    const found = await readOverview(store.db, await load({ transactions: rows }), { companyId: null, today })
    expect(found.months.at(-1)?.moneyIn).toBe(`18${'0'.repeat(39)}.${'0'.repeat(38)}1`)
    expect(schema.safeParse(found).error?.issues ?? []).toEqual([])
  })

  it('lists all 12 months, oldest first, for each currency with transactions in any of them', async () => {
    const rows = ['EUR', 'USD'].map((currency, index) => {
      const on = accounts.find(each => each.currency === currency) ?? account(companies[0])
      return transaction(on, { currency, bookingDate: index === 0 ? '2025-04-01' : '2026-03-31' })
    })
    const found = await readOverview(store.db, await load({ transactions: rows }), { companyId: null, today })
    expect(found.months.map(({ month, currency }) => [currency, month])).toEqual(
      ['EUR', 'USD'].flatMap(currency => months.map(month => [currency, month])),
    )
  })

  it('leaves out a currency with transactions only in later months', async () => {
    const [on] = accounts
    if (on === undefined) throw new Error('There is no account.')
    const row = transaction(on, { currency: on.currency, bookingDate: '2026-04-01' })
    const found = await readOverview(store.db, await load({ transactions: [row] }), {
      companyId: null,
      today,
    })
    expect(found.months).toEqual([])
  })

  it.each(['2026-01-31', '2024-02-29', '2026-12-31', '2026-03-01'])(
    'covers 12 whole months on any day: %s',
    async day => {
      const [on] = accounts
      if (on === undefined) throw new Error('There is no account.')
      const row = transaction(on, { currency: on.currency, bookingDate: day })
      const found = await readOverview(store.db, await load({ transactions: [row] }), {
        companyId: null,
        today: day,
      })
      const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
      const expected = Array.from({ length: 12 }, (_, index) =>
        new Date(Date.UTC(year, month - 12 + index)).toISOString().slice(0, 7),
      )
      expect(found.months.map(each => each.month)).toEqual(expected)
    },
  )

  it('counts nothing from another workspace', async () => {
    const [on] = accounts
    if (on === undefined) throw new Error('There is no account.')
    const busy = {
      transactions: [transaction(on, { bookingDate: today })],
      bills: [bill(companies[0], { dueDate: today })],
    }
    await load(busy)
    const found = await readOverview(store.db, await load({ accounts: [] }), { companyId: null, today })
    expect(found).toEqual({
      balances: [],
      totals: [],
      apart: { sums: [], accounts: [] },
      months: [],
      bills: [],
      dueNext: [],
    })
  })
})

describe('the overview of a workspace with a long history', () => {
  let store: TestStore
  let explainer: Explainer
  let workspaceId: string

  beforeAll(async () => {
    store = await freshStore('postgres')
    const file = workspaceFile({ companies: [...companies], accounts })
    workspaceId = file.workspace.id
    await loadWorkspace(store.db, file, { nowMs, actor })
    await withoutAutovacuum(store.db)
    await store.db.script('alter table transaction_months set (autovacuum_enabled = off)')
    // One in each of 500 months of each account, also after the year shown; every third is an own transfer.
    for (const { id, companyId, currency } of accounts) {
      await store.db.query(
        `insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status, type,
           booking_date, created_at, updated_at)
         select $1, 'txn_' || $4 || n, $5, $4, 1, $6, 'debit', 'booked',
           case when n % 3 = 0 then 'InternalDirectDebit' end,
           ($2::date + interval '20 months' - make_interval(months => n))::date, $3, $3
         from generate_series(1, 500) n`,
        [workspaceId, today, '2026-01-01T00:00:00Z', id, companyId, currency],
      )
    }
    await store.db.script('analyze')
    explainer = await Explainer.connect(store.databaseUrl ?? '')
  })

  afterAll(async () => {
    await explainer?.close()
    await store?.remove()
  })

  /** The explainer gives null as a text. */
  const withNull = ({ sql, values }: RecordedQuery): RecordedQuery => ({
    sql: sql.replaceAll('$2', `nullif($2, 'null')`),
    values,
  })

  describe.each(planModes)('%s', mode => {
    it.each([null, 'north'])(
      'reads the sums of the months it shows, and no transaction: %s',
      async companyId => {
        const { result, queries } = await recorded(store.db, connection =>
          readOverview(connection, workspaceId, { companyId, today }),
        )
        expect(result.months).toHaveLength(3 * months.length)
        for (const query of queries) {
          const cost = await explainer.cost(withNull(query), mode, ['transactions'])
          expect(cost).toMatchObject({ rowsWalked: 0, blocksWalked: 0, wholeWalked: [] })
        }
        const ofMonths = queries.filter(({ sql }) => sql.includes('transaction_months'))
        expect(ofMonths).toHaveLength(1)
        const [shown, ofCompany] = [accounts.length * months.length, 3 * months.length]
        for (const query of ofMonths) {
          const cost = await explainer.cost(withNull(query), mode, ['transaction_months'])
          expect(cost.wholeWalked).toEqual([])
          expect(cost.rowsWalked).toBeGreaterThanOrEqual(companyId === null ? shown : ofCompany)
          expect(cost.rowsWalked).toBeLessThanOrEqual(shown)
        }
      },
    )
  })
})
