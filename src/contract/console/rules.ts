/** Rules that give transactions their category, and a person's own choice, which no rule overwrites. */
import { z } from 'zod'
import { choice, currency, id, instant, listOf, requestedId, text, unsignedMoney } from '../primitives.ts'
import { transaction, transactionSides, transactionTypes } from '../transactions.ts'
import { consoleOperation } from './operation.ts'
import { everyone, managers } from './roles.ts'

export const rulesMax = 500
const wordsLengthMax = 200

/** A condition that is null does not matter; at least one must be there. */
const conditions = {
  companyId: requestedId('Only transactions of this company.').nullable(),
  counterparty: text({ min: 1, max: wordsLengthMax, trim: true }).nullable().meta({
    description:
      'Part of the name or merchant of the other side, or its IBAN; case and accents do not matter.',
  }),
  words: text({ min: 1, max: wordsLengthMax, trim: true })
    .nullable()
    .meta({ description: 'Whole words that description and reference have, all of them, in any order.' }),
  type: choice(transactionTypes, 'How the money moved.').nullable(),
  side: choice(transactionSides, 'Which way.').nullable(),
  amountMin: unsignedMoney('At least this much.', '10.00').nullable(),
  amountMax: unsignedMoney('At most this much.', '500.00').nullable(),
  currency: currency.nullable(),
}

const changeable = {
  name: text({ min: 1, max: 100, trim: true }),
  categoryId: requestedId('The category that it gives.'),
  ...conditions,
}

export const rule = z.object({
  id: id('Opaque id of the rule.', 'rul_01JZ7Q4W0G3V8N5K2M9R6T1XYR'),
  position: z.int().meta({ description: 'Rules are tried in this order; the first that fits decides.' }),
  ...changeable,
  createdAt: instant('When it was made.'),
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
  summary: 'Add a rule, behind the others',
  access: managers,
  body: z.strictObject(changeable),
  success: { status: 201, description: 'The rule.', schema: rule },
})

export const changeRule = consoleOperation({
  id: 'changeRule',
  method: 'PATCH',
  path: '/rules/{id}',
  summary: 'Change a rule, or its place among the others',
  access: managers,
  body: z.strictObject({ ...changeable, position: z.int().min(0).max(rulesMax) }).partial(),
  success: { status: 200, description: 'The rule.', schema: rule },
})

export const deleteRule = consoleOperation({
  id: 'deleteRule',
  method: 'DELETE',
  path: '/rules/{id}',
  summary: 'Delete a rule; what it gave stays until rules are applied anew',
  access: managers,
  success: { status: 204, description: 'It is gone.' },
})

export const applyRules = consoleOperation({
  id: 'applyRules',
  method: 'POST',
  path: '/rule-runs',
  summary: 'Apply the rules to all transactions, or count what they would change',
  access: managers,
  body: z.strictObject({ dryRun: z.boolean().default(false) }),
  success: {
    status: 200,
    description: 'How many transactions were looked at, and how many got another category.',
    schema: z.object({ looked: z.int(), changed: z.int(), byRule: z.record(z.string(), z.int()) }),
  },
})

export const chooseCategory = consoleOperation({
  id: 'chooseCategory',
  method: 'PATCH',
  path: '/transaction-categories/{id}',
  summary: "Choose a transaction's category, or none; no rule changes it from then on",
  access: managers,
  body: z.strictObject({ categoryId: requestedId('The category.').nullable() }),
  success: { status: 200, description: 'The transaction.', schema: transaction },
})

export const categorySources = ['person', 'rule', 'file', 'none'] as const

export const categoryAssignment = z.object({
  transactionId: z.string(),
  categoryId: z.string().nullable(),
  source: choice(
    categorySources,
    'Who gave the category: `file` came with it, and `none` means that nobody has decided.',
  ),
  sourceId: z.string().nullable().meta({ description: 'The person or the rule.' }),
  by: z.string().nullable().meta({ description: 'What that is called now; null where it is gone.' }),
  at: instant('When.').nullable(),
})

export type CategoryAssignment = z.infer<typeof categoryAssignment>

export const getCategoryAssignment = consoleOperation({
  id: 'getCategoryAssignment',
  method: 'GET',
  path: '/transaction-categories/{id}',
  summary: "Who gave a transaction its category; the id is the transaction's",
  access: everyone,
  success: { status: 200, description: 'Who it was.', schema: categoryAssignment },
})
