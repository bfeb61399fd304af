import type { Bill, listBills as operation } from '../contract/bills.ts'
import type { QueryOf } from '../contract/operation.ts'
import type { Session } from './door.ts'
import { selectList, type Table } from './table.ts'
import {
  changedStatement,
  howManyChanged,
  type ListPage,
  readPage,
  type Statement,
  type Walk,
  type WalkPage,
  walkCreated,
  walkStatement,
} from './walk.ts'

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

export const billWalk: Walk<Bill> = {
  table: 'bills',
  select: selectList(billsTable, 't'),
  columns: [{ name: 'walk_created', type: 'bigint' }],
  placeOf: ({ createdAt, id }) => ({ walk: [walkCreated(createdAt)], id }),
}

export type BillFilters = Omit<QueryOf<typeof operation>, 'limit' | 'cursor' | 'updatedAfter'>

export async function listBills(session: Session, workspaceId: string, page: ListPage<BillFilters>) {
  const { companyId, status } = page.filters
  const wanted: WalkPage = {
    ...page,
    workspaceId,
    addFilters(conditions, hide = column => column) {
      if (companyId !== undefined) conditions.add(`${hide('t.company_id')} = ?`, companyId)
      if (status !== undefined) conditions.add(`${hide('t.status')} = '${status}'`)
    },
  }
  const { rows, next } = await readPage(session, billWalk, page, await statementOfPage(session, wanted))
  return { data: rows, next }
}

async function statementOfPage(session: Session, page: WalkPage): Promise<Statement | null> {
  if (page.changed === null) return walkStatement(billWalk, page)
  const changed = await howManyChanged(session, billWalk, page.workspaceId, page.changed)
  if (changed === 'none') return null
  return changed === 'few' ? changedStatement(billWalk, page) : walkStatement(billWalk, page)
}

export async function findBill(session: Session, workspaceId: string, id: string): Promise<Bill | null> {
  const [row] = await session.query<Bill>(
    `select ${selectList(billsTable, 't')} from bills t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}
