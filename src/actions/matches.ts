/** Records that a payment settles some bills, as decided by a person, or throws why it cannot. */
import type { Bill } from '../contract/bills.ts'
import type { Transaction } from '../contract/transactions.ts'
import { billName } from '../domain/billName.ts'
import { Conflict } from '../domain/conflict.ts'
import { billFacts, paymentFacts, type Scored, scorePair } from '../domain/matching/matching.ts'
import { openAmount } from '../domain/matching/settledParts.ts'
import { difference, isPositive, sumOf } from '../domain/money/decimal.ts'
import { type Actor, recordAudits } from '../store/audit.ts'
import type { Connection } from '../store/engine/door.ts'
import { applyMatches, isOpenStatus } from '../store/matching/billMatches.ts'
import { amountsUsedOf, inFull, listPayments } from '../store/matching/billPayments.ts'
import { openBillStatuses } from '../store/matching/matchCandidates.ts'
import { closeSettledSuggestions } from '../store/matching/staleSuggestions.ts'
import { rememberDecision } from '../store/matching/suggestions.ts'

export interface Settling {
  transaction: Transaction
  bills: readonly Bill[]
  /** The score of the suggestion, if there is one. */
  scored?: Scored
}

export interface Decision {
  actor: Actor
  stamp: string
  nowMs: number
}

/** Must run inside a write to the workspace. */
export async function settle(
  connection: Connection,
  workspaceId: string,
  { transaction, bills, scored }: Settling,
  { actor, stamp, nowMs }: Decision,
): Promise<void> {
  const used = await amountsUsedOf(connection, workspaceId, transaction.id)
  const payable: PayableBill[] = []
  for (const bill of bills) payable.push(await payableOf(connection, workspaceId, bill))
  requireFit(transaction, payable, used)
  const [first] = payable
  if (first === undefined) throw new Conflict('BILL_GONE', 'The bills of this suggestion no longer exist.')
  const { score, reasons } = scored ?? scorePair(billFacts(first), paymentFacts(transaction))
  const matches = payable.map(({ id, status, open }) => ({
    billId: id,
    transactionId: transaction.id,
    parts: inFull(open),
    statusBefore: status,
    score,
    reasons,
  }))
  await applyMatches(connection, workspaceId, matches, { ...actor, importId: null }, stamp)
  await rememberDecision(
    connection,
    workspaceId,
    {
      companyId: transaction.companyId,
      transactionId: transaction.id,
      billIds: payable.map(({ id }) => id).sort(),
      score,
      reasons,
    },
    { state: 'confirmed', by: actor.id, stamp },
  )
  await closeSettledSuggestions(connection, workspaceId)
  const records = payable.map(bill => ({
    action: 'bill.matched' as const,
    subjectId: bill.id,
    details: { name: billName(bill), transactionId: transaction.id, score },
  }))
  await recordAudits(connection, workspaceId, nowMs, actor, records)
}

export type PayableBill = Bill & { totalAmount: string; currency: string; open: string }

/** The bill with what is open on it, or the reason why nothing can settle it. */
export async function payableOf(
  connection: Connection,
  workspaceId: string,
  bill: Bill,
): Promise<PayableBill> {
  const { status, totalAmount, currency, matchedTransactionId } = bill
  if (matchedTransactionId !== null) {
    throw new Conflict(
      'BILL_SETTLED',
      `${nameOf(bill)} is already settled by transaction ${matchedTransactionId}. Undo that match first.`,
    )
  }
  if (!isOpenStatus(status)) {
    throw new Conflict(
      'BILL_NOT_OPEN',
      `${nameOf(bill)} is ${status}; a payment can settle only bills that are ${openBillStatuses.join(', ')}.`,
    )
  }
  if (totalAmount === null || currency === null) {
    throw new Conflict('BILL_WITHOUT_TOTAL', `${nameOf(bill)} has no total or no currency yet.`)
  }
  const open = openAmount(totalAmount, await listPayments(connection, workspaceId, bill.id))
  return { ...bill, totalAmount, currency, open }
}

const unfit = (message: string) => new Conflict('UNFIT_TRANSACTION', message)

/** Throws unless the transaction may pay these bills, whatever the amounts. */
export function requirePaying(transaction: Transaction, bills: readonly PayableBill[]): void {
  const { side, status, companyId, currency } = transaction
  if (side !== 'debit')
    throw unfit('Only an outgoing payment can settle a bill, and this transaction is incoming.')
  if (status !== 'pending' && status !== 'booked') {
    throw unfit(`The transaction is ${status}; only a pending or booked transaction can settle a bill.`)
  }
  for (const bill of bills) {
    if (bill.companyId !== companyId)
      throw unfit(`${nameOf(bill)} and the transaction belong to different companies.`)
    if (bill.currency !== currency)
      throw unfit(`${nameOf(bill)} is in ${bill.currency}, but the transaction is in ${currency}.`)
  }
}

function requireFit(transaction: Transaction, bills: readonly PayableBill[], used: readonly string[]): void {
  requirePaying(transaction, bills)
  const { currency, amount } = transaction
  const before = sumOf(used)
  const added = sumOf(bills.map(({ open }) => open))
  const left = difference(amount, sumOf([before, added]))
  if (left.startsWith('-')) {
    const others = used.length > 0 ? ` and already settles ${before} ${currency} of other bills` : ''
    throw unfit(
      `The transaction is ${amount} ${currency}${others}; ${added} ${currency} is ${left.slice(1)} too much.`,
    )
  }
  if (!isPositive(sumOf([before, added]))) {
    throw unfit('A credit note is settled together with the bills that it reduces. Match those first.')
  }
}

export const nameOf = ({ id, invoiceNumber }: Bill): string => `Bill ${invoiceNumber ?? id}`
