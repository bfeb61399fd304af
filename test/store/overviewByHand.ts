/** Random accounts, transactions and bills, and their overview as calculated with BigInts. */
import fc from 'fast-check'
import type { Account } from '../../src/contract/accounts.ts'
import { type Bill, billStatuses } from '../../src/contract/bills.ts'
import { type Overview, overviewMonths } from '../../src/contract/console/overview.ts'
import {
  type Transaction,
  transactionSides,
  transactionStatuses,
  transactionTypes,
} from '../../src/contract/transactions.ts'
import { account, bill, company, transaction } from '../support/builders.ts'

export const today = '2026-03-15'
export const months = Array.from({ length: overviewMonths }, (_, index) =>
  new Date(Date.UTC(2025, 3 + index)).toISOString().slice(0, 7),
)
export const nowMs = Date.parse('2026-06-01T12:00:00.000Z')

export const companies = [
  company({ id: 'north', name: 'North' }),
  company({ id: 'south', name: 'South' }),
] as const
const currencies = ['EUR', 'USD', 'CHF'] as const

/** A decimal with up to six fraction digits. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, scale]) => pointed(digits, scale))

function pointed(units: bigint, scale: number): string {
  const [sign, digits] = [units < 0n ? '-' : '', String(units < 0n ? -units : units).padStart(scale + 1, '0')]
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const places = 20
/** The number as a BigInt with a fixed number of fraction digits. */
function unitsOf(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '-' ? -units : units
}
const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + unitsOf(text), 0n)
/** Null if there is nothing to add, as in SQL. */
const knownSum = (texts: readonly (string | null)[]): bigint | null => {
  const known = texts.filter(text => text !== null)
  return known.length === 0 ? null : sumOf(known)
}

export const accounts = currencies.flatMap(currency =>
  companies.map(owner => account(owner, { id: `${owner.id}-${currency}`, currency })),
)

const anyAccounts: fc.Arbitrary<Account[]> = fc.tuple(
  ...accounts.map(on =>
    fc
      .record({
        balance: fc.option(fc.tuple(fc.boolean(), decimal), { freq: 4 }),
        enabled: fc.boolean(),
      })
      .map(({ balance, enabled }) => {
        const negative = balance?.[0] === true && unitsOf(balance[1]) !== 0n
        return { ...on, enabled, balance: balance && `${negative ? '-' : ''}${balance[1]}` }
      }),
  ),
)

/** First and last days of months and of the year shown, days outside of it, and a leap day. */
const days = [
  '2024-02-29',
  '2025-03-31',
  '2025-04-01',
  '2025-04-30',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-15',
  '2026-03-31',
  '2026-04-01',
  '2030-01-01',
]

const anyTransaction: fc.Arbitrary<Transaction> = fc
  .record({
    on: fc.constantFrom(...accounts),
    given: fc.record({
      amount: decimal,
      side: fc.constantFrom(null, ...transactionSides, ...transactionSides),
      status: fc.oneof(
        { weight: 3, arbitrary: fc.constant('booked' as const) },
        fc.constantFrom(...transactionStatuses),
      ),
      type: fc.constantFrom(null, ...transactionTypes),
      bookingDate: fc.constantFrom(null, ...days),
    }),
  })
  .map(({ on, given }) => transaction(on, { currency: on.currency, ...given }))

/** A bill, and the index of the transaction that settles it, if any. */
const anyBill: fc.Arbitrary<{ made: Bill; settledBy: number | null }> = fc
  .record({
    owner: fc.constantFrom(...companies),
    settledBy: fc.option(fc.nat()),
    given: fc.record({
      status: fc.constantFrom(...billStatuses),
      currency: fc.constantFrom(null, ...currencies),
      totalAmount: fc.option(decimal),
      dueDate: fc.constantFrom(null, ...days),
    }),
  })
  .map(({ owner, settledBy, given }) => ({ made: bill(owner, given), settledBy }))

const some = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { maxLength: 30, size: 'max' })

export interface Data {
  accounts: Account[]
  transactions: Transaction[]
  bills: Bill[]
}

export const anyData: fc.Arbitrary<Data> = fc
  .record({ accounts: anyAccounts, transactions: some(anyTransaction), bills: some(anyBill) })
  .map(({ bills, ...data }) => ({
    ...data,
    bills: bills.map(({ made, settledBy }) => {
      const by = settledBy === null ? undefined : data.transactions[settledBy % data.transactions.length]
      return { ...made, matchedTransactionId: by?.id ?? null }
    }),
  }))

const within = <Row extends { companyId: string }>(rows: readonly Row[], companyId: string | null): Row[] =>
  rows.filter(row => companyId === null || row.companyId === companyId)

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row])
  return [...found.values()]
}

/** The expected overview, with sums as BigInts. */
export function byHand(data: Data, companyId: string | null) {
  const enabled = within(data.accounts, companyId).filter(each => each.enabled)
  const summed = (rows: Account[]) => ({
    balance: knownSum(rows.map(({ balance }) => balance)),
    accounts: rows.length,
  })
  const moved = within(data.transactions, companyId).filter(
    ({ status, type, bookingDate }) =>
      status === 'booked' &&
      type !== 'InternalCredit' &&
      type !== 'InternalDirectDebit' &&
      months.includes(bookingDate?.slice(0, 7) ?? ''),
  )
  const on = (month: string, currency: string, side: string) =>
    sumOf(
      moved
        .filter(row => row.bookingDate?.startsWith(month) && row.currency === currency && row.side === side)
        .map(({ amount }) => amount),
    )
  const open = within(data.bills, companyId).filter(
    ({ status, dueDate, matchedTransactionId }) =>
      !['paid', 'rejected', 'archived'].includes(status) && dueDate !== null && matchedTransactionId === null,
  )
  const byDueDate = (a: Bill, b: Bill) =>
    (a.dueDate ?? '') < (b.dueDate ?? '') || (a.dueDate === b.dueDate && a.id < b.id) ? -1 : 1
  return {
    balances: groups(enabled, row => `${row.companyId} ${row.currency}`).map(rows => ({
      companyId: rows[0]?.companyId,
      currency: rows[0]?.currency,
      ...summed(rows),
    })),
    totals: groups(enabled, ({ currency }) => currency).map(rows => ({
      currency: rows[0]?.currency,
      ...summed(rows),
    })),
    months: [...new Set(moved.map(({ currency }) => currency))].sort().flatMap(currency =>
      months.map(month => ({
        month,
        currency,
        moneyIn: on(month, currency, 'credit'),
        moneyOut: on(month, currency, 'debit'),
      })),
    ),
    bills: groups(within(data.bills, companyId), row => `${row.status} ${row.currency}`).map(rows => ({
      status: rows[0]?.status,
      currency: rows[0]?.currency,
      count: rows.length,
      total: knownSum(rows.map(({ totalAmount }) => totalAmount)),
    })),
    dueNext: open.sort(byDueDate).slice(0, 6),
  }
}

const sorted = <Row>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1))
const keyText = (row: unknown): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** The store's overview in the same shape. */
export function asUnits({ balances, totals, months: shown, bills, dueNext }: Overview) {
  const orNull = (text: string | null) => (text === null ? null : unitsOf(text))
  return {
    balances: balances.map(({ companyName: _, balance, ...rest }) => ({ ...rest, balance: orNull(balance) })),
    totals: totals.map(({ balance, ...rest }) => ({ ...rest, balance: orNull(balance) })),
    months: shown.map(each => ({
      ...each,
      moneyIn: unitsOf(each.moneyIn),
      moneyOut: unitsOf(each.moneyOut),
    })),
    bills: bills.map(({ total, ...rest }) => ({ ...rest, total: orNull(total) })),
    dueNext,
  }
}

/** Sorts the groups, which come in any order. Months and due bills have a fixed order. */
export const comparable = (shown: ReturnType<typeof byHand> | ReturnType<typeof asUnits>) => ({
  ...shown,
  balances: sorted<object>(shown.balances),
  totals: sorted<object>(shown.totals),
  bills: sorted<object>(shown.bills),
})
