/** Records that a payment settles some bills, as decided by a person, or throws why it cannot. */
import type { Bill } from '../contract/bills.ts'
import type { Transaction } from '../contract/transactions.ts'
import { billName } from '../domain/billName.ts'
import { Conflict } from '../domain/conflict.ts'
import { billFacts, paymentFacts, type Scored, scorePair } from '../domain/matching/matching.ts'
import { difference, isPositive, sumOf } from '../domain/money/decimal.ts'
import { type Actor, recordAudits } from '../store/audit.ts'
import type { Connection } from '../store/engine/door.ts'
import { applyMatches, billsSettledBy, isOpenStatus } from '../store/matching/billMatches.ts'
import { openBillStatuses } from '../store/matching/matchCandidates.ts'
import { closeSettledSuggestions, rememberDecision } from '../store/matching/suggestions.ts'

export interface Settling {
  transaction: Transaction
  bills: readonly Bill[]
  /** The score of the suggestion, if there is one. */
  scored?: Scored
}

interface Decision {
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
  const settled = await billsSettledBy(connection, workspaceId, transaction.id)
  const payable = bills.map(payableOf)
  requireFit(transaction, payable, settled)
  const [first] = payable
  if (first === undefined) throw new Conflict('BILL_GONE', 'The bills of this suggestion no longer exist.')
  const { score, reasons } = scored ?? scorePair(billFacts(first), paymentFacts(transaction))
  const matches = payable.map(({ id, status }) => ({
    billId: id,
    transactionId: transaction.id,
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

type PayableBill = Bill & { totalAmount: string; currency: string }

function payableOf(bill: Bill): PayableBill {
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
  return { ...bill, totalAmount, currency }
}

function requireFit(
  transaction: Transaction,
  bills: readonly PayableBill[],
  settled: readonly Pick<Bill, 'totalAmount'>[],
): void {
  const { side, status, companyId, currency, amount } = transaction
  const unfit = (message: string) => new Conflict('UNFIT_TRANSACTION', message)
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
  const before = sumOf(settled.map(({ totalAmount }) => totalAmount ?? '0'))
  const added = sumOf(bills.map(({ totalAmount }) => totalAmount))
  const left = difference(amount, sumOf([before, added]))
  if (left.startsWith('-')) {
    const others = settled.length > 0 ? ` and already settles ${before} ${currency} of other bills` : ''
    throw unfit(
      `The transaction is ${amount} ${currency}${others}; ${added} ${currency} is ${left.slice(1)} too much.`,
    )
  }
  if (!isPositive(sumOf([before, added]))) {
    throw unfit('A credit note is settled together with the bills that it reduces. Match those first.')
  }
}

const nameOf = ({ id, invoiceNumber }: Bill): string => `Bill ${invoiceNumber ?? id}`
