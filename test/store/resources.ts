/** The resources of the API, each with its schema and its table. */
import { account } from '../../src/contract/accounts.ts'
import { bill } from '../../src/contract/bills.ts'
import { category } from '../../src/contract/categories.ts'
import { company } from '../../src/contract/companies.ts'
import { payee } from '../../src/contract/payees.ts'
import { transaction } from '../../src/contract/transactions.ts'
import { accountsTable } from '../../src/store/accounts.ts'
import { billsTable } from '../../src/store/bills.ts'
import { categoriesTable } from '../../src/store/categories.ts'
import { companiesTable } from '../../src/store/companies.ts'
import { payeesTable } from '../../src/store/payees.ts'
import { transactionsTable } from '../../src/store/transactionColumns.ts'

export const resources = [
  { schema: company, table: companiesTable },
  { schema: account, table: accountsTable },
  { schema: category, table: categoriesTable },
  { schema: transaction, table: transactionsTable },
  { schema: bill, table: billsTable },
  { schema: payee, table: payeesTable },
] as const
