/** Random accounts, transactions and bills, and the bills of their overview as calculated with BigInts. */
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
export function unitsOf(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '-' ? -units : units
}
export const sumOf = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => sum + unitsOf(text), 0n)
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

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row])
  return [...found.values()]
}

/** The bills that the overview should have, with sums as BigInts. */
export function billsByHand(data: Data, companyId: string | null) {
  const own = data.bills.filter(row => companyId === null || row.companyId === companyId)
  const open = own.filter(
    ({ status, dueDate, matchedTransactionId }) =>
      !['paid', 'rejected', 'archived'].includes(status) && dueDate !== null && matchedTransactionId === null,
  )
  const byDueDate = (a: Bill, b: Bill) =>
    (a.dueDate ?? '') < (b.dueDate ?? '') || (a.dueDate === b.dueDate && a.id < b.id) ? -1 : 1
  const bills = groups(own, row => `${row.status} ${row.currency}`).map(rows => ({
    status: rows[0]?.status,
    currency: rows[0]?.currency,
    count: rows.length,
    total: knownSum(rows.map(({ totalAmount }) => totalAmount)),
  }))
  return { bills: sorted(bills), dueNext: open.sort(byDueDate).slice(0, 6) }
}

/** The store's bills in the same shape. Groups come in any order, due bills in a fixed one. */
export function billsAsUnits({ bills, dueNext }: Overview) {
  const groups = bills.map(({ total, ...rest }) => ({
    ...rest,
    total: total === null ? null : unitsOf(total),
  }))
  return { bills: sorted(groups), dueNext }
}

const sorted = <Row>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1))
const keyText = (row: unknown): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))
