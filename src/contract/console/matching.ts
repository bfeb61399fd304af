/** Matching payments to bills: matches, and suggestions for people to decide. */
import * as z from 'zod'
import { bill } from '../bills.ts'
import {
  choice,
  companyIdParameter,
  cursorParameter,
  id,
  instant,
  limitParameter,
  money,
  pageOf,
  requestedId,
  unsignedMoney,
} from '../primitives.ts'
import { transaction } from '../transactions.ts'
import { consoleOperation } from './operation.ts'
import { editors, everyone } from './roles.ts'

/** One reason for or against a match, in words for people. */
export const reason = z.object({
  sign: choice(
    ['reference', 'iban', 'amount', 'currency', 'date', 'name', 'together', 'settlement'],
    'What the reason is about.',
  ),
  points: z.int().meta({ description: 'Negative if it is a reason against the match.' }),
  sentence: z.string(),
})

export type MatchReason = z.infer<typeof reason>

/** 0 to 100. */
const score = z.int().min(0).max(100)

export const settlementKinds = ['part', 'rest', 'discount', 'charge', 'tolerance'] as const

/** What a payment settles of a bill. Amount, discount, charge and tolerance together are the part that is settled. */
export const settledParts = {
  amount: money('What the transaction pays on the bill.', '980.00'),
  discount: money('The cash discount taken.', '20.00'),
  charge: money('Bank charges: positive if taken off, negative if paid on top.', '0'),
  tolerance: money('A difference that is accepted; negative if too much was paid.', '0'),
}

const settledBill = {
  open: money('What was open on the bill before.', '1000.00'),
  ...settledParts,
}

/** How a payment of another amount than the bill's would settle it. For several bills, the amounts are sums. */
export const suggestedSettlement = z.object({
  kind: choice(settlementKinds, 'Why the amounts differ.'),
  ...settledBill,
  bills: z
    .array(z.object({ billId: z.string(), ...settledBill }))
    .optional()
    .meta({ description: 'What it settles of each, if there are several.' }),
})

export type SuggestedSettlement = z.infer<typeof suggestedSettlement>

export const suggestionStates = ['open', 'confirmed', 'declined'] as const

export const suggestion = z.object({
  id: id('Opaque id of the suggestion.', 'sug_01JZ7Q4W0G3V8N5K2M9R6T1XYS'),
  state: choice(suggestionStates, 'The decision, if there is one.'),
  score,
  reasons: z.array(reason),
  transaction,
  bills: z.array(bill).meta({ description: 'Several if one payment settles them together.' }),
  settlement: suggestedSettlement
    .nullable()
    .meta({ description: 'What would be recorded; null if the amounts are equal.' }),
  createdAt: instant('When the suggestion was made.'),
  decidedAt: instant('When it was decided.').nullable(),
})

export type Suggestion = z.infer<typeof suggestion>

export const listSuggestions = consoleOperation({
  id: 'listSuggestions',
  method: 'GET',
  path: '/suggestions',
  summary: 'Suggested matches, open or decided, newest first',
  access: everyone,
  query: z.object({
    companyId: companyIdParameter,
    state: choice(suggestionStates, 'Only this state.').optional(),
    billId: requestedId('Only for this bill.').optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  success: { status: 200, description: 'A page of suggestions.', schema: pageOf(suggestion) },
})

export const decideSuggestion = consoleOperation({
  id: 'decideSuggestion',
  method: 'PATCH',
  path: '/suggestions/{id}',
  summary: 'Confirm or decline; a decline is remembered',
  access: editors,
  body: z.strictObject({ state: choice(['confirmed', 'declined'], 'The decision.') }),
  success: { status: 200, description: 'The suggestion, as decided.', schema: suggestion },
})

export const matchMaker = z.object({
  kind: choice(['person', 'command', 'service'], 'Who made the match.'),
  id: z.string(),
  name: z.string().nullable(),
})

export const match = z.object({
  billId: z.string(),
  transactionId: z.string(),
  by: matchMaker,
  at: instant('When.'),
  score,
  reasons: z.array(reason),
})

export type Match = z.infer<typeof match>

/** What a person says that a payment settles. Together, it must not be more than what is open. */
const chosenParts = z.strictObject({
  amount: unsignedMoney(settledParts.amount.description ?? '', '400.00').refine(
    value => /[1-9]/.test(value),
    'must be more than zero',
  ),
  discount: unsignedMoney('The cash discount taken.', '0').optional(),
  charge: settledParts.charge.optional(),
  tolerance: settledParts.tolerance.optional(),
})

export type ChosenParts = z.infer<typeof chosenParts>

export const createMatch = consoleOperation({
  id: 'createMatch',
  method: 'POST',
  path: '/matches',
  summary: 'Match a bill with the transaction that settles it, or record what the transaction pays of it',
  access: editors,
  body: z.strictObject({
    billId: requestedId('The bill.'),
    transactionId: requestedId('A debit of the same company.'),
    parts: chosenParts.optional().meta({ description: 'Left out if it pays everything that is open.' }),
  }),
  success: {
    status: 201,
    description: 'The bill: matched, or unchanged if some of it stays open.',
    schema: bill,
  },
})

export const deleteMatch = consoleOperation({
  id: 'deleteMatch',
  method: 'DELETE',
  path: '/matches/{id}',
  summary: "Undo a bill's match and remember that it was wrong; the id is the bill's",
  access: editors,
  success: { status: 200, description: 'The bill, as it was before.', schema: bill },
})
