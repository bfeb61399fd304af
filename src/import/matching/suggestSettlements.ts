/**
 * Suggests payments of another amount than the bill's: parts, discounts, charges and differences within the tolerance.
 * Nothing is settled by it. Runs after the matching by equal amounts, inside a write to the workspace.
 */
import { billFacts, paymentFacts } from '../../domain/matching/matching.ts'
import { findSettlements } from '../../domain/matching/settlements.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  accountIdsOf,
  listOpenBills,
  listPaymentsAmong,
  listRecentPayments,
  openBillsMax,
  type SettlingPayment,
  settlingPaymentsMax,
} from '../../store/matching/matchCandidates.ts'
import { findSettlementSettings } from '../../store/matching/settlementSettings.ts'
import { dropSettlementsExcept, explainedAmong } from '../../store/matching/staleSuggestions.ts'
import { keepSuggestions } from '../../store/matching/suggestions.ts'
import { declinedOf } from './declinedMatches.ts'
import type { FoundMatch, MatchInput } from './foundMatch.ts'

export type SettlementInput = Pick<
  MatchInput,
  'workspaceId' | 'companyId' | 'stamp' | 'transactionIds' | 'billIds'
>

export interface SuggestedSettlements {
  suggested: FoundMatch[]
  /** How many of them are new. */
  newlySuggested: number
}

/** With given rows, only pairs with one of them are compared. Without, the newest payments with all open bills. */
export async function suggestSettlements(
  connection: Connection,
  input: SettlementInput,
): Promise<SuggestedSettlements> {
  const { workspaceId, companyId, stamp } = input
  const open = (await listOpenBills(connection, workspaceId, companyId)).slice(0, openBillsMax)
  if (open.length === 0) return { suggested: [], newlySuggested: 0 }
  const { payments, isCompared, ...pairs } = await comparedPairs(connection, input)
  const isDeclined = await declinedOf(connection, input)
  const found = findSettlements({
    bills: open.map(billFacts),
    payments: payments.map(paymentFacts),
    settings: await findSettlementSettings(connection, workspaceId),
    isDeclined: (billId, paymentId) => !isCompared(billId, paymentId) || isDeclined([billId], paymentId),
  })
  const kept = found.map(({ bill, payment, settlement, score, reasons }) => ({
    companyId,
    transactionId: payment.payment.id,
    billIds: [bill.bill.id],
    settlement,
    score,
    reasons,
  }))
  await dropSettlementsExcept(connection, workspaceId, pairs, kept)
  const newlySuggested = kept.length > 0 ? await keepSuggestions(connection, workspaceId, kept, stamp) : 0
  const suggested = found.map(({ bill, payment, settlement, score, reasons }) => ({
    bills: [bill.bill],
    payment: payment.payment,
    settlement,
    score,
    reasons,
  }))
  return { suggested, newlySuggested }
}

/** A payment that may settle a bill by an equal amount is not suggested for another amount as well. */
async function comparedPairs(connection: Connection, input: SettlementInput) {
  const { workspaceId, companyId, transactionIds, billIds } = input
  const isWhole = transactionIds === undefined && billIds === undefined
  const among = (transactionIds ?? []).slice(-settlingPaymentsMax)
  const given = await listPaymentsAmong(connection, workspaceId, companyId, among)
  const accountIds = isWhole || billIds?.length ? await accountIdsOf(connection, workspaceId, companyId) : []
  const recent = await listRecentPayments(connection, workspaceId, accountIds)
  const byId = new Map<string, SettlingPayment>([...given, ...recent].map(each => [each.id, each]))
  const explained = await explainedAmong(connection, workspaceId, [...byId.keys()])
  const compared = new Set(isWhole ? byId.keys() : given.map(({ id }) => id))
  const bills = new Set(billIds)
  return {
    payments: [...byId.values()].filter(({ id }) => !explained.has(id)),
    isCompared: (billId: string, paymentId: string) => compared.has(paymentId) || bills.has(billId),
    transactionIds: [...compared],
    billIds: [...bills],
    recentIds: recent.map(({ id }) => id),
  }
}
