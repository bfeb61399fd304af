/** The handler of each operation. The type makes the compiler report a missing one. */
import { getAccount, listAccounts } from './accounts.ts'
import { getBill, listBills } from './bills.ts'
import { listCategories } from './categories.ts'
import { listCompanies } from './companies.ts'
import type { Handlers } from './http/call.ts'
import { createPayee, deletePayee, getPayee, listPayees, updatePayee } from './payees.ts'
import { getTransaction, listTransactions } from './transactions.ts'
import { getWorkspace } from './workspace.ts'

export const handlers: Handlers = {
  getWorkspace,
  listCompanies,
  listAccounts,
  getAccount,
  listTransactions,
  getTransaction,
  listCategories,
  listBills,
  getBill,
  listPayees,
  getPayee,
  createPayee,
  updatePayee,
  deletePayee,
}
