import type { Bill, listBills as operation } from '../contract/bills.ts'
import type { QueryOf } from '../contract/operation.ts'
import type { Position } from '../domain/cursor.ts'
import { isSameName } from '../domain/names.ts'
import type { Connection } from './engine/door.ts'
import { selectList, type Table } from './engine/table.ts'
import {
  changedQuery,
  howManyChanged,
  type ListPage,
  type PageQuery,
  type Walk,
  type WalkPage,
  walkCreated,
  walkQuery,
} from './pages/walk.ts'

export const billsTable: Table = {
  name: 'bills',
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
  select: selectList(billsTable, 't'),
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
  const query = await statementOfPage(connection, wanted)
  const found = query === null ? [] : await connection.query<Bill>(query.sql, query.values)
  const data = found.slice(0, page.limit)
  const last = found.length > page.limit ? data.at(-1) : undefined
  return { data, next: last ? placeOf(last, page) : null }
}

const placeOf = ({ createdAt, id }: Bill, { changed }: Pick<WalkPage, 'changed'>): Position => ({
  walk: [walkCreated(Date.parse(createdAt))],
  id,
  fixedAt: changed?.until ?? null,
})

async function statementOfPage(connection: Connection, page: WalkPage): Promise<PageQuery | null> {
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

export type NewBill = Omit<Bill, 'matchedTransactionId' | 'paidAt' | 'createdAt' | 'updatedAt'>

export async function insertBill(
  connection: Connection,
  workspaceId: string,
  bill: NewBill,
  stamp: string,
): Promise<void> {
  await connection.query(
    `insert into bills
       (workspace_id, id, company_id, status, supplier_name, supplier_iban, invoice_number, total_amount, vat_amount,
        currency, invoice_date, due_date, payment_reference, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      workspaceId,
      bill.id,
      bill.companyId,
      bill.status,
      bill.supplierName,
      bill.supplierIban,
      bill.invoiceNumber,
      bill.totalAmount,
      bill.vatAmount,
      bill.currency,
      bill.invoiceDate,
      bill.dueDate,
      bill.paymentReference,
      stamp,
    ],
  )
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
 * Bills of the company that have the number of the invoice, and nothing that speaks against it; the oldest first. A bill
 * that could not be read whole may have no more than the number, so what is not known speaks for and against nothing.
 */
export async function findBillsLike(
  connection: Connection,
  workspaceId: string,
  { companyId, supplierName, invoiceNumber, invoiceDate, totalAmount, currency }: InvoiceFacts,
): Promise<Bill[]> {
  const rows = await connection.query<Bill>(
    `select ${selectList(billsTable, 't')} from bills t
     where t.workspace_id = $1 and t.company_id = $2
       and left(t.invoice_number, 64) = left($3, 64) -- the index has no more of it
       and t.invoice_number = $3
       and coalesce(t.invoice_date = $4::date, true)
       and coalesce(t.total_amount = $5::numeric, true)
       and coalesce(t.currency = $6, true)
     order by t.created_at, t.id`,
    [workspaceId, companyId, invoiceNumber, invoiceDate, totalAmount, currency],
  )
  // The engines do not agree on what a small letter is, outside of ASCII.
  return rows.filter(row => row.supplierName === null || isSameName(row.supplierName, supplierName))
}

export async function deleteBills(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await connection.query('delete from bills where workspace_id = $1 and id = any($2)', [workspaceId, ids])
}
