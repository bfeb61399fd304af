import { type Bill, bill as billSchema, type listBills as operation } from '../contract/bills.ts'
import { complete, type Given } from '../contract/blank.ts'
import type { QueryOf } from '../contract/operation.ts'
import { isSameName } from '../domain/names.ts'
import { deleteRows } from './engine/deleteRows.ts'
import type { Connection } from './engine/door.ts'
import { insertRows, selectList, type Table } from './engine/table.ts'
import { placeIn } from './pages/place.ts'
import {
  changedQuery,
  howManyChanged,
  type ListPage,
  type PageQuery,
  type Walk,
  type WalkPage,
  walkQuery,
} from './pages/walk.ts'

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

export type BillFilters = Omit<QueryOf<typeof operation>, 'limit' | 'cursor' | 'updatedAfter'>

export async function listBills(connection: Connection, workspaceId: string, page: ListPage<BillFilters>) {
  const { companyId, status } = page.filters
  const wanted: WalkPage = {
    ...page,
    workspaceId,
    addFilters(conditions, hide = column => column) {
      if (companyId !== undefined) conditions.add(`${hide('t.company_id')} = ?`, companyId)
      if (status !== undefined) conditions.add(`${hide('t.status')} = '${status}'`)
    },
  }
  const query = await queryOfPage(connection, wanted)
  const found = query === null ? [] : await connection.query<WalkedBill>(query.sql, query.values)
  const last = found.length > page.limit ? found[page.limit - 1] : undefined
  const next = last && { ...placeIn(last, billWalk), fixedAt: page.changed?.until ?? null }
  return { data: found.slice(0, page.limit).map(withoutPlace), next: next ?? null }
}

/** A row also has the walk's columns, under their column names. */
type WalkedBill = Bill & { walk_created: string }

const withoutPlace = ({ walk_created: _, ...bill }: WalkedBill): Bill => bill

async function queryOfPage(connection: Connection, page: WalkPage): Promise<PageQuery | null> {
  if (page.changed === null) return walkQuery(billWalk, page)
  const changed = await howManyChanged(connection, billWalk, page.workspaceId, page.changed)
  if (changed === 'none') return null
  return changed === 'few' ? changedQuery(billWalk, page) : walkQuery(billWalk, page)
}

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
