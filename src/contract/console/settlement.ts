/** What was paid on a bill, the discounts it offers, and the differences that people accept. */
import * as z from 'zod'
import { bill } from '../bills.ts'
import { choice, date, instant, money, requestedId, unsignedMoney } from '../primitives.ts'
import { transactionStatuses } from '../transactions.ts'
import { matchMaker, reason, settledParts } from './matching.ts'
import { consoleOperation } from './operation.ts'
import { editors, everyone, managers } from './roles.ts'

/** A cash discount as the bill's document states it. */
export const discountTerms = z.object({
  percent: unsignedMoney('Percent of the base.', '2.00').nullable(),
  amount: unsignedMoney('The discount itself, if it is stated as an amount.', '20.00').nullable(),
  base: unsignedMoney('What the percent is of; the total if it is null.', '1000.00').nullable(),
  days: z.int().min(0).nullable().meta({ description: 'Days from the start, or from the invoice date.' }),
  from: date('When the days start.').nullable(),
  until: date('The last day, if it is stated.').nullable(),
  path: z.string().meta({ description: 'Where it is in the document.' }),
})

export type DiscountTerms = z.infer<typeof discountTerms>

export const discountOffer = z.object({
  percent: discountTerms.shape.percent,
  until: date('The last day to pay with this discount.').nullable(),
  discount: unsignedMoney('The discount.', '20.00'),
  toPay: unsignedMoney('The total less the discount.', '980.00'),
  path: discountTerms.shape.path,
})

export type DiscountOffer = z.infer<typeof discountOffer>

export const billPayment = z.object({
  transactionId: z.string(),
  ...settledParts,
  status: choice(transactionStatuses, 'Status of the transaction.').nullable(),
  transactionAmount: money(
    'The whole transaction, which may have changed when it was booked.',
    '400.00',
  ).nullable(),
  day: date('Booking date of the transaction, or else its value date.').nullable(),
  by: matchMaker,
  at: instant('When it was recorded.'),
  score: z.int(),
  reasons: z.array(reason),
})

export type BillPayment = z.infer<typeof billPayment>

export const billSettlement = z.object({
  paid: money('Sum of what was paid.', '400.00'),
  discount: money('Sum of the discounts taken.', '0'),
  charge: money('Sum of the bank charges.', '0'),
  tolerance: money('Sum of the accepted differences.', '0'),
  open: money('What is still open; null if the bill has no total.', '600.00').nullable(),
  payments: z.array(billPayment).meta({ description: 'In the order in which they were recorded.' }),
  offers: z.array(discountOffer).meta({ description: 'Cash discounts, the longest-running last.' }),
})

export type BillSettlement = z.infer<typeof billSettlement>

export const deletePayment = consoleOperation({
  id: 'deletePayment',
  method: 'DELETE',
  path: '/bill-payments/{id}',
  summary: "Remove one payment from a bill and remember that it was wrong; the id is the bill's",
  access: editors,
  query: z.object({ transactionId: requestedId('The payment.') }),
  success: { status: 200, description: 'The bill, without it.', schema: bill },
})

const percent = unsignedMoney('At most this percent of the total, 0 to 100.', '0.5').refine(
  value => /^(\d{1,2}(\.\d+)?|100(\.0+)?)$/.test(value),
  'must be at most 100',
)

/** A difference is accepted if it is within every limit that is set. */
export const settlementSettings = z.strictObject({
  tolerancePercent: percent.nullable(),
  toleranceAmount: unsignedMoney("At most this much, in the bill's currency.", '0.05').nullable(),
  chargeMax: unsignedMoney("Bank charges up to this much, in the bill's currency.", '25.00').nullable(),
})

export type SettlementSettings = z.infer<typeof settlementSettings>

export const getSettlementSettings = consoleOperation({
  id: 'getSettlementSettings',
  method: 'GET',
  path: '/settlement',
  summary: 'Which differences between a payment and its bill may be suggested',
  access: everyone,
  success: { status: 200, description: 'The limits.', schema: settlementSettings },
})

export const changeSettlementSettings = consoleOperation({
  id: 'changeSettlementSettings',
  method: 'PATCH',
  path: '/settlement',
  summary: 'Set the limits, and look for suggestions again',
  access: managers,
  body: settlementSettings,
  success: { status: 200, description: 'The limits, as set.', schema: settlementSettings },
})
