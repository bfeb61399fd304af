/** Payments of other amounts than their bill's, recorded when a person says so, and removed again. */
import type { Bill } from '../contract/bills.ts'
import type { SuggestedSettlement } from '../contract/console/matching.ts'
import type { Transaction } from '../contract/transactions.ts'
import { billName } from '../domain/billName.ts'
import { Conflict } from '../domain/conflict.ts'
import type { Scored } from '../domain/matching/matching.ts'
import { settledBy } from '../domain/matching/settledParts.ts'
import { difference, isZero } from '../domain/money/decimal.ts'
import { suggestSettlements } from '../import/matching/suggestSettlements.ts'
import { recordAudit } from '../store/audit.ts'
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
import { type Decision, nameOf, payableOf, requirePaying } from './matches.ts'

export interface Payment {
  transaction: Transaction
  bill: Bill
  settlement: SuggestedSettlement
  scored: Scored
}

/** Records what was suggested. Returns whether the bill is settled by it, which the API shows. */
export async function recordPayment(
  connection: Connection,
  workspaceId: string,
  { transaction, bill, settlement, scored }: Payment,
  { actor, stamp, nowMs }: Decision,
): Promise<boolean> {
  const payable = await payableOf(connection, workspaceId, bill)
  requirePaying(transaction, [payable])
  const used = await amountsUsedOf(connection, workspaceId, transaction.id)
  const isAsSuggested =
    used.length === 0 &&
    isZero(difference(payable.open, settlement.open)) &&
    isZero(difference(transaction.amount, settlement.amount))
  if (!isAsSuggested) {
    throw new Conflict(
      'SETTLEMENT_CHANGED',
      `The transaction, or what is open on ${nameOf(bill)}, has changed since this was suggested. Look at it again.`,
    )
  }
  const { kind: _, open, ...parts } = settlement
  const { score, reasons } = scored
  const left = difference(open, settledBy(parts))
  const payment = { billId: bill.id, transactionId: transaction.id, parts, score, reasons }
  const by = { ...actor, importId: null }
  const isSettled = isZero(left)
  if (isSettled) {
    const match = { ...payment, statusBefore: bill.status }
    await applyMatches(connection, workspaceId, [match], by, stamp)
  } else await insertPayments(connection, workspaceId, [payment], by, stamp)
  const { companyId } = bill
  const decided = { companyId, transactionId: transaction.id, billIds: [bill.id], settlement, score, reasons }
  await rememberDecision(connection, workspaceId, decided, { state: 'confirmed', by: actor.id, stamp })
  await refreshSuggestions(connection, workspaceId, bill, stamp)
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: isSettled ? 'bill.matched' : 'bill.paid_in_part',
    subjectId: bill.id,
    details: { name: billName(bill), transactionId: transaction.id, score, ...parts, open: left },
  })
  return isSettled
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
  await refreshSuggestions(connection, workspaceId, bill, stamp)
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'bill.unmatched',
    subjectId: bill.id,
    details: { name: billName(bill), transactionId },
  })
  return removed
}

/** What else may settle the bill depends on what is open on it. */
async function refreshSuggestions(
  connection: Connection,
  workspaceId: string,
  { id, companyId }: Bill,
  stamp: string,
): Promise<void> {
  await closeSettledSuggestions(connection, workspaceId)
  await suggestSettlements(connection, { workspaceId, companyId, stamp, billIds: [id] })
}
