import type { Transaction } from '../contract/transactions.ts'
import type { Position } from '../domain/cursor.ts'
import { type Sieve, sieveOf } from '../domain/search/sieve.ts'
import type { SortedPlace } from '../domain/sortedCursor.ts'
import type { WireRows } from '../postgres/protocol.ts'
import type { Connection } from './engine/door.ts'
import { categoriesOf, forgetCategories } from './pages/categoryJson.ts'
import { type JsonRows, noRows } from './pages/jsonRows.ts'
import { packedPlace, placeAt } from './pages/place.ts'
import { searchedTransactions } from './pages/search/searchedLists.ts'
import { type SiftedList, siftedPage } from './pages/search/sift.ts'
import { inSnapshot } from './pages/search/snapshot.ts'
import { type SortedListPage, type SortOrder, sortedPage } from './pages/search/sorted.ts'
import { type Categories, jsonOfRows } from './pages/transactionJson.ts'
import {
  addNarrowing,
  boundPage,
  filtersToSift,
  merges,
  queryOfPage,
  type TransactionFilters,
} from './pages/transactionPages.ts'
import { type ListPage, selectText, type Walk } from './pages/walk.ts'
import { categoryJoin, joinedColumns, rowColumns, transactionsTable } from './transactionColumns.ts'

export { type TransactionFilters, transactionsTable }

const columns: Walk['columns'] = [
  { name: 'walk_day', type: 'integer' },
  { name: 'walk_created', type: 'bigint' },
]
const place = packedPlace(columns)

export const transactionWalk: Walk = { table: 'transactions', select: `${rowColumns}, ${place}`, columns }

const joinedWalk: Walk = { ...transactionWalk, select: `${joinedColumns}, ${place}`, join: categoryJoin }

/**
 * Joining each row's category takes a third of the time of a page, so categories come from memory. Renaming a category
 * stamps its transactions, so categories read earlier are right for every row that has not changed since. On a cluster, to
 * read them takes longer than many joins, because it is one more question to a node. So does it on a replica, whose connections
 * remember nothing.
 */
export async function listTransactions(
  connection: Connection,
  workspaceId: string,
  page: ListPage<TransactionFilters>,
): Promise<TransactionPage> {
  const sieve = sieveOf(filtersToSift(page))
  if (sieve !== null) return await readSifted(connection, workspaceId, page, sieve)
  if (connection.nodeOf !== undefined || connection.isReplica)
    return await read(connection, joinedWalk, workspaceId, page, null)
  // Before the rows: categories read after them could have a name newer than a row's stamp.
  const { clock, byId } = await categoriesOf(connection, workspaceId)
  const found = await read(connection, transactionWalk, workspaceId, page, byId)
  if (found.latest <= clock) return found

  // A single query sees rows and categories of the same moment.
  forgetCategories(connection, workspaceId)
  return await read(connection, joinedWalk, workspaceId, page, null)
}

const siftedTransactions: SiftedList<TransactionFilters> = {
  searched: searchedTransactions,
  columns,
  queryOfPage,
  merges,
  addNarrowing,
  conditionsOf: boundPage,
}

const siftedText = selectText(
  joinedWalk,
  `from unnest($2::text[]) with ordinality as page (id, place)
   join transactions t on t.workspace_id = $1 and t.id = page.id ${categoryJoin} order by page.place`,
)

/** In one snapshot: the index, the rows that are not indexed yet and the rows of the page belong together. */
async function readSifted(
  connection: Connection,
  workspaceId: string,
  page: ListPage<TransactionFilters>,
  sieve: Sieve,
): Promise<TransactionPage> {
  return await inSnapshot(connection, workspaceId, async inside => {
    const { ids, next } = await siftedPage(inside, siftedTransactions, workspaceId, page, sieve)
    if (ids.length === 0) return { data: noRows, latest: '', next }
    const read = await inside.read(siftedText, [workspaceId, ids], rows => jsonOfRows(rows, null))
    return { data: read.rows, latest: read.latest, next }
  })
}

/** A page in another order; null if too many rows are not indexed yet. */
export async function listSortedTransactions(
  connection: Connection,
  workspaceId: string,
  order: SortOrder,
  page: SortedListPage<TransactionFilters>,
): Promise<{ data: Transaction[]; next: SortedPlace | null } | null> {
  return await inSnapshot(connection, workspaceId, async inside => {
    const sieve = sieveOf(page.filters)
    const found = await sortedPage(inside, siftedTransactions, order, workspaceId, page, sieve)
    if (found === null || found.ids.length === 0) return found && { data: [], next: found.next }
    const rows = await inside.read(siftedText, [workspaceId, found.ids], joined)
    return { data: rows.texts().map(text => JSON.parse(text) as Transaction), next: found.next }
  })
}

async function read(
  connection: Connection,
  walk: Walk,
  workspaceId: string,
  page: ListPage<TransactionFilters>,
  categories: Categories,
): Promise<TransactionPage> {
  const query = await queryOfPage(connection, walk, workspaceId, page)
  if (query === null) return { data: noRows, latest: '', next: null }
  return await connection.read(query.sql, query.values, rows => pageOf(rows, page, categories))
}

interface TransactionPage {
  data: JsonRows
  /** The latest stamp on the page. */
  latest: string
  next: Position | null
}

/** A row beyond the limit means that there is another page. */
function pageOf(
  rows: WireRows,
  { limit, changed }: ListPage<TransactionFilters>,
  categories: Categories,
): TransactionPage {
  const { rows: data, latest } = jsonOfRows(rows, categories, limit)
  if (rows.starts.length <= limit) return { data, latest, next: null }
  const { walk: numbers, id } = placeAt(rows, limit - 1, columns)
  return { data, latest, next: { walk: numbers, id, fixedAt: changed?.until ?? null } }
}

const joinedSelect = `select ${joinedColumns} from transactions t ${categoryJoin} where t.workspace_id = $1`

export async function findTransactionJson(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await connection.read(`${joinedSelect} and t.id = $2`, [workspaceId, id], joined)
  return found.length === 0 ? null : found.bytes
}

/** Each one's JSON. Ids that do not exist are left out. */
export async function findTransactionTexts(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await connection.read(`${joinedSelect} and t.id = any($2)`, [workspaceId, ids], joined)
  return found.texts()
}

export async function findTransactions(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<Transaction[]> {
  const texts = await findTransactionTexts(connection, workspaceId, ids)
  return texts.map(text => JSON.parse(text) as Transaction)
}

export async function findTransaction(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Transaction | null> {
  const [found] = await findTransactions(connection, workspaceId, [id])
  return found ?? null
}

const joined = (rows: WireRows): JsonRows => jsonOfRows(rows, null).rows

type Placed = Pick<Transaction, 'id' | 'bookingDate' | 'createdAt'>

/**
 * Sorts rows in the order of the walk. Storing them in this order takes a fifth less time, because each index gets them
 * next to each other, and it keeps the rows of a page together.
 */
export function inWalkOrder<Row extends Placed>(rows: readonly Row[]): Row[] {
  // Day by day: there are few days, and the rows of a day are few or already in order.
  const byDay = new Map<string, Row[]>()
  for (const row of rows) {
    const day = row.bookingDate ?? '9'
    const others = byDay.get(day)
    if (others === undefined) byDay.set(day, [row])
    else others.push(row)
  }
  const days = [...byDay].sort(([a], [b]) => newestFirst(a, b))
  return days.flatMap(([, ofDay]) =>
    ofDay.sort((a, b) => newestFirst(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1)),
  )
}

const newestFirst = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1)

/** A category's name is part of its transactions' JSON, so renaming one changes them. */
export async function stampTransactionsOfCategories(
  connection: Connection,
  workspaceId: string,
  categoryIds: readonly string[],
  stamp: string,
): Promise<void> {
  await connection.query(
    'update transactions set updated_at = $3 where workspace_id = $1 and category_id = any($2)',
    [workspaceId, categoryIds, stamp],
  )
}
