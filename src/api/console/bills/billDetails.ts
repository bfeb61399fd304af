/** A bill's documents, what they say, and where its values come from. */
import type { BillDetails } from '../../../contract/console/bills/billDetails.ts'
import type { InvoiceContent } from '../../../contract/console/bills/content.ts'
import { UnreadableFile } from '../../../import/files/problem.ts'
import { storableJson } from '../../../import/files/storable.ts'
import { isParty } from '../../../import/invoiceCompany.ts'
import { readInvoices } from '../../../import/invoices/readInvoice.ts'
import { findBillDetails } from '../../../store/billDetails.ts'
import { listCompanies } from '../../../store/companies.ts'
import { findDocument } from '../../../store/documents.ts'
import type { Connection } from '../../../store/engine/door.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../call.ts'

export const getBillDetails: Handler<'getBillDetails'> = async ({ db, workspaceId }, { id }) => {
  const details = await findBillDetails(db, workspaceId, id)
  if (details === null) throw notFound('There is no bill with this id in the workspace.')
  const content = details.content ?? (await readAgain(db, workspaceId, details))
  return { ...details, content, buyerIsKnown: await isKnown(db, workspaceId, content) }
}

/** Bills that were imported before the content was kept have it only in their document. */
async function readAgain(
  connection: Connection,
  workspaceId: string,
  { format, documents: [first] }: BillDetails,
): Promise<InvoiceContent | null> {
  if (format === null || first === undefined) return null
  const document = await findDocument(connection, workspaceId, first.id)
  if (document === null) return null
  try {
    const [only, another] = readInvoices(document.bytes)
    return another === undefined ? storableJson(only?.invoice?.content ?? null) : null
  } catch (error) {
    if (error instanceof UnreadableFile) return null
    throw error
  }
}

async function isKnown(
  connection: Connection,
  workspaceId: string,
  content: InvoiceContent | null,
): Promise<boolean | null> {
  const { name, vatNumber } = content?.buyer ?? { name: null, vatNumber: null }
  if (name === null && vatNumber === null) return null
  const buyer = { names: name === null ? [] : [name], vatNumbers: vatNumber === null ? [] : [vatNumber] }
  return (await listCompanies(connection, workspaceId, {})).some(company => isParty(company, buyer))
}
