/** Random transactions in five currencies, and their sums, added up one by one without rounding. */
import type {
  SummaryKey,
  TransactionGroup,
  TransactionTotal,
} from '../../../src/contract/transactionSummary.ts'
import { type Transaction, transactionStatuses } from '../../../src/contract/transactions.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { randomStream } from '../../../src/demo/random.ts'
import { DecimalSum, signed } from '../../../src/domain/money/decimal.ts'
import { account, category, company, smallWorkspace, transaction } from '../builders.ts'

const currencies = ['EUR', 'USD', 'JPY', 'KWD', 'CLF'] as const

/** Amounts have 0 to 10 decimal places and up to 30 digits, far more than a float can add. */
export function randomTransactions(count: number, seed: string): WorkspaceFile {
  const random = randomStream(seed)
  const companies = [company(), company()]
  const categories = Array.from({ length: 7 }, () => category())
  const accounts = companies.flatMap(owner => currencies.map(currency => account(owner, { currency })))
  const digits = (length: number) => Array.from({ length }, () => random.below(10)).join('')
  const amount = () => {
    const places = random.pick([0, 2, 2, 2, 3, 10])
    const whole = `${random.between(1, 9)}${digits(random.pick([0, 2, 3, 3, 20]))}`
    return places === 0 ? whole : `${whole}.${digits(places)}`
  }
  const day = () =>
    `202${random.between(4, 6)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`
  const transactions = Array.from({ length: count }, () => {
    const label = random.percent(70) ? random.pick(categories) : null
    return transaction(random.pick(accounts), {
      amount: amount(),
      currency: random.pick(currencies),
      side: random.pick(['credit', 'debit', 'debit', null]),
      status: random.percent(80) ? 'booked' : random.pick(transactionStatuses),
      type: random.pick(['Card', 'SepaCredit', 'InternalCredit', 'InternalDirectDebit', null]),
      bookingDate: random.percent(97) ? day() : null,
      counterpartyName: random.percent(90) ? `Counterparty ${random.below(40)}` : null,
      merchantName: random.percent(30) ? `Merchant ${random.below(10)}` : null,
      category: label && { id: label.id, name: label.name, slug: label.slug },
    })
  })
  return { ...smallWorkspace(), companies, accounts, categories, transactions, bills: [], payees: [] }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

type Keys = Pick<TransactionGroup, 'month' | 'category' | 'accountId' | 'counterparty'>

const keysOf = (row: Transaction, by: readonly SummaryKey[]): Keys => ({
  ...(by.includes('month') && { month: row.bookingDate?.slice(0, 7) ?? null }),
  ...(by.includes('category') && { category: row.category }),
  ...(by.includes('account') && { accountId: row.accountId }),
  ...(by.includes('counterparty') && { counterparty: row.merchantName ?? row.counterpartyName }),
})

interface Sums {
  keys: Keys
  currency: string
  count: number
  credit: DecimalSum
  debit: DecimalSum
  net: DecimalSum
}

/** The groups, in no order, and the totals by currency. */
export function exactSums(
  rows: readonly Transaction[],
  by: readonly SummaryKey[],
): { groups: TransactionGroup[]; totals: TransactionTotal[] } {
  return { groups: summed(rows, row => keysOf(row, by)), totals: summed(rows, () => ({})) }
}

function summed(rows: readonly Transaction[], keysFor: (row: Transaction) => Keys): TransactionGroup[] {
  const groups = new Map<string, Sums>()
  for (const row of rows) {
    const keys = keysFor(row)
    const name = JSON.stringify([keys, row.currency])
    const sums = groups.get(name) ?? emptySums(keys, row.currency)
    groups.set(name, sums)
    sums.count += 1
    if (row.side === null) continue
    const { amount } = signed(row.amount)
    sums[row.side].add({ amount, negative: false })
    sums.net.add({ amount, negative: row.side === 'debit' })
  }
  return [...groups.values()].map(({ keys, currency, count, credit, debit, net }) => ({
    ...keys,
    ...{ currency, count, credit: String(credit), debit: String(debit), net: String(net) },
  }))
}

const emptySums = (keys: Keys, currency: string): Sums => ({
  ...{ keys, currency, count: 0 },
  ...{ credit: new DecimalSum(), debit: new DecimalSum(), net: new DecimalSum() },
})

/** Sorted by their text, to compare lists whose order does not matter. */
export const inTextOrder = (values: readonly object[]): string[] =>
  values.map(value => JSON.stringify(value)).sort()
