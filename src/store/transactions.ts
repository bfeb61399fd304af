import type { Transaction } from '../contract/transactions.ts'
import { type CategoryName, categoryNamesAt } from './categoryNames.ts'
import type { Session } from './door.ts'
import { selectList, type Table } from './table.ts'
import { statementOfPage, type TransactionFilters } from './transactionPages.ts'
import { type ListPage, readPage, type Walk } from './walk.ts'

export type { TransactionFilters }

export const transactionsTable: Table = {
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

const joinedSelect = `${selectList(transactionsTable, 't')}, c.name as "categoryName", c.slug as "categorySlug"`
const join = 'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'

export const transactionWalk: Walk = {
  table: 'transactions',
  select: `${selectList(transactionsTable, 't')}, (select clock from workspaces where workspace_id = $1) as clock`,
  selected: { ...transactionsTable.fields, clock: 'timestamptz(3)' },
  columns: [
    { name: 'walk_day', type: 'integer' },
    { name: 'walk_created', type: 'bigint' },
  ],
}

const joinedWalk: Walk = {
  ...transactionWalk,
  select: joinedSelect,
  join,
  selected: { ...transactionsTable.fields, categoryName: 'text', categorySlug: 'text' },
}

/**
 * Joining each row's category takes a third of the time of a page, so the names come from memory where they are those
 * of the very clock that the rows were read at.
 */
export async function listTransactions(
  session: Session,
  workspaceId: string,
  page: ListPage<TransactionFilters>,
) {
  const read = async <Row extends object>(walk: Walk) =>
    await readPage<Row>(session, walk, page, await statementOfPage(session, walk, { ...page, workspaceId }))

  const { rows, next } = await read<StoredTransaction & { clock: string }>(transactionWalk)
  const clock = rows[0]?.clock
  if (clock === undefined) return { data: [], next }
  const names = await categoryNamesAt(session, workspaceId, clock)
  if (names !== null)
    return { data: rows.map(row => toTransaction(row, names.get(row.categoryId ?? ''))), next }

  // Someone wrote between the two statements. One statement sees rows and names of the same moment.
  const joined = await read<JoinedTransaction>(joinedWalk)
  return { data: joined.rows.map(fromJoined), next: joined.next }
}

export async function findTransaction(
  session: Session,
  workspaceId: string,
  id: string,
): Promise<Transaction | null> {
  const [row] = await session.query<JoinedTransaction>(
    `select ${joinedSelect} from transactions t ${join} where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ? fromJoined(row) : null
}

/** A category's name is part of its transactions' JSON, so renaming one changes them. */
export async function stampTransactionsOfCategories(
  session: Session,
  workspaceId: string,
  categoryIds: readonly string[],
  stamp: string,
): Promise<void> {
  await session.query(
    'update transactions set updated_at = $3 where workspace_id = $1 and category_id = any($2)',
    [workspaceId, categoryIds, stamp],
  )
}

type StoredTransaction = Omit<Transaction, 'category'> & { categoryId: string | null }
type JoinedTransaction = StoredTransaction & { categoryName: string | null; categorySlug: string | null }

function fromJoined(row: JoinedTransaction): Transaction {
  const { categoryName: name, categorySlug: slug } = row
  return toTransaction(row, name === null || slug === null ? undefined : { name, slug })
}

function toTransaction(row: StoredTransaction, category: CategoryName | undefined): Transaction {
  return {
    id: row.id,
    companyId: row.companyId,
    accountId: row.accountId,
    amount: row.amount,
    currency: row.currency,
    side: row.side,
    status: row.status,
    type: row.type,
    description: row.description,
    reference: row.reference,
    counterpartyName: row.counterpartyName,
    counterpartyIban: row.counterpartyIban,
    merchantName: row.merchantName,
    bookingDate: row.bookingDate,
    valueDate: row.valueDate,
    category: row.categoryId === null || !category ? null : { id: row.categoryId, ...category },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
