/** Undoes the bills of an import: what prevents it, and the removal itself. Matches are undone first. */
import { billFields } from '../../contract/console/billDetails.ts'
import { deleteDetailsOfImport, listTouchedBills, type TouchedBill } from '../../store/billDetails.ts'
import { deleteBills } from '../../store/bills.ts'
import { deleteDocumentsOfImport } from '../../store/documents.ts'
import type { Connection } from '../../store/engine/door.ts'

/** Enough to understand what happened; an import may have thousands of bills that were paid since. */
const sentencesMax = 100

/** Sentences about later work that would be lost; empty if the bills can be removed. */
export async function billBlockers(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stampOfImport: string,
): Promise<string[]> {
  const touched = await listTouchedBills(connection, workspaceId, importId, stampOfImport)
  return touched.flatMap(bill => sentencesOn(bill, importId)).slice(0, sentencesMax)
}

/**
 * Returns how many bills were removed. Documents added to older bills are removed too; no list in the API
 * shows them.
 */
export async function undoBills(
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
  // Later matches are reported along with all others (undoMatches.ts), so they are left out here.
  const isMatchedSince = bill.matchedTransactionId !== null && bill.matchImportId !== importId
  return [
    !isMatchedSince && !isAsWritten(bill) && `${nameOf(bill)} has been changed since.`,
    bill.hasLaterDocument &&
      `${nameOf(bill)} got another document from a later import. Undo that import first.`,
  ].filter(sentence => sentence !== false)
}

function nameOf({ id, supplierName, invoiceNumber }: TouchedBill): string {
  const number = invoiceNumber ?? id
  return supplierName === null ? `Bill ${number}` : `Bill ${number} of ${supplierName}`
}

/**
 * A later timestamp does not mean later work: a match that was made and undone changes it too. What counts
 * is whether the bill differs from its document and from the match made by the import.
 */
function isAsWritten(bill: TouchedBill): boolean {
  const isOfDocument = billFields.every(name => bill[name] === (bill.sources[name]?.value ?? null))
  if (bill.matchedTransactionId !== bill.transactionId) return false
  const isOfMatch = bill.transactionId !== null && (bill.status === 'matched' || bill.status === 'paid')
  const isUntouched =
    bill.transactionId === null && bill.status === bill.steps.at(-1)?.status && bill.paidAt === null
  return isOfDocument && (isOfMatch || isUntouched)
}
