import { type Bill, bill as billSchema } from '../contract/bills.ts'
import { complete, type Given } from '../contract/blank.ts'
import { isSameName } from '../domain/names.ts'
import { sieveOf } from '../domain/search/sieve.ts'
import type { SortedPlace } from '../domain/sortedCursor.ts'
import { deleteRows } from './engine/deleteRows.ts'
import type { Connection } from './engine/door.ts'
import { insertRows, selectList, type Table } from './engine/table.ts'
import { type BillFilters, boundPage, merges, queryOfPage } from './pages/billPages.ts'
import { placeIn } from './pages/place.ts'
import { searchedBills } from './pages/search/searchedLists.ts'
import { type SiftedList, siftedPage } from './pages/search/sift.ts'
import { inSnapshot } from './pages/search/snapshot.ts'
import { type SortedListPage, type SortOrder, sortedPage } from './pages/search/sorted.ts'
import type { ListPage, Walk } from './pages/walk.ts'

export type { BillFilters }

export const billsTable: Table<keyof Bill> = {
  name: 'bills',
  resource: 'bill',
  fields: {
    id: 'text',
    companyId: 'text',
    status: 'text',
    supplierName: 'text',
    supplierIban: 'text',
    invoiceNumber: 'text',
    totalAmount: 'numeric',
    vatAmount: 'numeric',
    currency: 'text',
    invoiceDate: 'date',
    dueDate: 'date',
    paymentReference: 'text',
    matchedTransactionId: 'text',
    paidAt: 'timestamptz(3)',
    createdAt: 'timestamptz(3)',
    updatedAt: 'timestamptz(3)',
  },
}

export const billWalk: Walk = {
  table: 'bills',
  select: `${selectList(billsTable, 't')}, t.walk_created`,
  columns: [{ name: 'walk_created', type: 'bigint' }],
}

const siftedBills: SiftedList<BillFilters> = {
  searched: searchedBills,
  columns: billWalk.columns,
  queryOfPage,
  merges,
  conditionsOf: boundPage,
}

export async function listBills(connection: Connection, workspaceId: string, page: ListPage<BillFilters>) {
  const sieve = sieveOf(page.filters)
  if (sieve !== null) {
    // In one snapshot: the index and the rows belong together.
    return await inSnapshot(connection, workspaceId, async inside => {
      const { ids, next } = await siftedPage(inside, siftedBills, workspaceId, page, sieve)
      return { data: await findBills(inside, workspaceId, ids), next }
    })
  }
  const query = await queryOfPage(connection, billWalk, workspaceId, page)
  const found = query === null ? [] : await connection.query<WalkedBill>(query.sql, query.values)
  const last = found.length > page.limit ? found[page.limit - 1] : undefined
  const next = last && { ...placeIn(last, billWalk), fixedAt: page.changed?.until ?? null }
  return { data: found.slice(0, page.limit).map(withoutPlace), next: next ?? null }
}

/** A page in another order; null if too many rows are not indexed yet. */
export async function listSortedBills(
  connection: Connection,
  workspaceId: string,
  order: SortOrder,
  page: SortedListPage<BillFilters>,
): Promise<{ data: Bill[]; next: SortedPlace | null } | null> {
  return await inSnapshot(connection, workspaceId, async inside => {
    const found = await sortedPage(inside, siftedBills, order, workspaceId, page, sieveOf(page.filters))
    return found && { data: await findBills(inside, workspaceId, found.ids), next: found.next }
  })
}

/** In the order of the ids. */
async function findBills(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<Bill[]> {
  if (ids.length === 0) return []
  return await connection.query<Bill>(
    `select ${selectList(billsTable, 't')} from unnest($2::text[]) with ordinality as page (id, place)
     join bills t on t.workspace_id = $1 and t.id = page.id order by page.place`,
    [workspaceId, ids],
  )
}

/** A row also has the walk's columns, under their column names. */
type WalkedBill = Bill & { walk_created: string }

const withoutPlace = ({ walk_created: _, ...bill }: WalkedBill): Bill => bill

export async function findBill(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Bill | null> {
  const [row] = await connection.query<Bill>(
    `select ${selectList(billsTable, 't')} from bills t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

export type NewBill = Given<Omit<Bill, 'createdAt' | 'updatedAt'>>

const completeBill = complete(billSchema)

export async function insertBill(
  connection: Connection,
  workspaceId: string,
  bill: NewBill,
  stamp: string,
): Promise<Bill> {
  const row = completeBill({ ...bill, createdAt: stamp, updatedAt: stamp })
  await insertRows(connection, billsTable, workspaceId, [row])
  return row
}

export interface InvoiceFacts {
  companyId: string
  supplierName: string
  invoiceNumber: string
  invoiceDate: string
  totalAmount: string
  currency: string
}

/**
 * The company's bills with this invoice number and no conflicting field, oldest first. A bill that was only partly
 * readable may have nothing but its number, so unknown fields never conflict.
 */
export async function findBillsLike(
  connection: Connection,
  workspaceId: string,
  { companyId, supplierName, invoiceNumber, invoiceDate, totalAmount, currency }: InvoiceFacts,
): Promise<Bill[]> {
  const rows = await connection.query<Bill>(
    `select ${selectList(billsTable, 't')} from bills t
     where t.workspace_id = $1 and t.company_id = $2
       and left(t.invoice_number, 64) = left($3, 64) -- the index has only these characters
       and t.invoice_number = $3
       and coalesce(t.invoice_date = $4::date, true)
       and coalesce(t.total_amount = $5::numeric, true)
       and coalesce(t.currency = $6, true)
     order by t.created_at, t.id`,
    [workspaceId, companyId, invoiceNumber, invoiceDate, totalAmount, currency],
  )
  // Names are compared here because the engines lowercase non-ASCII letters differently.
  return rows.filter(row => row.supplierName === null || isSameName(row.supplierName, supplierName))
}

export async function deleteBills(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await deleteRows(connection, billsTable, workspaceId, ids)
}
