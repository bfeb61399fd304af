/** Bill data that the API does not show: where its values come from, and the result of reading its document. */
import type { Bill } from '../contract/bills.ts'
import type { BillDetails } from '../contract/console/bills/billDetails.ts'
import type { Match } from '../contract/console/matching.ts'
import { billsTable } from './bills.ts'
import { listDocuments } from './documents.ts'
import type { Connection } from './engine/door.ts'
import { selectList } from './engine/table.ts'
import { type SettledBill, settlementOfBill } from './matching/billPayments.ts'

export type NewBillDetails = Omit<BillDetails, 'documents' | 'match' | 'settlement' | 'importId'> & {
  importId: string
}

export async function insertBillDetails(
  connection: Connection,
  workspaceId: string,
  details: NewBillDetails,
): Promise<void> {
  await connection.query(
    `insert into bill_details
       (workspace_id, bill_id, import_id, format, profile, sources, checks, problems, failure, missing, steps, discounts,
         content)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9, $10, $11::jsonb, $12::jsonb,
       $13::jsonb)`,
    [
      workspaceId,
      details.billId,
      details.importId,
      details.format,
      details.profile,
      JSON.stringify(details.sources),
      JSON.stringify(details.checks),
      JSON.stringify(details.problems),
      details.failure,
      details.missing,
      JSON.stringify(details.steps),
      JSON.stringify(details.discounts),
      details.content === null ? null : JSON.stringify(details.content),
    ],
  )
}

interface DetailsRow
  extends Omit<BillDetails, 'documents' | 'match' | 'settlement'>,
    Omit<SettledBill, 'id'> {
  transactionId: string | null
  actorKind: Match['by']['kind']
  actorId: string
  actorName: string | null
  at: string
  score: number
  reasons: Match['reasons']
}

/** Null if there is no such bill. A bill that came without a document has empty lists. */
export async function findBillDetails(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<BillDetails | null> {
  const [row] = await connection.query<DetailsRow>(
    `select t.id as "billId", d.import_id as "importId", d.format, d.profile,
       coalesce(d.sources, '{}') as sources, coalesce(d.checks, '[]') as checks,
       coalesce(d.problems, '[]') as problems, d.failure, coalesce(d.missing, '{}') as missing,
       coalesce(d.steps, '[]') as steps, coalesce(d.discounts, '[]') as discounts, d.content,
       t.total_amount as "totalAmount", t.currency, t.invoice_date as "invoiceDate",
       t.matched_transaction_id as "matchedTransactionId",
       m.transaction_id as "transactionId", m.actor_kind as "actorKind", m.actor_id as "actorId",
       u.name as "actorName", m.at, m.score, m.reasons
     from bills t
     left join bill_details d on d.workspace_id = t.workspace_id and d.bill_id = t.id
     left join bill_matches m on m.workspace_id = t.workspace_id and m.bill_id = t.id
     left join users u on m.actor_kind = 'person' and u.user_id = m.actor_id
     where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, billId],
  )
  if (row === undefined) return null
  const { transactionId, actorKind, actorId, actorName, at, score, reasons, ...rest } = row
  const { totalAmount, currency, invoiceDate, matchedTransactionId, ...details } = rest
  const bill = { id: billId, totalAmount, currency, invoiceDate, matchedTransactionId }
  const by = { kind: actorKind, id: actorId, name: actorName }
  const match = transactionId === null ? null : { billId, transactionId, by, at, score, reasons }
  return {
    ...details,
    documents: await listDocuments(connection, workspaceId, billId),
    match,
    settlement: await settlementOfBill(connection, workspaceId, bill, details.discounts),
  }
}

/** The import that created the bill; null for a bill from a workspace file. */
export async function importOfBill(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<string | null> {
  const [row] = await connection.query<{ importId: string }>(
    'select import_id as "importId" from bill_details where workspace_id = $1 and bill_id = $2',
    [workspaceId, billId],
  )
  return row?.importId ?? null
}

export interface TouchedBill extends Bill {
  sources: BillDetails['sources']
  steps: BillDetails['steps']
  /** The matched transaction, if any. */
  transactionId: string | null
  /** The import that made the match; null if a person did or there is no match. */
  matchImportId: string | null
  hasLaterDocument: boolean
  comments: number
}

/** Bills created by the import that changed after its stamp, have comments, or got a document from a later import. */
export async function listTouchedBills(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<TouchedBill[]> {
  const laterDocument = `exists (
    select from documents x where x.workspace_id = d.workspace_id and x.bill_id = d.bill_id and x.import_id <> $2)`
  const comments = `(
    select count(*)::int from bill_comments x where x.workspace_id = d.workspace_id and x.bill_id = d.bill_id)`
  return await connection.query<TouchedBill>(
    `select ${selectList(billsTable, 't')}, d.sources, d.steps, m.transaction_id as "transactionId",
       m.import_id as "matchImportId", ${laterDocument} as "hasLaterDocument", ${comments} as comments
     from bill_details d
     join bills t on t.workspace_id = d.workspace_id and t.id = d.bill_id
     left join bill_matches m on m.workspace_id = d.workspace_id and m.bill_id = d.bill_id
     where d.workspace_id = $1 and d.import_id = $2
       and (t.updated_at <> $3 or ${laterDocument} or ${comments} > 0)
     order by d.bill_id`,
    [workspaceId, importId, stamp],
  )
}

/** Returns the ids of the bills whose details were deleted. */
export async function deleteDetailsOfImport(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const rows = await connection.query<{ billId: string }>(
    'delete from bill_details where workspace_id = $1 and import_id = $2 returning bill_id as "billId"',
    [workspaceId, importId],
  )
  return rows.map(({ billId }) => billId)
}
