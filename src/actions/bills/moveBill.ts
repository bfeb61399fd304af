/** Gives a bill another status, as a person decides. Every move is checked against one table and audited. */
import type { Bill } from '../../contract/bills.ts'
import { billName } from '../../domain/billName.ts'
import { approvalRefusal } from '../../domain/bills/fourEyes.ts'
import { mayMove, missingFields, nextStatuses } from '../../domain/bills/transitions.ts'
import { Conflict } from '../../domain/conflict.ts'
import { matchBills } from '../../import/matchBills.ts'
import { type Actor, recordAudit } from '../../store/audit.ts'
import { findWork, type StoredWork, setStatus } from '../../store/billWork/billWork.ts'
import type { Connection } from '../../store/engine/door.ts'
import { removePayment } from '../../store/matching/billPayments.ts'
import { closeSettledSuggestions } from '../../store/matching/staleSuggestions.ts'
import { declineConfirmed, rememberDecision } from '../../store/matching/suggestions.ts'

export interface Move {
  to: Bill['status']
  /** The day it is scheduled for, or was paid on. */
  date?: string | undefined
  note?: string | undefined
}

export interface Decision {
  actor: Actor
  stamp: string
  nowMs: number
}

/** Must run inside a write to the workspace. */
export async function moveBill(
  connection: Connection,
  workspaceId: string,
  bill: Bill,
  { to, date, note }: Move,
  decision: Decision,
): Promise<void> {
  const { actor, stamp, nowMs } = decision
  const { status: from } = bill
  requireAllowed(bill, to)
  const work = await findWork(connection, workspaceId, bill.id)
  const refusal = work && refusalOf(work, to, actor)
  if (refusal) throw new Conflict('FOUR_EYES', refusal)
  const isBack = from === 'matched' && to === 'pending_match'
  const transactionId = isBack ? await unmatch(connection, workspaceId, bill, decision) : null
  const paidAt = to === 'paid' ? (date === undefined ? stamp : `${date}T00:00:00.000Z`) : null
  const next = {
    status: to,
    // An archived bill stays paid when it was.
    paidAt: to === 'archived' ? bill.paidAt : paidAt,
    scheduledFor:
      to === 'scheduled' ? (date ?? null) : from === 'scheduled' && to === 'approved' ? null : undefined,
  }
  await setStatus(connection, workspaceId, bill.id, next, stamp)
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'bill.moved',
    subjectId: bill.id,
    details: {
      name: billName(bill),
      from,
      to,
      ...(date && { date }),
      ...(transactionId && { transactionId }),
      ...(note && { note }),
    },
  })
  if (!isBack && (to === 'pending_match' || (from === 'pending_approval' && to === 'approved'))) {
    await lookForPayment(connection, workspaceId, bill, decision)
  } else await closeSettledSuggestions(connection, workspaceId)
}

export const refusalOf = (work: StoredWork, to: Bill['status'], actor: Actor): string | null =>
  to === 'approved'
    ? approvalRefusal({
        fourEyes: work.fourEyes,
        personId: actor.id,
        enteredBy: work.enteredBy?.kind === 'person' ? work.enteredBy.id : null,
        fixedBy: work.fixedBy,
      })
    : null

function requireAllowed(bill: Bill, to: Bill['status']): void {
  const { status: from } = bill
  if (!mayMove(from, to)) {
    const allowed = nextStatuses(from)
    const list = allowed.length === 0 ? 'It cannot change any more' : `It can become ${allowed.join(' or ')}`
    throw new Conflict('MOVE_NOT_ALLOWED', `The bill is ${from} and cannot become ${to}. ${list}.`)
  }
  if (to === 'matched') {
    throw new Conflict('PAYMENT_NEEDED', 'A bill is matched by choosing the payment that settles it.')
  }
  const missing = from === 'matched' || to !== 'pending_match' ? [] : missingFields(bill)
  if (missing.length > 0) {
    throw new Conflict('BILL_INCOMPLETE', `The bill has no ${missing.join(', no ')} yet. Type them first.`)
  }
}

/** Going back from matched means that the payment was the wrong one. */
async function unmatch(
  connection: Connection,
  workspaceId: string,
  { id, companyId, matchedTransactionId }: Bill,
  { actor, stamp }: Decision,
): Promise<string | null> {
  if (matchedTransactionId === null) return null
  const match = await removePayment(connection, workspaceId, id, matchedTransactionId, stamp)
  if (match === null) return null
  const by = { by: actor.id, stamp }
  await declineConfirmed(connection, workspaceId, { transactionId: match.transactionId, billId: id }, by)
  const declined = { companyId, billIds: [id], ...match }
  await rememberDecision(connection, workspaceId, declined, { state: 'declined', ...by })
  return match.transactionId
}

/** Looks for the payment of a bill that has just become ready for one. */
export async function lookForPayment(
  connection: Connection,
  workspaceId: string,
  { id, companyId }: Bill,
  { stamp, nowMs }: Decision,
): Promise<void> {
  await matchBills(connection, { workspaceId, companyId, stamp, nowMs, importId: null, billIds: [id] })
}
