/** Undoes the bills of an import: what prevents it, and the removal itself. Matches are undone first. */
import { billFields } from '../../contract/console/bills/billDetails.ts'
import { deleteDetailsOfImport, listTouchedBills, type TouchedBill } from '../../store/billDetails.ts'
import { deleteBills } from '../../store/bills.ts'
import { deleteWork } from '../../store/billWork/billWork.ts'
import { deleteDocumentsOfImport } from '../../store/documents.ts'
import type { Connection } from '../../store/engine/door.ts'
import { listMovedMatches } from '../../store/matching/matchUndo.ts'

/** Enough to understand what happened; an import may have thousands of bills that were paid since. */
const sentencesMax = 100

/** Sentences about later work that would be lost; empty if the bills can be removed. */
export async function billBlockers(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stampOfImport: string,
): Promise<string[]> {
  const { work, blockers } = await laterBillWork(connection, workspaceId, importId, stampOfImport)
  return [...work, ...blockers].slice(0, sentencesMax)
}

/** `work` is what people did with bills of the import, or that it matched; `blockers` has to be undone first. */
export async function laterBillWork(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stampOfImport: string,
): Promise<{ work: string[]; blockers: string[] }> {
  const touched = await listTouchedBills(connection, workspaceId, importId, stampOfImport)
  const moved = await listMovedMatches(connection, workspaceId, importId)
  return {
    work: [
      ...touched.flatMap(bill => workOn(bill, importId)),
      ...moved.map(bill => `${nameOf(bill)} has been changed since it was matched.`),
    ],
    blockers: touched
      .filter(({ hasLaterDocument }) => hasLaterDocument)
      .map(bill => `${nameOf(bill)} got another document from a later import. Undo that import first.`),
  }
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
  await deleteWork(connection, workspaceId, billIds)
  await deleteBills(connection, workspaceId, billIds)
  return billIds.length
}

function workOn(bill: TouchedBill, importId: string): string[] {
  // Later matches are reported along with all others (undoMatches.ts), so they are left out here.
  const isMatchedSince = bill.matchedTransactionId !== null && bill.matchImportId !== importId
  return [
    !isMatchedSince && !isAsWritten(bill) && `${nameOf(bill)} has been changed since.`,
    bill.comments > 0 && `${nameOf(bill)} has comments.`,
  ].filter(sentence => sentence !== false)
}

/** A bill that could not be read may have neither. */
export function nameOf({ supplierName, invoiceNumber }: NamedBill): string {
  if (supplierName === null)
    return invoiceNumber === null ? 'A bill without a number' : `Bill ${invoiceNumber}`
  return invoiceNumber === null ? `A bill of ${supplierName}` : `Bill ${invoiceNumber} of ${supplierName}`
}

type NamedBill = Pick<TouchedBill, 'supplierName' | 'invoiceNumber'>

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
