/** The tables of the change feed, and their columns for it. The table's alias is `t`. */
import type { ChangeResource } from '../../contract/changes.ts'
import { accountsTable } from '../accounts.ts'
import { billsTable } from '../bills.ts'
import { categoriesTable } from '../categories.ts'
import { companiesTable } from '../companies.ts'
import type { Table } from '../engine/table.ts'
import { payeesTable } from '../payees.ts'
import { transactionsTable } from '../transactionColumns.ts'

export interface FeedTable extends Table {
  /** The column with the stamp of the last change. */
  stamp: 't.updated_at' | 't.changed_at'
  /** The column with the company; null if the rows belong to no company. */
  company: 't.company_id' | 't.id' | null
  account: 't.account_id' | null
}

const feedTable = (table: Table): FeedTable => ({
  ...table,
  stamp: 'updatedAt' in table.fields ? 't.updated_at' : 't.changed_at',
  company: table.resource === 'company' ? 't.id' : 'companyId' in table.fields ? 't.company_id' : null,
  account: 'accountId' in table.fields ? 't.account_id' : null,
})

export const feedTables: Readonly<Record<ChangeResource, FeedTable>> = {
  account: feedTable(accountsTable),
  bill: feedTable(billsTable),
  category: feedTable(categoriesTable),
  company: feedTable(companiesTable),
  payee: feedTable(payeesTable),
  transaction: feedTable(transactionsTable),
}
