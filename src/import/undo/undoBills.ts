/** Taking back the bills of an import: what stands in the way, and then the deed. Matches are taken back before. */
import { billFields } from '../../contract/console/billDetails.ts'
import { deleteDetailsOfImport, listTouchedBills, type TouchedBill } from '../../store/billDetails.ts'
import { deleteBills } from '../../store/bills.ts'
import { deleteDocumentsOfImport } from '../../store/documents.ts'
import type { Connection } from '../../store/engine/door.ts'

/** Enough to see what was done; an import of thousands of bills may have been paid since. */
const sentencesMax = 100

/** Sentences for people, of the later work that would be lost; none where the bills can go. */
export async function whatStandsOnBills(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stampOfImport: string,
): Promise<string[]> {
  const touched = await listTouchedBills(connection, workspaceId, importId, stampOfImport)
  return touched.flatMap(bill => sentencesOn(bill, importId)).slice(0, sentencesMax)
}

/** Gives how many bills are gone. Documents that it had added to older bills go too, which no list of the API shows. */
export async function takeBackBills(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<number> {
  await deleteDocumentsOfImport(connection, workspaceId, importId)
  const billIds = await deleteDetailsOfImport(connection, workspaceId, importId)
  await deleteBills(connection, workspaceId, billIds)
  return billIds.length
}

function sentencesOn(bill: TouchedBill, importId: string): string[] {
  // Matches that others have made since are told with all other matches (undoMatches.ts), and once is enough.
  const isMatchedSince = bill.matchedTransactionId !== null && bill.matchImportId !== importId
  return [
    !isMatchedSince && !isAsWritten(bill) && `${nameOf(bill)} was changed since.`,
    bill.hasLaterDocument &&
      `${nameOf(bill)} got another document by a later import. Take that import back first.`,
  ].filter(sentence => sentence !== false)
}

function nameOf({ id, supplierName, invoiceNumber }: TouchedBill): string {
  const number = invoiceNumber ?? id
  return supplierName === null ? `Bill ${number}` : `Bill ${number} of ${supplierName}`
}

/**
 * A later stamp alone is no later work: a match that came and went moves it too. What counts is whether the bill says
 * something else than its document did, or than the match that came with the import made of it.
 */
function isAsWritten(bill: TouchedBill): boolean {
  const isOfDocument = billFields.every(name => bill[name] === (bill.sources[name]?.value ?? null))
  if (bill.matchedTransactionId !== bill.transactionId) return false
  const isOfMatch = bill.transactionId !== null && (bill.status === 'matched' || bill.status === 'paid')
  const isUntouched =
    bill.transactionId === null && bill.status === bill.steps.at(-1)?.status && bill.paidAt === null
  return isOfDocument && (isOfMatch || isUntouched)
}
