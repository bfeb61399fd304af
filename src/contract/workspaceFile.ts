/**
 * A whole workspace as one JSON file, written by `florin export` and read by `florin load`. Each element has the API's
 * response shape, and is strict: a misspelt or missing field is reported, never guessed.
 */
import * as z from 'zod'
import { account } from './accounts.ts'
import { bill } from './bills.ts'
import { category } from './categories.ts'
import { company } from './companies.ts'
import { payee } from './payees.ts'
import { id, text } from './primitives.ts'
import { transaction, transactionCategory } from './transactions.ts'

export const workspaceFileLists = {
  companies: company.strict(),
  accounts: account.strict(),
  categories: category.strict(),
  transactions: transaction.extend({ category: transactionCategory.strict().nullable() }).strict(),
  bills: bill.strict(),
  payees: payee.strict(),
}

export type ListName = keyof typeof workspaceFileLists

export const listNames = Object.keys(workspaceFileLists) as ListName[]

export const workspaceFileHead = z.strictObject({
  id: id('Opaque id of the workspace.', 'wsp_01JZ7Q4W0G3V8N5K2M9R6T1XYB'),
  name: text({ min: 1 }),
})

export type WorkspaceFile = { workspace: z.infer<typeof workspaceFileHead> } & {
  [Name in ListName]: z.infer<(typeof workspaceFileLists)[Name]>[]
}
