/** What a person says that a payment settles of a bill: all of it, a part, or with a difference that has a reason. */
import type { Bill } from '../contract/bills.ts'
import type { ChosenParts, SuggestedSettlement } from '../contract/console/matching.ts'
import type { SettlementSettings } from '../contract/console/settlement.ts'
import type { Transaction } from '../contract/transactions.ts'
import { Conflict } from '../domain/conflict.ts'
import { billFacts, paymentFacts, scorePair } from '../domain/matching/matching.ts'
import { isTolerated, isWithinCharge, type SettledParts, settledBy } from '../domain/matching/settledParts.ts'
import { difference, isPositive, isZero, magnitude, sumOf } from '../domain/money/decimal.ts'
import type { Connection } from '../store/engine/door.ts'
import { amountsUsedOf, listPayments } from '../store/matching/billPayments.ts'
import { statedCharge } from '../store/matching/handMatches.ts'
import { findSettlementSettings } from '../store/matching/settlementSettings.ts'
import { record } from './billPayments.ts'
import { type Decision, nameOf, type PayableBill, payableOf, requirePaying } from './matches.ts'

interface PaymentByHand {
  transaction: Transaction
  bill: Bill
  chosen: ChosenParts
}

/** Must run inside a write to the workspace. Returns whether the bill is settled by it, which the API shows. */
export async function recordByHand(
  connection: Connection,
  workspaceId: string,
  { transaction, bill, chosen }: PaymentByHand,
  decision: Decision,
): Promise<boolean> {
  const payable = await payableOf(connection, workspaceId, bill)
  requirePaying(transaction, [payable])
  const before = await listPayments(connection, workspaceId, bill.id)
  if (before.some(({ transactionId }) => transactionId === transaction.id)) {
    throw new Conflict(
      'ALREADY_PAYS',
      `The transaction already pays on ${nameOf(bill)}. Remove that payment, then record it anew.`,
    )
  }
  const { amount, discount = '0', charge = '0', tolerance = '0' } = chosen
  const parts: SettledParts = { amount, discount, charge, tolerance }
  const used = await amountsUsedOf(connection, workspaceId, transaction.id)
  requireAvailable(transaction, sumOf(used), parts)
  requireOpen(payable, parts)
  const settings = await findSettlementSettings(connection, workspaceId)
  requireTolerated(payable, parts, settings)
  await requireCharge(connection, workspaceId, { transaction, bill: payable, parts, settings })
  return await record(
    connection,
    workspaceId,
    {
      transaction,
      settled: [{ bill: payable, parts }],
      settlement: { kind: kindOf(payable, parts), open: payable.open, ...parts },
      scored: scorePair(billFacts(payable), paymentFacts(transaction)),
    },
    decision,
  )
}

/** The same words as for a suggestion. */
function kindOf({ open }: PayableBill, parts: SettledParts): SuggestedSettlement['kind'] {
  if (!isZero(parts.discount)) return 'discount'
  if (!isZero(parts.charge)) return 'charge'
  if (!isZero(parts.tolerance)) return 'tolerance'
  return isZero(difference(open, parts.amount)) ? 'rest' : 'part'
}

function requireAvailable({ amount, currency }: Transaction, used: string, parts: SettledParts): void {
  const missing = difference(sumOf([used, parts.amount]), amount)
  if (!isPositive(missing)) return
  const others = isZero(used) ? '' : `, of which ${used} already pays other bills`
  throw new Conflict(
    'UNFIT_TRANSACTION',
    `The transaction is ${amount} ${currency}${others}; ${parts.amount} ${currency} is ${missing} too much.`,
  )
}

function requireOpen(bill: PayableBill, parts: SettledParts): void {
  const { open, currency } = bill
  const settled = settledBy(parts)
  if (!isPositive(settled)) {
    throw new Conflict('SETTLES_NOTHING', `Together, this settles ${settled} ${currency} of ${nameOf(bill)}.`)
  }
  const tooMuch = difference(settled, open)
  if (!isPositive(tooMuch)) return
  throw new Conflict(
    'SETTLES_TOO_MUCH',
    `${open} ${currency} is open on ${nameOf(bill)}, and this would settle ${settled}, which is ${tooMuch} too much.`,
  )
}

/** Limits are set by those who manage the workspace, and hold for everyone. */
function requireTolerated(
  bill: PayableBill,
  { tolerance }: SettledParts,
  settings: SettlementSettings,
): void {
  if (isZero(tolerance) || isTolerated(tolerance, bill.totalAmount, settings)) return
  throw new Conflict(
    'BEYOND_TOLERANCE',
    `A difference of ${magnitude(tolerance)} ${bill.currency} is beyond the tolerance of this workspace, which its owner or an admin can change.`,
  )
}

interface Charged {
  transaction: Transaction
  bill: PayableBill
  parts: SettledParts
  settings: SettlementSettings
}

async function requireCharge(
  connection: Connection,
  workspaceId: string,
  { transaction, bill, parts, settings }: Charged,
): Promise<void> {
  const { charge } = parts
  if (isZero(charge) || isWithinCharge(charge, settings)) return
  const stated = await statedCharge(connection, workspaceId, transaction.id)
  if (stated !== null && isZero(difference(stated, magnitude(charge)))) return
  throw new Conflict(
    'BEYOND_TOLERANCE',
    `Charges of ${magnitude(charge)} ${bill.currency} are neither stated by the bank nor within the limit of this workspace, which its owner or an admin can change.`,
  )
}
