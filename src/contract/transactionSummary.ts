/** Sums of transactions, made by the database. */
import * as z from 'zod'
import { operation } from './operation.ts'
import {
  choice,
  choices,
  currency,
  id,
  money,
  nullableText,
  unsignedMoney,
  wholeNumber,
} from './primitives.ts'
import { listTransactions, transactionCategory, transactionStatuses } from './transactions.ts'

/** In the order in which a group names them. */
export const summaryKeys = ['month', 'category', 'account', 'counterparty'] as const

export type SummaryKey = (typeof summaryKeys)[number]

export const summaryGroupsMax = 1_000
const summaryGroupsDefault = 100

const namesOf = (text: string): SummaryKey[] => {
  const names = text.split(',').map(name => name.trim())
  return summaryKeys.filter(key => names.includes(key))
}
const areKeys = (text: string): boolean =>
  text.split(',').every(name => (summaryKeys as readonly string[]).includes(name.trim()))
const byMessage = `must name some of ${summaryKeys.join(', ')}, separated by commas`

const byParameter = z
  .string()
  .max(200, { error: byMessage, abort: true })
  .refine(areKeys, { error: byMessage, abort: true })
  .transform(namesOf)
  .pipe(z.array(z.enum(summaryKeys)))
  .default(['month'])
  .meta({ description: 'What to group by, separated by commas, such as `month,category`.' })

const sums = {
  currency,
  count: z.int().meta({ description: 'Number of transactions.', examples: [42] }),
  credit: unsignedMoney('Sum of all credits, money in.', '12300.00'),
  debit: unsignedMoney('Sum of all debits, money out.', '9201.44'),
  net: money('Credits minus debits.', '3098.56'),
}

export const transactionGroup = z
  .object({
    month: z
      .string()
      .regex(/^[0-9]{4}-[0-9]{2}$/)
      .nullable()
      .optional()
      .meta({
        description: 'Month of the booking date; null without one. Only with `by=month`.',
        examples: ['2026-10'],
      }),
    category: transactionCategory
      .nullable()
      .optional()
      .meta({ description: 'Null for transactions without a category. Only with `by=category`.' }),
    accountId: id('Only with `by=account`.', 'acc_01JZ7Q4W0G3V8N5K2M9R6T1XYE').optional(),
    counterparty: nullableText(
      'Name of the merchant, else of the counterparty. Only with `by=counterparty`.',
      'Papierwerk Süd',
    ).optional(),
    ...sums,
  })
  .meta({
    id: 'TransactionGroup',
    description: 'Exact sums of the transactions of a group, in one currency.',
  })

export type TransactionGroup = z.infer<typeof transactionGroup>

export const transactionTotal = z.object(sums).meta({ id: 'TransactionTotal' })

export type TransactionTotal = z.infer<typeof transactionTotal>

/** The filters of the list, so that a sum and its list agree. Sums have no pages, so what a page may be is left out. */
const listFilters = listTransactions.query.omit({ limit: true, cursor: true, updatedAfter: true }).shape
const summedFilters = {
  ...listFilters,
  q: listFilters.q.meta({
    description: 'Only transactions that contain every word, as in `GET /transactions`.',
  }),
  currency: currency.optional().meta({ description: 'Only this currency.' }),
}

export const summarizeTransactions = operation({
  id: 'summarizeTransactions',
  method: 'GET',
  path: '/transaction-summary',
  tag: 'Transactions',
  summary: 'Exact sums of transactions',
  description:
    'Sums by month, category, account or counterparty, or several of these together. Currencies are never mixed. ' +
    'Newest month first, then the largest groups. `totals` covers every group, including those beyond `limit`. ' +
    'Transactions without a `side` are counted, but are in neither sum. The filters are those of `GET /transactions`, ' +
    'except that only booked transactions count unless `status` says otherwise.',
  scopes: ['transactions:read'],
  clientMethod: 'transactions.summarize',
  query: z.object({
    by: byParameter,
    ...summedFilters,
    status: choices(transactionStatuses, 'Only these statuses, separated by commas.').default(['booked']),
    ownTransfers: choice(
      ['include', 'exclude', 'only'],
      'Whether transfers between accounts of the workspace count, as in `GET /transactions`.',
    ).default('include'),
    limit: wholeNumber(1, summaryGroupsMax)
      .default(summaryGroupsDefault)
      .meta({ description: 'Maximum number of groups.' }),
  }),
  success: {
    status: 200,
    description: 'The groups, and the totals by currency.',
    schema: z.object({
      data: z.array(transactionGroup),
      groups: z.int().meta({
        description: 'Number of groups. More than in `data` if there are more than `limit`.',
        examples: [18],
      }),
      totals: z.array(transactionTotal).meta({ description: 'Sums over all groups, by currency.' }),
    }),
  },
})

export const operations = { summarizeTransactions }
