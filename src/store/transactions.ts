import type { Transaction } from '../contract/transactions.ts'
import type { Session } from './door.ts'
import { columnOf, type Table } from './table.ts'
import { categoriesOf, forgetCategories } from './transactionCategories.ts'
import { statementOfPage, type TransactionFilters, walkDay } from './transactionPages.ts'
import { type ListPage, readPage, type Walk, walkCreated } from './walk.ts'

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

/** The fields ahead of the category, all of them text or null. */
const factFields = Object.keys(transactionsTable.fields).filter(
  field => !['categoryId', 'createdAt', 'updatedAt'].includes(field),
)

/**
 * A row of a page: its first fields as one JSON object that PostgreSQL has written, as every value by itself costs the
 * driver more than all the rest of a page.
 */
interface PageRow {
  facts: string
  categoryId: string | null
  createdAt: string
  updatedAt: string
}

const pageSelect = `json_object('{${factFields.join(',')}}',
    array[${factFields.map(field => `t.${columnOf(field)}::text`).join(', ')}])::text as facts,
  t.category_id as "categoryId", t.created_at as "createdAt", t.updated_at as "updatedAt"`
const join = 'left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id'
const categoryColumns = 'c.name as "categoryName", c.slug as "categorySlug"'

export const transactionWalk: Walk<PageRow> = {
  table: 'transactions',
  select: pageSelect,
  columns: [
    { name: 'walk_day', type: 'integer' },
    { name: 'walk_created', type: 'bigint' },
  ],
  placeOf,
}

const joinedWalk: Walk<PageRow & JoinedCategory> = {
  ...transactionWalk,
  select: `${pageSelect}, ${categoryColumns}`,
  join,
  placeOf,
}

function placeOf({ facts, createdAt }: PageRow) {
  const { id, bookingDate } = JSON.parse(facts) as Pick<Transaction, 'id' | 'bookingDate'>
  return { walk: [walkDay(bookingDate), walkCreated(createdAt)], id }
}

/**
 * A page, each row as the text of its JSON. Joining each row's category takes a third of the time of a page, so
 * categories come from memory. Those of an earlier moment are right for every row that has not changed since: who
 * renames a category stamps its transactions.
 */
export async function listTransactions(
  session: Session,
  workspaceId: string,
  page: ListPage<TransactionFilters>,
) {
  const read = async <Row extends object>(walk: Walk<Row>) =>
    await readPage(session, walk, page, await statementOfPage(session, walk, { ...page, workspaceId }))

  // First of all: later ones than the rows could have a name that is newer than a row's stamp.
  const { clock, byId } = await categoriesOf(session, workspaceId)
  const { rows, next } = await read(transactionWalk)
  if (latestOf(rows) <= clock) {
    return { data: rows.map(row => jsonOf(row, byId.get(row.categoryId ?? '') ?? 'null')), next }
  }

  // One statement sees rows and categories of the same moment.
  forgetCategories(session, workspaceId)
  const joined = await read(joinedWalk)
  return { data: joined.rows.map(row => jsonOf(row, JSON.stringify(categoryOf(row)))), next: joined.next }
}

/** The last stamp on the page; empty where there are no rows. */
function latestOf(rows: readonly PageRow[]): string {
  let latest = ''
  for (const { updatedAt } of rows) if (updatedAt > latest) latest = updatedAt
  return latest
}

const jsonOf = ({ facts, createdAt, updatedAt }: PageRow, category: string): string =>
  `${facts.slice(0, -1)}, "category" : ${category}, "createdAt" : "${createdAt}", "updatedAt" : "${updatedAt}"}`

/** As the text of its JSON. */
export async function findTransaction(
  session: Session,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const [row] = await session.query<PageRow & JoinedCategory>(
    `select ${joinedWalk.select} from transactions t ${join} where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ? jsonOf(row, JSON.stringify(categoryOf(row))) : null
}

/** Those of them that there are, each as the text of its JSON. */
export async function findTransactions(
  session: Session,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await session.query<PageRow & JoinedCategory>(
    `select ${joinedWalk.select} from transactions t ${join} where t.workspace_id = $1 and t.id = any($2)`,
    [workspaceId, ids],
  )
  return rows.map(row => jsonOf(row, JSON.stringify(categoryOf(row))))
}

type Placed = Pick<Transaction, 'id' | 'bookingDate' | 'createdAt'>

/**
 * In the order of the walk: rows that are stored so take a fifth less time, as each index gets them next to the last
 * ones and not all over; and those of a page then lie together.
 */
export function inWalkOrder<Row extends Placed>(rows: readonly Row[]): Row[] {
  return [...rows].sort(
    (a, b) =>
      newestFirst(a.bookingDate ?? '9', b.bookingDate ?? '9') ||
      newestFirst(a.createdAt, b.createdAt) ||
      (a.id < b.id ? -1 : 1),
  )
}

const newestFirst = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1)

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

interface JoinedCategory {
  categoryId: string | null
  categoryName: string | null
  categorySlug: string | null
}

function categoryOf({ categoryId: id, categoryName: name, categorySlug: slug }: JoinedCategory) {
  return id === null || name === null || slug === null ? null : { id, name, slug }
}
