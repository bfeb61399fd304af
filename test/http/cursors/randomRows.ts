/** Random data for walks over the paged lists, with few different values so that there are ties of every kind. */
import fc from 'fast-check'
import { type Bill, billStatuses } from '../../../src/contract/bills.ts'
import {
  type Transaction,
  transactionSides,
  transactionStatuses,
} from '../../../src/contract/transactions.ts'
import { account, bill, category, company, transaction } from '../../support/builders.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import type { Filters } from '../lists.ts'

/** Each run loads a workspace and walks it; a failure is made smaller for a while, and not for ever. */
export const runsOverHttp = { numRuns: 12, interruptAfterTimeLimit: 20_000 }

export const north = company({ id: 'north' })
export const giro = account(north, { id: 'giro' })
const companies = [north, company({ id: 'south' })] as const
const accounts = [giro, account(north, { id: 'savings' }), account(companies[1], { id: 'till' })] as const
const categories = [category({ id: 'food' }), category({ id: 'rent' })] as const

/** What the rows refer to. */
export const home = { companies: [...companies], accounts: [...accounts], categories: [...categories] }

const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const
const createdAts = [
  '1969-12-31T23:59:59.999Z',
  '2026-03-01T08:00:00.000Z',
  '2026-03-01T08:00:00.001Z',
] as const
const updatedAts = [
  '2026-03-10T12:00:00.000Z',
  '2026-03-10T12:00:00.001Z',
  '2026-03-10T12:00:00.002Z',
] as const

const id = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'B', '_', '0', 'é', 'ｚ', '😀'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 3 }).filter(text => !text.includes('\0')),
)

const assigned = ({ id, name, slug }: (typeof categories)[number]) => ({ id, name, slug })
export const food = assigned(categories[0])
const assignable = [null, food, assigned(categories[1])]

const anyTransaction: fc.Arbitrary<Transaction> = fc
  .record({
    on: fc.constantFrom(...accounts),
    given: fc.record({
      id,
      bookingDate: fc.constantFrom(null, ...days),
      createdAt: fc.constantFrom(...createdAts),
      updatedAt: fc.constantFrom(...updatedAts),
      status: fc.constantFrom(...transactionStatuses),
      side: fc.constantFrom(null, ...transactionSides),
      category: fc.constantFrom(...assignable),
    }),
  })
  .map(({ on, given }) => transaction(on, given))

const anyBill: fc.Arbitrary<Bill> = fc
  .record({
    owner: fc.constantFrom(...companies),
    given: fc.record({
      id,
      createdAt: fc.constantFrom(...createdAts),
      updatedAt: fc.constantFrom(...updatedAts),
      status: fc.constantFrom(...billStatuses.slice(0, 3)),
    }),
  })
  .map(({ owner, given }) => bill(owner, given))

/** Without a size fast-check would hardly go past ten rows. */
const someOf = <Row extends { id: string }>(row: fc.Arbitrary<Row>) =>
  fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 40, size: 'max' })
export const anyTransactions = someOf(anyTransaction)
export const anyBills = someOf(anyBill)

const updatedAfter = fc.constantFrom('1970-01-01T00:00:00.000Z', ...updatedAts)

/** Up to two filters: with more, hardly any row would match. */
function fewOf(values: { [Name in keyof Filters]: fc.Arbitrary<string> }): fc.Arbitrary<Filters> {
  const names = Object.keys(values) as (keyof Filters)[]
  return fc
    .tuple(fc.record(values), fc.subarray(names, { maxLength: 2 }))
    .map(([each, chosen]) => Object.fromEntries(chosen.map(name => [name, each[name]])))
}

export const anyTransactionFilters = fewOf({
  companyId: fc.constantFrom('north', 'south'),
  accountId: fc.constantFrom('giro', 'savings', 'till'),
  categoryId: fc.constantFrom('food', 'rent'),
  status: fc.constantFrom(...transactionStatuses),
  side: fc.constantFrom(...transactionSides),
  dateFrom: fc.constantFrom(...days),
  dateTo: fc.constantFrom(...days),
  updatedAfter,
})

export const anyBillFilters = fewOf({
  companyId: fc.constantFrom('north', 'south'),
  status: fc.constantFrom(...billStatuses.slice(0, 3)),
  updatedAfter,
})

/** The page sizes of one walk, repeated when used up. */
export const anyPageSizes = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100 })),
  {
    minLength: 1,
    maxLength: 4,
  },
)

/** Several spellings of the same instant. */
export function respelt(instant: string, index: number): string {
  const shifted = (minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString()
  const spellings = [
    instant,
    instant.toLowerCase(),
    shifted(90).replace('Z', '+01:30'),
    shifted(-720).replace('Z', '-12:00'),
    instant.replace('Z', '999Z'),
  ]
  return spellings[index % spellings.length] as string
}
