/** Every operation of the API by id, in the order of the OpenAPI document. Each resource's file lists its own. */
import { operations as accounts } from './accounts.ts'
import { operations as bills } from './bills.ts'
import { operations as categories } from './categories.ts'
import { operations as changes } from './changes.ts'
import { operations as companies } from './companies.ts'
import { operations as payees } from './payees.ts'
import { operations as transactionSummary } from './transactionSummary.ts'
import { operations as transactions } from './transactions.ts'
import { operations as workspace } from './workspace.ts'

export const operations = {
  ...workspace,
  ...companies,
  ...accounts,
  ...transactions,
  ...transactionSummary,
  ...categories,
  ...bills,
  ...payees,
  ...changes,
}

export type Operations = typeof operations
export type OperationId = keyof Operations
