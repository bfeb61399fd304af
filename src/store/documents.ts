/** Original documents. Their bytes are sent to and read from the database as base64. */
import type { Bill } from '../contract/bills.ts'
import type { BillDocument } from '../contract/console/bills/billDetails.ts'
import { billsTable } from './bills.ts'
import type { Connection } from './engine/door.ts'
import { selectList } from './engine/table.ts'

export interface NewDocument extends Omit<BillDocument, 'bytes'> {
  billId: string
  importId: string
  content: Uint8Array
}

export async function insertDocument(
  connection: Connection,
  workspaceId: string,
  { content, ...document }: NewDocument,
): Promise<void> {
  await connection.query(
    `insert into documents
       (workspace_id, id, bill_id, import_id, name, media_type, digest, bytes, content, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'base64'), $10)`,
    [
      workspaceId,
      document.id,
      document.billId,
      document.importId,
      document.name,
      document.mediaType,
      document.digest,
      content.length,
      Buffer.from(content.buffer, content.byteOffset, content.length).toString('base64'),
      document.createdAt,
    ],
  )
}

/** A bill's documents, oldest first. */
export async function listDocuments(
  connection: Connection,
  workspaceId: string,
  billId: string,
): Promise<BillDocument[]> {
  return await connection.query<BillDocument>(
    `select id, name, media_type as "mediaType", bytes, digest, created_at as "createdAt"
     from documents where workspace_id = $1 and bill_id = $2 order by created_at, id`,
    [workspaceId, billId],
  )
}

export interface StoredDocument extends Pick<BillDocument, 'name' | 'mediaType'> {
  bytes: Uint8Array
}

export async function findDocument(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<StoredDocument | null> {
  const [row] = await connection.query<Pick<BillDocument, 'name' | 'mediaType'> & { content: string }>(
    `select name, media_type as "mediaType", encode(content, 'base64') as content
     from documents where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  )
  if (row === undefined) return null
  const { content, ...facts } = row
  return { ...facts, bytes: Buffer.from(content, 'base64') }
}

export interface KeptDocument {
  bill: Bill
  /** The import that brought the document. */
  importId: string
}

/**
 * The company's bill with an identical document. There can be two if it could not be read at first; then the one that
 * was read is returned. A file with several invoices is the document of several bills; with `invoiceNumber`, the one
 * with that number is returned, or one without a number if it is null.
 */
export async function findKeptDocument(
  connection: Connection,
  workspaceId: string,
  { companyId, digest, invoiceNumber }: { companyId: string; digest: string; invoiceNumber?: string | null },
): Promise<KeptDocument | null> {
  const [row] = await connection.query<Bill & { importId: string }>(
    `select d.import_id as "importId", ${selectList(billsTable, 't')}
     from documents d join bills t on t.workspace_id = d.workspace_id and t.id = d.bill_id
     where d.workspace_id = $1 and d.digest = $2 and t.company_id = $3
       ${invoiceNumber === undefined ? '' : 'and t.invoice_number is not distinct from $4'}
     order by t.status = 'extract_failed', d.created_at, d.id limit 1`,
    [workspaceId, digest, companyId, ...(invoiceNumber === undefined ? [] : [invoiceNumber])],
  )
  if (row === undefined) return null
  const { importId, ...bill } = row
  return { bill, importId }
}

export async function deleteDocumentsOfImport(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<void> {
  await connection.query('delete from documents where workspace_id = $1 and import_id = $2', [
    workspaceId,
    importId,
  ])
}
