/** Saying which payment settles which bills, in a person's name; and why not, where it cannot. */
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
  /** Where a suggestion has it already. */
  scored?: Scored
}

interface Decision {
  actor: Actor
  stamp: string
  nowMs: number
}

/** Within a write to the workspace. */
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
  if (first === undefined) throw new Conflict('BILL_GONE', 'The bills of this suggestion are gone.')
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
      `${nameOf(bill)} is settled already, by transaction ${matchedTransactionId}. Take that match back first.`,
    )
  }
  if (!isOpenStatus(status)) {
    throw new Conflict(
      'BILL_NOT_OPEN',
      `${nameOf(bill)} is ${status}; a payment settles bills that are ${openBillStatuses.join(', ')}.`,
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
  const unfit = (sentence: string) => new Conflict('UNFIT_TRANSACTION', sentence)
  if (side !== 'debit') throw unfit('Only money that goes out settles a bill, and this transaction is none.')
  if (status !== 'pending' && status !== 'booked') {
    throw unfit(`The transaction is ${status}; only one that is pending or booked settles a bill.`)
  }
  for (const bill of bills) {
    if (bill.companyId !== companyId)
      throw unfit(`${nameOf(bill)} and the transaction are of different companies.`)
    if (bill.currency !== currency)
      throw unfit(`${nameOf(bill)} is in ${bill.currency}, and the transaction in ${currency}.`)
  }
  const before = sumOf(settled.map(({ totalAmount }) => totalAmount ?? '0'))
  const added = sumOf(bills.map(({ totalAmount }) => totalAmount))
  const left = difference(amount, sumOf([before, added]))
  if (left.startsWith('-')) {
    const others = settled.length > 0 ? ` and settles ${before} ${currency} of other bills already` : ''
    throw unfit(
      `The transaction is ${amount} ${currency}${others}; ${added} ${currency} is ${left.slice(1)} too much for it.`,
    )
  }
  if (!isPositive(sumOf([before, added]))) {
    throw unfit(
      'A credit note is settled together with the bills that it takes away from. Match those first.',
    )
  }
}

const nameOf = ({ id, invoiceNumber }: Bill): string => `Bill ${invoiceNumber ?? id}`
