/** Commands for bills and their documents. */

import { requireWorkspace } from '../../actions/workspaces.ts'
import { findBillDetails } from '../../store/billDetails.ts'
import { findBill } from '../../store/bills.ts'
import { findDocument, listDocuments } from '../../store/documents.ts'
import type { Connection } from '../../store/engine/door.ts'
import type { CommandContext } from '../commandContext.ts'
import { Failure } from '../failure.ts'

interface BillInput {
  workspace: string
  id: string
}

/** Maximum size of one piece, because each line of the control socket is held in memory. */
const pieceBytes = 192 * 1024

export const billCommands = {
  'bills show': async ({ db }: CommandContext, { workspace, id }: BillInput) => {
    await requireWorkspace(db, workspace)
    const bill = await findBill(db, workspace, id)
    const details = bill && (await findBillDetails(db, workspace, id))
    if (bill === null || details === null) throw noSuchBill(workspace, id)
    return { bill, details }
  },

  'bills document': async ({ db, write }: CommandContext, { workspace, id }: BillInput) => {
    await requireWorkspace(db, workspace)
    const found = await findDocument(db, workspace, id)
    const documentId = found ? id : await soleDocumentOf(db, workspace, id)
    const document = found ?? (await findDocument(db, workspace, documentId))
    if (document === null)
      throw new Failure(`Document ${documentId} no longer exists. Try again.`, 'notFound')
    const { bytes, ...facts } = document
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      await write(bytes.subarray(start, start + pieceBytes))
    }
    return { id: documentId, ...facts, bytes: bytes.length }
  },
}

/** If a bill has exactly one document, the bill's id can be used for it. */
async function soleDocumentOf(connection: Connection, workspaceId: string, billId: string): Promise<string> {
  const [document, ...others] = await listDocuments(connection, workspaceId, billId)
  if (document !== undefined && others.length === 0) return document.id
  if (document !== undefined) {
    const ids = [document, ...others].map(({ id, name }) => `${id} (${name})`)
    throw new Failure(
      `Bill ${billId} has several documents. Use the id of one of them: ${ids.join(', ')}.`,
      'usage',
    )
  }
  if ((await findBill(connection, workspaceId, billId)) === null) {
    throw new Failure(`Workspace ${workspaceId} has no document or bill with the id ${billId}.`, 'notFound')
  }
  throw new Failure(`Bill ${billId} has no document.`, 'notFound')
}

const noSuchBill = (workspaceId: string, id: string) =>
  new Failure(`Workspace ${workspaceId} has no bill ${id}. GET /v1/bills lists all bills.`, 'notFound')
