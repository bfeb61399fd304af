/**
 * A workspace for trying things out: three companies and eighteen months of banking. It is the same on every
 * machine and in every run, so that documentation and tests can refer to its contents.
 */
import type { WorkspaceFile } from '../contract/workspaceFile.ts'
import { demoAccounts } from './accounts.ts'
import { type BillPlan, billPlans } from './billPlans.ts'
import { finishedBills } from './bills.ts'
import { demoCategories } from './categories.ts'
import { demoCompanies } from './companies.ts'
import { byId, demoId } from './ids.ts'
import { demoPayees } from './payees.ts'
import { bankEntries } from './payments/bankEntries.ts'
import { everydayPayments, subscriptionPayments } from './payments/cardPayments.ts'
import { incomingPayments } from './payments/incomingPayments.ts'
import { likelyPayments } from './payments/likelyPayments.ts'
import { monthlyPayments } from './payments/monthlyPayments.ts'
import { cardSettlementEntries, cardSettlements, ownTransfers } from './payments/ownTransfers.ts'
import { unsettledEntries } from './payments/unsettledEntries.ts'
import { randomStream } from './random.ts'
import type { TransactionDraft } from './transactionDrafts.ts'
import { finishedTransactions } from './transactions.ts'

const transactionCount = 2000
const openedAt = '2025-04-07T08:10:02.114Z'

export function demoWorkspace(): WorkspaceFile {
  const companies = demoCompanies()
  const categories = demoCategories()
  const plannedBills = billPlans()
  const drafts = transactionDrafts(plannedBills)
  const accounts = demoAccounts(companies, drafts)
  const transactions = finishedTransactions(drafts, accounts, categories)
  return {
    workspace: {
      id: demoId('wsp', Date.parse(openedAt), randomStream('workspace id')),
      name: 'Quellmond Group',
    },
    companies: Object.values(companies),
    accounts: [...accounts.values()],
    categories,
    transactions: [...transactions.values()].sort(byId),
    bills: finishedBills(plannedBills, companies, transactions),
    payees: demoPayees(companies, transactions.values()),
  }
}

/** Card settlements depend on what was spent, so they come after all other payments. */
function transactionDrafts(plannedBills: readonly BillPlan[]): TransactionDraft[] {
  const planned = [
    ...bankEntries(),
    ...monthlyPayments(),
    ...incomingPayments(),
    ...ownTransfers(),
    ...subscriptionPayments(),
    ...plannedBills.flatMap(({ payment }) => payment ?? []),
    ...likelyPayments(plannedBills),
    ...unsettledEntries(),
  ]
  const spent = [...planned, ...everydayPayments(transactionCount - planned.length - cardSettlementEntries)]
  return [...spent, ...cardSettlements(spent)]
}
