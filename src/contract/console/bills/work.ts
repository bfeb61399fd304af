/** Bills as work: moving them from status to status, fixing their values, comments, and what was done so far. */
import * as z from 'zod'
import { bill, billStatuses } from '../../bills.ts'
import { choice, currency, date, instant, money, requestedId, text } from '../../primitives.ts'
import { consoleOperation } from '../operation.ts'
import { editors, everyone } from '../roles.ts'
import { billFields } from './billDetails.ts'

export const commentLengthMax = 2000
export const commentsPerBillMax = 200
export const noteLengthMax = 500
/** Maximum number of records in a bill's history. The audit log has all of them. */
export const historyMax = 200

const status = choice(billStatuses, 'Status of the bill.')

const somebody = z.object({
  kind: choice(['person', 'command', 'key', 'service'], 'Kind of actor.'),
  id: z.string(),
  name: z.string().nullable().meta({ description: 'The current name; null if it is not known.' }),
})

export type Somebody = z.infer<typeof somebody>

const typedValue = z.object({ value: z.string().nullable(), by: somebody, at: instant('When.') })

export const billWork = z.object({
  billId: z.string(),
  moves: z.array(
    z.object({
      to: status,
      refusal: z.string().nullable().meta({ description: 'Why this person cannot; null if they can.' }),
    }),
  ),
  canFix: z.boolean().meta({ description: 'Whether its values can be corrected in this status.' }),
  fourEyes: z.boolean(),
  enteredBy: somebody.nullable().meta({ description: 'Null if it came with a workspace file.' }),
  typed: z
    .partialRecord(z.enum(billFields), typedValue)
    .meta({ description: 'The values that a person typed; the others are as the document has them.' }),
  scheduledFor: date('The day for which the payment is scheduled.').nullable(),
  history: z.array(
    z.object({
      id: z.string(),
      at: instant('When it was done.'),
      action: z.string(),
      by: somebody,
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  comments: z.array(
    z.object({ id: z.string(), at: instant('When it was written.'), by: somebody, comment: z.string() }),
  ),
})

export type BillWork = z.infer<typeof billWork>

export const getBillWork = consoleOperation({
  id: 'getBillWork',
  method: 'GET',
  path: '/bill-work/{id}',
  summary: 'What can be done with a bill, what was done so far, and its comments',
  access: everyone,
  success: { status: 200, description: 'The work on the bill.', schema: billWork },
})

const seen = instant("The bill's `updatedAt` as the person saw it; 409 if it has changed since.")

export const moveBill = consoleOperation({
  id: 'moveBill',
  method: 'POST',
  path: '/bill-moves',
  summary: 'Give a bill another status: approve, reject, schedule, mark as paid, archive, or go back',
  access: editors,
  body: z.strictObject({
    billId: requestedId('The bill.'),
    to: status,
    updatedAt: seen,
    date: date('For `scheduled`: the day to pay it, required. For `paid`: the day it was paid.').optional(),
    note: text({ min: 1, max: noteLengthMax, trim: true })
      .optional()
      .meta({ description: 'Why, for the history.' }),
  }),
  success: { status: 200, description: 'The bill, as moved.', schema: bill },
})

const typedText = (max: number) => text({ min: 1, max, trim: true }).nullable()

export const fixValues = z.strictObject({
  supplierName: typedText(300),
  supplierIban: typedText(42),
  invoiceNumber: typedText(200),
  totalAmount: money('The amount to pay, including VAT.', '1249.90').nullable(),
  vatAmount: money('VAT included in the total.', '199.56').nullable(),
  currency: currency.nullable(),
  invoiceDate: date('Date on the invoice.').nullable(),
  dueDate: date('Due date.').nullable(),
  paymentReference: typedText(140),
})

export const fixBill = consoleOperation({
  id: 'fixBill',
  method: 'POST',
  path: '/bill-fixes',
  summary: 'Type the values of a bill; a complete fix of one that could not be read makes it ready to match',
  access: editors,
  body: z.strictObject({
    billId: requestedId('The bill.'),
    updatedAt: seen,
    values: fixValues.partial().meta({ description: 'Values that are left out stay as they are.' }),
  }),
  success: { status: 200, description: 'The bill, as fixed.', schema: bill },
})

export const commentBill = consoleOperation({
  id: 'commentBill',
  method: 'POST',
  path: '/bill-comments',
  summary: 'Comment on a bill; comments cannot be changed',
  access: editors,
  body: z.strictObject({
    billId: requestedId('The bill.'),
    comment: text({ min: 1, max: commentLengthMax, trim: true }),
  }),
  success: { status: 201, description: 'The work on the bill, with the comment.', schema: billWork },
})
