/** Matching by hand: the payments that could settle a bill, and the bills that a transaction settles. */
import * as z from 'zod'
import { bill } from '../../bills.ts'
import { listOf, money, requestedId, text } from '../../primitives.ts'
import { transaction } from '../../transactions.ts'
import { consoleOperation } from '../operation.ts'
import { everyone } from '../roles.ts'

export const candidatesMax = 30
/** A search looks at this many of the company's newest payments. */
export const searchedMax = 2_000

const candidate = z.object({
  transaction,
  available: money('What of its amount pays no bill yet.', '400.00'),
  score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: 'Null if that is not exactly what is open on the bill.' }),
})

export type Candidate = z.infer<typeof candidate>

export const listCandidates = consoleOperation({
  id: 'listCandidates',
  method: 'GET',
  path: '/match-candidates',
  summary: 'Payments that are not used up for other bills and could settle this one, the likeliest first',
  access: everyone,
  query: z.object({
    billId: requestedId('The bill.'),
    q: text({ max: 100, trim: true })
      .optional()
      .meta({ description: 'Words or an amount to search for, instead of what is open on the bill.' }),
  }),
  success: {
    status: 200,
    description: 'The payments.',
    schema: listOf(candidate).extend({
      open: money('What is open on the bill; null if it has no total.', '1000.00').nullable(),
    }),
  },
})

export const listTransactionBills = consoleOperation({
  id: 'listTransactionBills',
  method: 'GET',
  path: '/transaction-bills/{id}',
  summary: 'The bills that a transaction settles; the id is the transaction’s',
  access: everyone,
  success: { status: 200, description: 'The bills.', schema: listOf(bill) },
})
