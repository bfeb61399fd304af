/** The columns of transactions, and what a row of a page is selected as. */
import { type Transaction, transaction } from '../contract/transactions.ts'
import type { Table } from './engine/table.ts'
import { escapedJson, type JsonField, plainJson } from './pages/jsonColumns.ts'

/** A transaction as its row has it: the category by its id. */
export type TransactionRow = Omit<Transaction, 'category'> & { categoryId: string | null }

export const transactionsTable: Table<keyof TransactionRow> = {
  name: 'transactions',
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
 * Texts that need no escape in a row for which `is_plain` is true: those that this column looks at (migration 0005), and
 * words of closed lists. A new field is escaped on its own, so it need not be here. Add it only
 * together with a migration that makes `is_plain` look at it; a test compares the two.
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

/** The fields ahead of the category. */
const facts: readonly JsonField[] = Object.entries(transactionsTable.fields)
  .filter(([name]) => !['categoryId', 'createdAt', 'updatedAt'].includes(name))
  .map(([name, type]) => ({
    name,
    type,
    isNullable: transaction.shape[name as Fact].safeParse(null).success,
    isPlain: plainTexts.includes(name as Fact),
  }))

/**
 * A row of a page: its first fields as one JSON object that PostgreSQL has written, its category's id, and both stamps.
 * Each value by itself would cost the service more than it costs PostgreSQL to write all of them.
 */
export const rowColumns = `case when t.is_plain then ${plainJson(facts)} else ${escapedJson(facts)} end,
  t.category_id, t.created_at, t.updated_at`
/** Followed by these if the category is joined. */
export const joinedColumns = `${rowColumns}, c.name, c.slug`
export const categoryJoin =
  'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'
