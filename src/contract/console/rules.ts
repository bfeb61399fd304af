/** Category rules, and a person's own choice of category, which rules do not overwrite. */
import * as z from 'zod'
import { choice, currency, id, instant, listOf, requestedId, text, unsignedMoney } from '../primitives.ts'
import { transaction, transactionSides, transactionTypes } from '../transactions.ts'
import { consoleOperation } from './operation.ts'
import { editors, everyone } from './roles.ts'

export const rulesMax = 500
const wordsLengthMax = 200

/** Null conditions are ignored; at least one must be set. */
const conditions = {
  companyId: requestedId('Only transactions of this company.').nullable(),
  counterparty: text({ min: 1, max: wordsLengthMax, trim: true }).nullable().meta({
    description:
      "Part of the counterparty's name or merchant name, or its IBAN; case and accents are ignored.",
  }),
  words: text({ min: 1, max: wordsLengthMax, trim: true })
    .nullable()
    .meta({ description: 'Whole words that must all occur in the description and reference, in any order.' }),
  type: choice(transactionTypes, 'How the money moved.').nullable(),
  side: choice(transactionSides, 'Direction of the payment.').nullable(),
  amountMin: unsignedMoney('At least this much.', '10.00').nullable(),
  amountMax: unsignedMoney('At most this much.', '500.00').nullable(),
  currency: currency.nullable(),
}

const changeable = {
  name: text({ min: 1, max: 100, trim: true }),
  categoryId: requestedId('The category to assign.'),
  ...conditions,
}

export const rule = z.object({
  id: id('Opaque id of the rule.', 'rul_01JZ7Q4W0G3V8N5K2M9R6T1XYR'),
  position: z.int().meta({ description: 'Rules are tried in this order; the first match wins.' }),
  ...changeable,
  createdAt: instant('When the rule was created.'),
})

export type Rule = z.infer<typeof rule>

export const listRules = consoleOperation({
  id: 'listRules',
  method: 'GET',
  path: '/rules',
  summary: 'The rules, in their order',
  access: everyone,
  success: { status: 200, description: 'Every rule.', schema: listOf(rule) },
})

export const createRule = consoleOperation({
  id: 'createRule',
  method: 'POST',
  path: '/rules',
  summary: 'Add a rule after the others',
  access: editors,
  body: z.strictObject(changeable),
  success: { status: 201, description: 'The rule.', schema: rule },
})

export const changeRule = consoleOperation({
  id: 'changeRule',
  method: 'PATCH',
  path: '/rules/{id}',
  summary: 'Change a rule or its position',
  access: editors,
  body: z.strictObject({ ...changeable, position: z.int().min(0).max(rulesMax) }).partial(),
  success: { status: 200, description: 'The rule.', schema: rule },
})

export const deleteRule = consoleOperation({
  id: 'deleteRule',
  method: 'DELETE',
  path: '/rules/{id}',
  summary: 'Delete a rule; its categories stay until the rules are applied again',
  access: editors,
  success: { status: 204, description: 'Deleted.' },
})

export const applyRules = consoleOperation({
  id: 'applyRules',
  method: 'POST',
  path: '/rule-runs',
  summary: 'Apply the rules to all transactions, or count what would change',
  access: editors,
  body: z.strictObject({ dryRun: z.boolean().default(false) }),
  success: {
    status: 200,
    description: 'How many transactions were checked, and how many changed their category.',
    schema: z.object({ looked: z.int(), changed: z.int(), byRule: z.record(z.string(), z.int()) }),
  },
})

export const chooseCategory = consoleOperation({
  id: 'chooseCategory',
  method: 'PATCH',
  path: '/transaction-categories/{id}',
  summary: "Choose a transaction's category, or none; rules no longer change it",
  access: editors,
  body: z.strictObject({ categoryId: requestedId('The category.').nullable() }),
  success: { status: 200, description: 'The transaction.', schema: transaction },
})

export const categorySources = ['person', 'rule', 'file', 'none'] as const

export const categoryAssignment = z.object({
  transactionId: z.string(),
  categoryId: z.string().nullable(),
  source: choice(
    categorySources,
    'Who assigned the category. `file`: it came with the import; `none`: nobody has assigned one.',
  ),
  sourceId: z.string().nullable().meta({ description: 'The person or the rule.' }),
  by: z.string().nullable().meta({ description: 'The current name; null if it no longer exists.' }),
  at: instant('When.').nullable(),
})

export type CategoryAssignment = z.infer<typeof categoryAssignment>

export const getCategoryAssignment = consoleOperation({
  id: 'getCategoryAssignment',
  method: 'GET',
  path: '/transaction-categories/{id}',
  summary: "Who assigned a transaction's category; the id is the transaction's",
  access: everyone,
  success: { status: 200, description: 'The assignment.', schema: categoryAssignment },
})
