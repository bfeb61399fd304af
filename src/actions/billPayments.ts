/** Payments of other amounts than their bill's, recorded when a person says so, and removed again. */
import type { Bill } from '../contract/bills.ts'
import type { SuggestedSettlement } from '../contract/console/matching.ts'
import type { Transaction } from '../contract/transactions.ts'
import { billName } from '../domain/billName.ts'
import { Conflict } from '../domain/conflict.ts'
import type { Scored } from '../domain/matching/matching.ts'
import { type SettledParts, settledBy } from '../domain/matching/settledParts.ts'
import { difference, isZero, sumOf } from '../domain/money/decimal.ts'
import { suggestSettlements } from '../import/matching/suggestSettlements.ts'
import { recordAudit, recordAudits } from '../store/audit.ts'
import type { Connection } from '../store/engine/door.ts'
import { applyMatches } from '../store/matching/billMatches.ts'
import {
  amountsUsedOf,
  insertPayments,
  type RemovedPayment,
  removePayment,
} from '../store/matching/billPayments.ts'
import { closeSettledSuggestions } from '../store/matching/staleSuggestions.ts'
import { declineConfirmed, rememberDecision } from '../store/matching/suggestions.ts'
import { type Decision, nameOf, type PayableBill, payableOf, requirePaying } from './matches.ts'

export interface SuggestedPayment {
  transaction: Transaction
  bills: readonly Bill[]
  settlement: SuggestedSettlement
  scored: Scored
}

/** Records what was suggested. Returns whether a bill is settled by it, which the API shows. */
export async function recordSuggested(
  connection: Connection,
  workspaceId: string,
  { transaction, bills, settlement, scored }: SuggestedPayment,
  decision: Decision,
): Promise<boolean> {
  const settled: PaidBill[] = []
  for (const bill of bills) {
    const payable = await payableOf(connection, workspaceId, bill)
    const { open, amount, discount, charge, tolerance } = partFor(bill, settlement)
    if (!isZero(difference(payable.open, open))) throw changed(nameOf(bill))
    settled.push({ bill: payable, parts: { amount, discount, charge, tolerance } })
  }
  requirePaying(
    transaction,
    settled.map(({ bill }) => bill),
  )
  const used = await amountsUsedOf(connection, workspaceId, transaction.id)
  const added = sumOf(settled.map(({ parts }) => parts.amount))
  if (used.length > 0 || !isZero(difference(transaction.amount, added)))
    throw changed(settled.map(({ bill }) => nameOf(bill)).join(', '))
  return await record(connection, workspaceId, { transaction, settled, settlement, scored }, decision)
}

/** A suggestion for one bill has only sums, which are those of the bill. */
const partFor = ({ id }: Bill, settlement: SuggestedSettlement) =>
  settlement.bills?.find(({ billId }) => billId === id) ?? settlement

const changed = (names: string) =>
  new Conflict(
    'SETTLEMENT_CHANGED',
    `The transaction, or what is open on ${names}, has changed since this was suggested. Look at it again.`,
  )

export interface PaidBill {
  bill: PayableBill
  parts: SettledParts
}

interface Recorded {
  transaction: Transaction
  settled: readonly PaidBill[]
  settlement: SuggestedSettlement
  scored: Scored
}

/** Records what a transaction settles of bills, and settles those of which nothing stays open. Returns whether any is. */
export async function record(
  connection: Connection,
  workspaceId: string,
  { transaction, settled, settlement, scored }: Recorded,
  { actor, stamp, nowMs }: Decision,
): Promise<boolean> {
  const { score, reasons } = scored
  const payments = settled.map(({ bill, parts }) => ({
    bill,
    billId: bill.id,
    transactionId: transaction.id,
    parts,
    statusBefore: bill.status,
    score,
    reasons,
    left: difference(bill.open, settledBy(parts)),
  }))
  const by = { ...actor, importId: null }
  const whole = payments.filter(({ left }) => isZero(left))
  const inPart = payments.filter(({ left }) => !isZero(left))
  if (whole.length > 0) await applyMatches(connection, workspaceId, whole, by, stamp)
  if (inPart.length > 0) await insertPayments(connection, workspaceId, inPart, by, stamp)
  const { companyId } = transaction
  const billIds = settled.map(({ bill }) => bill.id).sort()
  const decided = { companyId, transactionId: transaction.id, billIds, settlement, score, reasons }
  await rememberDecision(connection, workspaceId, decided, { state: 'confirmed', by: actor.id, stamp })
  await refreshSuggestions(connection, workspaceId, { companyId, billIds }, stamp)
  const records = payments.map(({ bill, parts, left }) => ({
    action: isZero(left) ? ('bill.matched' as const) : ('bill.paid_in_part' as const),
    subjectId: bill.id,
    details: { name: billName(bill), transactionId: transaction.id, score, ...parts, open: left },
  }))
  await recordAudits(connection, workspaceId, nowMs, actor, records)
  return whole.length > 0
}

/** Removes a payment from a bill and remembers that it was wrong; null if there is none. */
export async function takeBackPayment(
  connection: Connection,
  workspaceId: string,
  { bill, transactionId }: { bill: Bill; transactionId: string },
  { actor, stamp, nowMs }: Decision,
): Promise<RemovedPayment | null> {
  const removed = await removePayment(connection, workspaceId, bill.id, transactionId, stamp)
  if (removed === null) return null
  const by = { by: actor.id, stamp }
  const { companyId } = bill
  const { score, reasons } = removed
  const declined = { companyId, billIds: [bill.id], transactionId, score, reasons }
  await declineConfirmed(connection, workspaceId, { transactionId, billId: bill.id }, by)
  await rememberDecision(connection, workspaceId, declined, { state: 'declined', ...by })
  await refreshSuggestions(connection, workspaceId, { companyId, billIds: [bill.id] }, stamp)
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'bill.unmatched',
    subjectId: bill.id,
    details: { name: billName(bill), transactionId },
  })
  return removed
}

/** What else may settle the bills depends on what is open on them. */
async function refreshSuggestions(
  connection: Connection,
  workspaceId: string,
  { companyId, billIds }: { companyId: string; billIds: readonly string[] },
  stamp: string,
): Promise<void> {
  await closeSettledSuggestions(connection, workspaceId)
  await suggestSettlements(connection, { workspaceId, companyId, stamp, billIds })
}
