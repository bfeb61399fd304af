import type { QueryOf } from '../contract/operation.ts'
import type { listTransactions as operation, Transaction } from '../contract/transactions.ts'
import type { Conditions } from './conditions.ts'
import type { Session } from './door.ts'
import { selectList, type Table } from './table.ts'
import { type ListPage, type Walk, walkPage } from './walk.ts'

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

const select = `${selectList(transactionsTable, 't')}, c.name as "categoryName", c.slug as "categorySlug"`
const join = 'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'

export const transactionWalk: Walk = {
  table: 'transactions',
  select,
  join,
  columns: [
    { name: 'walk_day', type: 'integer' },
    { name: 'walk_created', type: 'bigint' },
  ],
}

export type TransactionFilters = Omit<QueryOf<typeof operation>, 'limit' | 'cursor' | 'updatedAfter'>

export async function listTransactions(
  session: Session,
  workspaceId: string,
  page: ListPage<TransactionFilters>,
) {
  const { rows, next } = await walkPage<TransactionRow>(session, transactionWalk, {
    ...page,
    workspaceId,
    ...walkBounds(page.filters),
    addFilters: conditions => addFilters(conditions, page.filters),
  })
  return { data: rows.map(toTransaction), next }
}

function addFilters(conditions: Conditions, filters: TransactionFilters): void {
  const { companyId, accountId, categoryId, status, side } = filters
  if (companyId !== undefined) conditions.add('t.company_id = ?', companyId)
  if (accountId !== undefined) conditions.add('t.account_id = ?', accountId)
  if (categoryId !== undefined) conditions.add('t.category_id = ?', categoryId)
  if (status !== undefined) conditions.add(`t.status = '${status}'`)
  if (side !== undefined) conditions.add(`t.side = '${side}'`)
}

/** The least number that an integer column holds: a row without a booking date has it, and is in no range of dates. */
const undatedDay = -2_147_483_648
const dayMs = 24 * 60 * 60 * 1000

/** Dates are bounds on the walk itself, so the index starts and ends there. */
function walkBounds({ dateFrom, dateTo }: TransactionFilters): { least?: number; most?: number } {
  const walkDay = (date: string) => -Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs)
  const dated = dateFrom !== undefined || dateTo !== undefined
  return {
    ...(dated && { least: dateTo === undefined ? undatedDay + 1 : walkDay(dateTo) }),
    ...(dateFrom !== undefined && { most: walkDay(dateFrom) }),
  }
}

export async function findTransaction(
  session: Session,
  workspaceId: string,
  id: string,
): Promise<Transaction | null> {
  const [row] = await session.query<TransactionRow>(
    `select ${select} from transactions t ${join} where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ? toTransaction(row) : null
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

type TransactionRow = Omit<Transaction, 'category'> & {
  categoryId: string | null
  categoryName: string | null
  categorySlug: string | null
}

function toTransaction(row: TransactionRow): Transaction {
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
    category:
      row.categoryId === null || row.categoryName === null || row.categorySlug === null
        ? null
        : { id: row.categoryId, name: row.categoryName, slug: row.categorySlug },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
