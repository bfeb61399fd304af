/** Transactions as a table for bookkeepers: with the names behind the ids, and money out as a negative amount. */
import type { Column, Row } from './rows.ts'

export interface TransactionRow {
  id: string
  companyId: string
  accountId: string
  amount: string
  currency: string
  side: string | null
  status: string
  type: string | null
  description: string | null
  reference: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  merchantName: string | null
  bookingDate: string | null
  valueDate: string | null
  categoryName: string | null
  createdAt: string
  updatedAt: string
}

/** Names by id. */
export interface TableNames {
  companies: ReadonlyMap<string, string>
  accounts: ReadonlyMap<string, { name: string | null; iban: string | null }>
}

type Cell = (row: TransactionRow, names: TableNames) => string | null

const cells: readonly (readonly [name: string, kind: Column['kind'], cell: Cell])[] = [
  ['bookingDate', 'date', row => row.bookingDate],
  ['valueDate', 'date', row => row.valueDate],
  [
    'amount',
    'decimal',
    ({ amount, side }) => (side === 'debit' && !/^[0.]*$/.test(amount) ? `-${amount}` : amount),
  ],
  ['currency', 'text', row => row.currency],
  ['side', 'text', row => row.side],
  ['counterparty', 'text', row => row.counterpartyName],
  ['counterpartyIban', 'text', row => row.counterpartyIban],
  ['merchant', 'text', row => row.merchantName],
  ['reference', 'text', row => row.reference],
  ['description', 'text', row => row.description],
  ['category', 'text', row => row.categoryName],
  ['status', 'text', row => row.status],
  ['type', 'text', row => row.type],
  ['company', 'text', (row, { companies }) => companies.get(row.companyId) ?? null],
  ['account', 'text', (row, { accounts }) => accounts.get(row.accountId)?.name ?? null],
  ['accountIban', 'text', (row, { accounts }) => accounts.get(row.accountId)?.iban ?? null],
  ['id', 'text', row => row.id],
  ['companyId', 'text', row => row.companyId],
  ['accountId', 'text', row => row.accountId],
  ['createdAt', 'instant', row => row.createdAt],
  ['updatedAt', 'instant', row => row.updatedAt],
]

export const transactionColumns: readonly Column[] = cells.map(([name, kind]) => ({ name, kind }))

export const transactionCells = (row: TransactionRow, names: TableNames): Row =>
  cells.map(([, , cell]) => cell(row, names))
