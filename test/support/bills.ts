/** Puts an invoice into a store as an import does, without the import around it, and reads its bill's details. */
import { expect } from 'vitest'
import { type BillDetails, billDetails } from '../../src/contract/console/bills/billDetails.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { type WrittenInvoice, writeInvoice } from '../../src/import/importInvoice.ts'
import { type InvoiceResult, readInvoice } from '../../src/import/invoices/readInvoice.ts'
import { findBillDetails } from '../../src/store/billDetails.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { writeWorkspace } from '../../src/store/workspaceClock.ts'

export interface ArrivedFile {
  content: string | Uint8Array
  name?: string
  importId?: string
  /** The first of the workspace, unless told otherwise. */
  companyId?: string
  /** What its reader makes of it, unless told otherwise. */
  read?: InvoiceResult
  nowMs: number
}

export interface Arrived extends WrittenInvoice {
  stamp: string
}

export async function takeInvoice(
  db: Database,
  { workspace, companies }: Pick<WorkspaceFile, 'workspace' | 'companies'>,
  given: ArrivedFile,
): Promise<Arrived> {
  const { content, name = 'invoice.xml', importId = 'imp_1', nowMs } = given
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const file = { name, bytes, read: given.read ?? readInvoice(bytes) }
  const companyId = given.companyId ?? companies[0]?.id ?? ''
  return await writeWorkspace(db, workspace.id, nowMs, async (connection, stamp) => {
    const input = { workspaceId: workspace.id, companyId, importId, stamp, nowMs, file }
    const written = await writeInvoice(connection, input)
    return { result: { ...written, stamp }, changed: written.changed }
  })
}

/** The details of a bill, checked against the contract. */
export async function findCheckedDetails(
  db: Database,
  { workspace }: Pick<WorkspaceFile, 'workspace'>,
  billId: string,
): Promise<BillDetails> {
  const found = await findBillDetails(db, workspace.id, billId)
  expect(billDetails.parse(found)).toEqual(found)
  return billDetails.parse(found)
}
