/**
 * Suggests payments of another amount than the bill's: parts, discounts, charges and differences within the tolerance,
 * and payments of several bills less their discounts.
 * Nothing is settled by it. Runs after the matching by equal amounts, inside a write to the workspace.
 */
import { setImmediate as othersHaveRun } from 'node:timers/promises'
import { type DiscountedSet, findDiscountedSets } from '../../domain/matching/discountedSets.ts'
import { billFacts, type PaymentFacts, paymentFacts } from '../../domain/matching/matching.ts'
import { findSettlements } from '../../domain/matching/settlements.ts'
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection } from '../../store/engine/door.ts'
import { enterSightings } from '../../store/imports/waitingSightings.ts'
import {
  accountIdsOf,
  listOpenBills,
  listPaymentsAmong,
  listRecentPayments,
  type OpenBill,
  openBillsMax,
  type SettlingPayment,
  settlingPaymentsMax,
} from '../../store/matching/matchCandidates.ts'
import { findSettlementSettings } from '../../store/matching/settlementSettings.ts'
import { dropSettlementsExcept, explainedAmong } from '../../store/matching/staleSuggestions.ts'
import { keepSuggestions } from '../../store/matching/suggestions.ts'
import { declinedOf } from './declinedMatches.ts'
import type { FoundMatch, MatchInput } from './foundMatch.ts'

/** Comparing all payments at once would keep everybody else waiting: it takes up to 0.2 s. */
const paymentsPerTurn = 100

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
  await enterSightings(connection, workspaceId)
  const { payments, isCompared, ...compared } = await comparedPairs(connection, input)
  const isDeclined = await declinedOf(connection, input)
  const settings = await findSettlementSettings(connection, workspaceId)
  const bills = open.map(billFacts)
  const look = (among: readonly PaymentFacts<SettlingPayment>[], isLookedAt: typeof isCompared) => {
    const isOut = (billIds: readonly string[], paymentId: string) =>
      !billIds.some(id => isLookedAt(id, paymentId)) || isDeclined(billIds, paymentId)
    const rows = { bills, payments: among }
    const isOneOut = (id: string, paymentId: string) => isOut([id], paymentId)
    const singles = findSettlements({ ...rows, settings, isDeclined: isOneOut })
    const pairs = singles.map(({ bill, ...found }) => ({ ...found, bills: [bill] }))
    return withoutDoubles(pairs, findDiscountedSets({ ...rows, isDeclined: isOut }))
  }
  const explained = new Set<PaymentFacts<SettlingPayment>>()
  for (const piece of piecesOf(payments, paymentsPerTurn)) {
    for (const { payment } of look(piece.map(paymentFacts), isCompared)) explained.add(payment)
    await othersHaveRun()
  }
  // What was suggested for these payments before may be explained better now, so they are compared with all bills.
  const found = look([...explained], () => true)
  const suggested = found.map(({ bills: settled, payment, settlement, score, reasons }) => ({
    bills: settled.map(({ bill }) => bill),
    payment: payment.payment,
    settlement,
    score,
    reasons,
  }))
  const kept = suggested.map(({ bills: settled, payment, ...rest }) => ({
    companyId,
    transactionId: payment.id,
    billIds: settled.map(({ id }) => id).sort(),
    ...rest,
  }))
  const explainedIds = [...explained].map(({ payment }) => payment.id)
  const transactionIds = [...new Set([...compared.transactionIds, ...explainedIds])]
  await dropSettlementsExcept(connection, workspaceId, { ...compared, transactionIds }, kept)
  const newlySuggested = kept.length > 0 ? await keepSuggestions(connection, workspaceId, kept, stamp) : 0
  return { suggested, newlySuggested }
}

type Found = Omit<DiscountedSet<OpenBill, SettlingPayment>, 'sure'>

/** If a single bill explains the whole payment, several do not. If several do, it is no part payment of one. */
function withoutDoubles(singles: readonly Found[], sets: readonly Found[]): Found[] {
  const bySingle = new Set(
    singles.filter(({ settlement }) => settlement.kind !== 'part').map(({ payment }) => payment),
  )
  const kept = sets.filter(({ payment }) => !bySingle.has(payment))
  const bySet = new Set(kept.map(({ payment }) => payment))
  return [...singles.filter(({ payment }) => !bySet.has(payment)), ...kept]
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
