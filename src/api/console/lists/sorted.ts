/**
 * Lists in another order than their own. Where an index has the order, a list of any length is read page by page. Other
 * lists are read whole and sorted here, so they must not be too long.
 */
import type { Bill } from '../../../contract/bills.ts'
import { sortedRowsMax } from '../../../contract/console/lists.ts'
import type { BillSort, TransactionSort } from '../../../contract/console/listWords.ts'
import type { Transaction } from '../../../contract/transactions.ts'
import { compareDecimals } from '../../../domain/money/compareDecimals.ts'
import {
  decodeSortedCursor,
  encodeSortedCursor,
  type SortedPlace,
  type SortedQuery,
} from '../../../domain/sortedCursor.ts'
import { type BillFilters, listSortedBills } from '../../../store/bills.ts'
import type { Connection } from '../../../store/engine/door.ts'
import type { SortedListPage, SortOrder } from '../../../store/pages/search/sorted.ts'
import {
  billOrders as indexedBills,
  transactionOrders as indexedTransactions,
} from '../../../store/pages/search/sortOrders.ts'
import { listSortedTransactions, type TransactionFilters } from '../../../store/transactions.ts'
import { requireCompany } from '../../companies.ts'
import { badRequest, conflict } from '../../errors.ts'
import { billBatches, type ListCall, transactionBatches } from './batches.ts'

/** Pages that are read at most: a search may end many of them early. */
const batchesMax = 60
const exportedRows = 1_000

const names = new Intl.Collator('und', { sensitivity: 'base', numeric: true })
const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const transactionName = ({ merchantName, counterpartyName, description, reference }: Transaction) =>
  merchantName ?? counterpartyName ?? description ?? reference ?? ''

const transactionOrders: Record<TransactionSort, (a: Transaction, b: Transaction) => number> = {
  newest: () => 0,
  // Those without a date are the newest.
  oldest: (a, b) => compareTexts(a.bookingDate ?? '~', b.bookingDate ?? '~'),
  largest: (a, b) => compareDecimals(b.amount, a.amount),
  smallest: (a, b) => compareDecimals(a.amount, b.amount),
  name: (a, b) => names.compare(transactionName(a), transactionName(b)),
}

const billOrders: Record<BillSort, (a: Bill, b: Bill) => number> = {
  newest: () => 0,
  oldest: (a, b) => compareTexts(a.createdAt, b.createdAt),
  due: (a, b) => compareTexts(a.dueDate ?? '~', b.dueDate ?? '~'),
  largest: (a, b) => compareDecimals(b.totalAmount ?? '0', a.totalAmount ?? '0'),
  smallest: (a, b) => compareDecimals(a.totalAmount ?? '0', b.totalAmount ?? '0'),
  name: (a, b) => names.compare(a.supplierName ?? '', b.supplierName ?? ''),
}

type Given<Filters> = Filters & { updatedAfter?: string | undefined; companyId?: string | undefined }
type Paged<Filters> = Given<Filters> & { limit: number; cursor?: string | undefined }

interface SortedList<Row, Filters, Sort extends string> {
  name: string
  indexed: Partial<Record<Sort, SortOrder>>
  /** For orders without an index, and while the index is far behind. */
  compare: Record<Sort, (a: Row, b: Row) => number>
  page(
    connection: Connection,
    workspaceId: string,
    order: SortOrder,
    page: SortedListPage<Filters>,
  ): Promise<{ data: Row[]; next: SortedPlace | null } | null>
  batches(call: ListCall, filters: Given<Filters>): AsyncIterable<Row[]>
}

export const sortedTransactions: SortedList<Transaction, TransactionFilters, TransactionSort> = {
  name: 'transactions',
  indexed: indexedTransactions,
  compare: transactionOrders,
  page: listSortedTransactions,
  batches: transactionBatches,
}

export const sortedBills: SortedList<Bill, BillFilters, BillSort> = {
  name: 'bills',
  indexed: indexedBills,
  compare: billOrders,
  page: listSortedBills,
  batches: billBatches,
}

export async function sortedRows<Row, Filters extends object, Sort extends string>(
  list: SortedList<Row, Filters, Sort>,
  call: ListCall,
  { limit, cursor, ...given }: Paged<Filters>,
  sort: Sort,
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const { db, workspaceId, version } = call
  const filters = given as Given<Filters>
  const { updatedAfter, companyId } = filters
  const order = list.indexed[sort]
  const keys = order?.keys.map(({ type }) => type) ?? []
  const query = { workspaceId, list: list.name, sort, filters: { ...filters }, keys }
  const after = cursor === undefined ? null : placeOf(query, cursor)
  await requireCompany(db, workspaceId, companyId)
  if (order !== undefined) {
    const changed = updatedAfter === undefined ? null : { after: updatedAfter, until: version }
    const page = await list.page(db, workspaceId, order, { filters, changed, after, limit })
    if (page !== null) {
      return { data: page.data, nextCursor: page.next && encodeSortedCursor(query, page.next) }
    }
  }
  const rows = after === null ? await collected(list.batches(call, filters)) : null
  if (rows === null) throw tooMany(order === undefined ? hasNoIndex : isBehind)
  return { data: rows.sort(list.compare[sort]), nextCursor: null }
}

/** All pages. The first one is read at once, so that a list that cannot be sorted is refused. */
export async function sortedBatches<Row, Filters extends object, Sort extends string>(
  list: SortedList<Row, Filters, Sort>,
  call: ListCall,
  filters: Given<Filters>,
  sort: Sort,
): Promise<AsyncIterable<Row[]>> {
  const read = (cursor?: string) => sortedRows(list, call, { ...filters, limit: exportedRows, cursor }, sort)
  const first = await read()
  return (async function* () {
    let page = first
    yield page.data
    while (page.nextCursor !== null) {
      page = await read(page.nextCursor)
      yield page.data
    }
  })()
}

function placeOf(query: SortedQuery, cursor: string): SortedPlace {
  const place = decodeSortedCursor(query, cursor)
  if (place !== null) return place
  const message = 'belongs to another query; keep every filter and the order the same as on the previous page'
  throw badRequest([{ path: 'cursor', message }])
}

/** All rows of a list; null if they are too many to sort here. */
async function collected<Row>(batches: AsyncIterable<Row[]>): Promise<Row[] | null> {
  const rows: Row[] = []
  let count = 0
  for await (const batch of batches) {
    rows.push(...batch)
    count += 1
    if (rows.length > sortedRowsMax || count > batchesMax) return null
  }
  return rows
}

const hasNoIndex = `Only up to ${sortedRowsMax.toLocaleString('en')} rows can be sorted by name. Narrow the list with a filter`
const isBehind = 'Many rows are new and not indexed for this order yet. Try again in a minute'

const tooMany = (why: string) => conflict('TOO_MANY_TO_SORT', `${why}, or choose “Newest first”.`)
