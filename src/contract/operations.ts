/** Every operation of the API by id. To add one, define it in its resource's file and list it here. */
import { getAccount, listAccounts } from './accounts.ts'
import { getBill, listBills } from './bills.ts'
import { listCategories } from './categories.ts'
import { listCompanies } from './companies.ts'
import { createPayee, deletePayee, getPayee, listPayees, updatePayee } from './payees.ts'
import { getTransaction, listTransactions } from './transactions.ts'
import { getWorkspace } from './workspace.ts'

export const operations = {
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

export type Operations = typeof operations
export type OperationId = keyof Operations
