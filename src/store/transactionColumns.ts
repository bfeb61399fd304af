/** The columns of transactions, and the select list for a page. */
import { type Transaction, transaction } from '../contract/transactions.ts'
import type { Table } from './engine/table.ts'
import { escapedJson, type JsonField, plainJson } from './pages/jsonColumns.ts'

/** A transaction as stored, with its category's id. */
export type TransactionRow = Omit<Transaction, 'category'> & { categoryId: string | null }

export const transactionsTable: Table<keyof TransactionRow> = {
  name: 'transactions',
  resource: 'transaction',
  fields: {
    id: 'text',
    companyId: 'text',
    accountId: 'text',
    amount: 'numeric',
    currency: 'text',
    side: 'text',
    status: 'text',
    type: 'text',
    description: 'text',
    reference: 'text',
    counterpartyName: 'text',
    counterpartyIban: 'text',
    merchantName: 'text',
    bookingDate: 'date',
    valueDate: 'date',
    categoryId: 'text',
    createdAt: 'timestamptz(3)',
    updatedAt: 'timestamptz(3)',
  },
}

type Fact = Exclude<keyof TransactionRow, 'categoryId' | 'createdAt' | 'updatedAt'>

/**
 * Texts that need no escaping in rows with `is_plain`: those that this column checks (migration 0005), and enums. A new
 * field need not be listed: it is escaped separately. Add one only together with a migration
 * that makes `is_plain` check it; a test compares the two.
 */
export const plainTexts: readonly Fact[] = [
  'side',
  'status',
  'type',
  'id',
  'companyId',
  'accountId',
  'currency',
  'description',
  'reference',
  'counterpartyName',
  'counterpartyIban',
  'merchantName',
]

/** The fields before the category. */
const facts: readonly JsonField[] = Object.entries(transactionsTable.fields)
  .filter(([name]) => !['categoryId', 'createdAt', 'updatedAt'].includes(name))
  .map(([name, type]) => ({
    name,
    type,
    isNullable: transaction.shape[name as Fact].safeParse(null).success,
    isPlain: plainTexts.includes(name as Fact),
  }))

/**
 * A row of a page: its facts as one JSON object, its category's id, and both stamps in 16 bytes. PostgreSQL joins them
 * because each value of its own costs more: on the embedded store 2.5 µs, as much as joining six texts.
 */
export const rowColumns = `case when t.is_plain then ${plainJson(facts)} else ${escapedJson(facts)} end,
  t.category_id, timestamptz_send(t.created_at) || timestamptz_send(t.updated_at)`
/** The same with the category joined. */
export const joinedColumns = `${rowColumns}, c.name, c.slug`
export const categoryJoin =
  'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'
