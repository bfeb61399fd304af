/**
 * The handler of each operation: the function of that name in its resource's file. The compiler reports a missing one.
 */
import * as accounts from './accounts.ts'
import * as bills from './bills.ts'
import * as categories from './categories.ts'
import * as changes from './changes.ts'
import * as companies from './companies.ts'
import type { Handlers } from './http/call.ts'
import * as payees from './payees.ts'
import * as transactionSummary from './transactionSummary.ts'
import * as transactions from './transactions.ts'
import * as workspace from './workspace.ts'

export const handlers: Handlers = {
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
