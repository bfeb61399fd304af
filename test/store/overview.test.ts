/** Compares the overview's sums with sums of BigInts. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../src/contract/accounts.ts'
import { apartReasons } from '../../src/contract/console/accounts/balances.ts'
import { type Overview, overview as schema } from '../../src/contract/console/overview.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { readOverview } from '../../src/store/overview.ts'
import { account, bill, iban, transaction, workspaceFile } from '../support/builders.ts'
import { actor } from '../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'
import {
  accounts,
  anyData,
  asUnits,
  byHand,
  companies,
  comparable,
  type Data,
  months,
  nowMs,
  today,
} from './overviewByHand.ts'
import { Explainer, planModes, type RecordedQuery, recorded, withoutAutovacuum } from './pages/explained.ts'

const dayMs = 86_400_000
/** At most seven days older than the newest balance counts, and a millisecond more does not. */
const newestMs = Date.parse('2026-03-31T10:00:00.000Z')
const ages = [0, dayMs, 7 * dayMs, 7 * dayMs + 1, 8 * dayMs, 14 * dayMs]
/** Accounts in francs have no IBAN. */
const ibans = new Map(accounts.filter(({ currency }) => currency !== 'CHF').map(({ id }) => [id, iban()]))
const foreign = iban()
const loose = (text: string) => text.toLowerCase().replace(/(.{4})/g, '$1 ')
const parties = [null, null, foreign, ...ibans.values(), ...[...ibans.values()].map(loose)]

/** Random data with dates of balances, IBANs, and counterparts on another account, with and without its IBAN. */
const anyMoney: fc.Arbitrary<Data> = anyData.chain(data =>
  fc
    .record({
      updatedAt: fc.tuple(...data.accounts.map(() => fc.option(fc.constantFrom(...ages), { freq: 5 }))),
      named: fc.tuple(...data.transactions.map(() => fc.constantFrom(...parties))),
      mirrored: fc.tuple(
        ...data.transactions.map(() =>
          fc.option(fc.record({ days: fc.integer({ min: -5, max: 5 }), back: fc.boolean() })),
        ),
      ),
    })
    .map(({ updatedAt, named, mirrored }) => {
      const dated = data.accounts.map((each, index) => {
        const age = updatedAt[index] ?? null
        const balanceUpdatedAt = age === null ? null : new Date(newestMs - age).toISOString()
        return { ...each, iban: ibans.get(each.id) ?? null, balanceUpdatedAt }
      })
      const rows = data.transactions.map((row, index) => ({ ...row, counterpartyIban: named[index] ?? null }))
      const counterparts = rows.flatMap((row, index) => {
        const how = mirrored[index] ?? null
        const other = dated.find(each => each.iban !== null && each.iban === keyOf(row.counterpartyIban))
        if (how === null || other === undefined || row.bookingDate === null) return []
        return [
          transaction(other, {
            amount: row.amount,
            currency: row.currency,
            side: row.side === 'credit' ? 'debit' : 'credit',
            status: row.status,
            bookingDate: new Date(Date.parse(row.bookingDate) + how.days * dayMs).toISOString().slice(0, 10),
            counterpartyIban: how.back ? (ibans.get(row.accountId) ?? null) : null,
          }),
        ]
      })
      return { ...data, accounts: dated, transactions: [...rows, ...counterparts] }
    }),
)

const keyOf = (text: string | null) => text?.replaceAll(' ', '').toUpperCase() ?? null

/** The definition of migration 0010, without categories. */
function isOwn(row: Transaction, data: Data): boolean {
  const holders = (text: string | null) =>
    text === null ? [] : data.accounts.filter(each => keyOf(each.iban) === keyOf(text)).map(({ id }) => id)
  const party = row.counterpartyIban
  const named = holders(party)
  if (named.some(id => id !== row.accountId)) return true
  const internal = row.type === 'InternalCredit' || row.type === 'InternalDirectDebit'
  if (internal && (party === null || named.length > 0)) return true
  if (party !== null) return false
  const near = data.transactions.filter(
    other =>
      unitsOf(other.amount) === unitsOf(row.amount) &&
      other.currency === row.currency &&
      other.status === row.status &&
      other.bookingDate !== null &&
      row.bookingDate !== null &&
      Math.abs(Date.parse(other.bookingDate) - Date.parse(row.bookingDate)) <= 3 * dayMs,
  )
  const names = (from: Transaction, id: string) => holders(from.counterpartyIban).includes(id)
  return near.some(
    other =>
      other.accountId !== row.accountId &&
      names(other, row.accountId) &&
      row.side !== null &&
      other.side !== null &&
      other.side !== row.side &&
      !near.some(
        each => each.accountId === row.accountId && each.side === row.side && names(each, other.accountId),
      ),
  )
}

const places = 20
/** The exact number as a BigInt. */
function unitsOf(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`)
}
const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + unitsOf(text), 0n)
const orNull = (text: string | null) => (text === null ? null : unitsOf(text))
const inOrder = (texts: readonly string[]) => [...new Set(texts)].sort()

/** Balances and months as the overview should have them, in its order, with sums as BigInts. */
function moneyByHand(data: Data, companyId: string | null) {
  const seen = <Row extends { companyId: string }>(rows: readonly Row[]) =>
    rows.filter(row => companyId === null || row.companyId === companyId)
  const known = data.accounts.filter(({ enabled, balance }) => enabled && balance !== null)
  const newest = Math.max(
    ...known.map(({ balanceUpdatedAt }) => Date.parse(balanceUpdatedAt ?? '1970-01-01')),
  )
  const reasonOf = ({ enabled, balance, balanceUpdatedAt }: Account) => {
    if (!enabled) return 'disabled'
    if (balance === null) return 'unknown'
    if (balanceUpdatedAt === null) return 'undated'
    return newest - Date.parse(balanceUpdatedAt) > 7 * dayMs ? 'stale' : null
  }
  const summed = (rows: readonly Account[]) => {
    const balances = rows.map(({ balance }) => balance).filter(balance => balance !== null)
    return { balance: balances.length === 0 ? null : sumOf(balances), accounts: rows.length }
  }
  const recent = seen(data.accounts).filter(each => reasonOf(each) === null)
  const counted = (rows: readonly Account[]) => {
    const instants = rows.map(({ balanceUpdatedAt }) => balanceUpdatedAt ?? '').sort()
    return { ...summed(rows), oldestAt: instants[0], newestAt: instants.at(-1) }
  }
  const inCurrency = (rows: readonly Account[]) =>
    inOrder(rows.map(({ currency }) => currency)).map(currency => ({
      currency,
      rows: rows.filter(row => row.currency === currency),
    }))
  const apart = apartReasons.map(reason => ({
    reason,
    rows: seen(data.accounts).filter(each => reasonOf(each) === reason),
  }))
  const moved = seen(data.transactions)
    .filter(
      ({ status, side, bookingDate }) =>
        status === 'booked' && side !== null && months.includes(bookingDate?.slice(0, 7) ?? ''),
    )
    .map(row => ({ ...row, own: isOwn(row, data) }))
  return {
    balances: companies.flatMap(({ id, name }) =>
      inCurrency(recent.filter(row => row.companyId === id)).map(({ currency, rows }) => ({
        companyId: id,
        companyName: name,
        currency,
        ...counted(rows),
      })),
    ),
    totals: inCurrency(recent)
      .sort((a, b) => b.rows.length - a.rows.length)
      .map(({ currency, rows }) => ({ currency, ...counted(rows) })),
    apart: {
      sums: apart.flatMap(({ reason, rows }) =>
        inCurrency(rows).map(group => ({ reason, currency: group.currency, ...summed(group.rows) })),
      ),
      accounts: apart.flatMap(({ reason, rows }) =>
        [...rows]
          .sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
          .map(({ id, name, iban: number, companyId: owner, currency, balance, balanceUpdatedAt }) => ({
            id,
            name,
            iban: number,
            companyName: companies.find(each => each.id === owner)?.name,
            currency,
            balance: orNull(balance),
            balanceUpdatedAt,
            reason,
          })),
      ),
    },
    months: inOrder(moved.map(({ currency }) => currency)).flatMap(currency =>
      months.map(month => {
        const rows = moved.filter(row => row.currency === currency && row.bookingDate?.startsWith(month))
        const sum = (own: boolean, side: string) =>
          sumOf(rows.filter(row => row.own === own && row.side === side).map(({ amount }) => amount))
        return {
          month,
          currency,
          moneyIn: sum(false, 'credit'),
          moneyOut: sum(false, 'debit'),
          ownIn: sum(true, 'credit'),
          ownOut: sum(true, 'debit'),
          ownCount: rows.filter(({ own }) => own).length,
        }
      }),
    ),
  }
}

/** The store's balances and months in the same shape. */
function moneyAsUnits({ balances, totals, apart, months: shown }: Overview) {
  const inUnits = <Row extends { balance: string | null }>(rows: readonly Row[]) =>
    rows.map(row => ({ ...row, balance: orNull(row.balance) }))
  return {
    balances: inUnits(balances),
    totals: inUnits(totals),
    apart: { sums: inUnits(apart.sums), accounts: inUnits(apart.accounts) },
    months: shown.map(each => ({
      ...each,
      moneyIn: unitsOf(each.moneyIn),
      moneyOut: unitsOf(each.moneyOut),
      ownIn: unitsOf(each.ownIn),
      ownOut: unitsOf(each.ownOut),
    })),
  }
}

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
        const [{ bills, dueNext }, expected] = [
          comparable(asUnits(found)),
          comparable(byHand(data, companyId)),
        ]
        expect({ bills, dueNext }).toEqual({ bills: expected.bills, dueNext: expected.dueNext })
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
