/** Matching by hand: the payments that could settle a bill, and the bills that a transaction settles. */
import { z } from 'zod'
import { bill } from '../../bills.ts'
import { listOf, requestedId, text } from '../../primitives.ts'
import { transaction } from '../../transactions.ts'
import { consoleOperation } from '../operation.ts'
import { everyone } from '../roles.ts'

export const candidatesMax = 30
/** A search looks at this many of the company's newest payments. */
export const searchedMax = 2_000

const candidate = z.object({
  transaction,
  score: z.int().min(0).max(100).nullable().meta({ description: 'Null if the amount differs.' }),
})

export type Candidate = z.infer<typeof candidate>

export const listCandidates = consoleOperation({
  id: 'listCandidates',
  method: 'GET',
  path: '/match-candidates',
  summary: 'Payments that settle no bill yet and could settle this one, the likeliest first',
  access: everyone,
  query: z.object({
    billId: requestedId('The bill.'),
    q: text({ max: 100, trim: true })
      .optional()
      .meta({ description: 'Words or an amount to search for, instead of the amount of the bill.' }),
  }),
  success: { status: 200, description: 'The payments.', schema: listOf(candidate) },
})

export const listTransactionBills = consoleOperation({
  id: 'listTransactionBills',
  method: 'GET',
  path: '/transaction-bills/{id}',
  summary: 'The bills that a transaction settles; the id is the transaction’s',
  access: everyone,
  success: { status: 200, description: 'The bills.', schema: listOf(bill) },
})
