/**
 * Matches the open bills of a company with its payments, inside a write to the workspace. Certain matches
 * are applied, likely ones stored as suggestions. Only bills and payments with equal amounts are compared;
 * suggestSettlements.ts looks for other amounts. So a run for certain rows only looks at what has their amounts, and still finds what a run over everything
 * would.
 */
import { billName } from '../domain/billName.ts'
import { grouped } from '../domain/grouped.ts'
import { sumKey } from '../domain/matching/facts.ts'
import {
  type BillFacts,
  billFacts,
  decidePairs,
  type PaymentFacts,
  paymentFacts,
} from '../domain/matching/matching.ts'
import { decideTogether, type Supplier, suppliersOf } from '../domain/matching/together.ts'
import { amountKey, isZero } from '../domain/money/decimal.ts'
import { piecesOf } from '../domain/pieces.ts'
import { type Actor, recordAudits } from '../store/audit.ts'
import type { Connection } from '../store/engine/door.ts'
import { rowsPerQuery } from '../store/engine/longWork.ts'
import { sightTransactions } from '../store/imports/unsighted.ts'
import { applyMatches } from '../store/matching/billMatches.ts'
import { inFull } from '../store/matching/billPayments.ts'
import {
  accountIdsOf,
  type FreePayment,
  freeAmounts,
  listFreePayments,
  listOpenBills,
  type OpenBill,
  openBillsMax,
  paymentsPerAmountMax,
} from '../store/matching/matchCandidates.ts'
import { closeSettledSuggestions, dropSuggestionsExcept } from '../store/matching/staleSuggestions.ts'
import { keepSuggestions } from '../store/matching/suggestions.ts'
import { declinedOf } from './matching/declinedMatches.ts'
import type { FoundMatch, MatchInput } from './matching/foundMatch.ts'
import { suggestSettlements } from './matching/suggestSettlements.ts'

export type { FoundMatch, MatchInput } from './matching/foundMatch.ts'

export interface MatchOutcome {
  matched: FoundMatch[]
  suggested: FoundMatch[]
  /** How many of the suggestions are new. */
  newlySuggested: number
}

/** Maximum number of sums of several bills searched for in one run; suppliers with the newest bills come first. */
const sumsMax = 100_000
/** Every round but the last settles something, and there are rarely more than three. */
const roundsMax = 50

/** Returns how many bills were matched and how many suggestions are new. */
export async function matchBills(
  connection: Connection,
  input: MatchInput,
): Promise<{ matched: number; suggested: number }> {
  const { matched, newlySuggested } = await matchOpenBills(connection, input)
  return { matched: matched.reduce((sum, { bills }) => sum + bills.length, 0), suggested: newlySuggested }
}

export async function matchOpenBills(connection: Connection, input: MatchInput): Promise<MatchOutcome> {
  const matched: FoundMatch[] = []
  for (let round = 1; ; round += 1) {
    await closeSettledSuggestions(connection, input.workspaceId)
    const { looked, certain, suggested } = await lookOnce(connection, input)
    // Settled bills leave others without a rival, so repeat until nothing is certain any more. A later run
    // will then find nothing new either.
    if (certain.length === 0 || round === roundsMax) {
      const newlySuggested = await keep(connection, input, looked, suggested)
      const others = await suggestSettlements(connection, input)
      return {
        matched,
        suggested: [...suggested, ...others.suggested],
        newlySuggested: newlySuggested + others.newlySuggested,
      }
    }
    await apply(connection, input, certain)
    matched.push(...certain)
  }
}

interface Look {
  /** The bills that were compared with payments of the same amount. */
  looked: string[]
  certain: FoundMatch[]
  suggested: FoundMatch[]
}

async function lookOnce(connection: Connection, input: MatchInput): Promise<Look> {
  const { workspaceId, companyId } = input
  const listed = (await listOpenBills(connection, workspaceId, companyId)).slice(0, openBillsMax)
  // The rest of a bill that was paid in part is for a person to settle.
  const open = listed.filter(({ settled }) => isZero(settled)).map(billFacts)
  if (open.length === 0) return { looked: [], certain: [], suggested: [] }
  const { bills, suppliers } = await wantedOf(connection, input, open)
  const payments = await paymentsFor(connection, input, bills, suppliers)
  const declined = await declinedOf(connection, input)
  const looked = bills.map(({ bill }) => bill.id)
  return { looked, ...decide(bills, suppliers, payments, declined) }
}

async function keep(
  connection: Connection,
  { workspaceId, companyId, stamp }: MatchInput,
  looked: readonly string[],
  suggested: readonly FoundMatch[],
): Promise<number> {
  const kept = suggested.map(({ bills, payment, score, reasons }) => ({
    companyId,
    transactionId: payment.id,
    billIds: bills.map(({ id }) => id).sort(),
    score,
    reasons,
  }))
  if (looked.length > 0) await dropSuggestionsExcept(connection, workspaceId, looked, kept)
  return kept.length > 0 ? await keepSuggestions(connection, workspaceId, kept, stamp) : 0
}

interface Wanted {
  bills: BillFacts<OpenBill>[]
  suppliers: Supplier<OpenBill>[]
}

/** The bills, and the suppliers with several bills, that have the amounts of the given rows. */
async function wantedOf(
  connection: Connection,
  input: MatchInput,
  open: BillFacts<OpenBill>[],
): Promise<Wanted> {
  const { workspaceId, companyId, transactionIds, billIds } = input
  const suppliers = suppliersOf(open)
  if (transactionIds === undefined && billIds === undefined) return { bills: open, suppliers }
  const amounts = transactionIds?.length
    ? await freeAmounts(connection, workspaceId, companyId, transactionIds)
    : []
  const isNew = new Set(billIds)
  const touched = new Set(amounts.map(amountKey))
  for (const { bill } of open) if (isNew.has(bill.id)) touched.add(amountKey(bill.totalAmount))
  return {
    bills: open.filter(({ bill }) => touched.has(amountKey(bill.totalAmount))),
    suppliers: suppliers.filter(
      ({ bills, sums }) =>
        bills.some(({ bill }) => isNew.has(bill.id)) || [...sums].some(sum => touched.has(amountOf(sum))),
    ),
  }
}

const amountOf = (sum: string): string => sum.split(' ')[0] ?? ''

async function paymentsFor(
  connection: Connection,
  { workspaceId, companyId, stamp }: MatchInput,
  bills: readonly BillFacts<OpenBill>[],
  suppliers: readonly Supplier<OpenBill>[],
): Promise<PaymentFacts<FreePayment>[]> {
  const sums = suppliers.flatMap(each => [...each.sums]).slice(0, sumsMax)
  const amounts = [...new Set([...bills.map(({ sum }) => sum), ...sums].map(amountOf))]
  if (amounts.length === 0) return []
  const accountIds = await accountIdsOf(connection, workspaceId, companyId)
  await sightTransactions(connection, workspaceId, accountIds, stamp)
  const found: FreePayment[] = []
  for (const piece of piecesOf(amounts, rowsPerQuery)) {
    found.push(...(await listFreePayments(connection, workspaceId, accountIds, piece)))
  }
  return found.map(paymentFacts)
}

function decide(
  bills: readonly BillFacts<OpenBill>[],
  suppliers: readonly Supplier<OpenBill>[],
  payments: readonly PaymentFacts<FreePayment>[],
  isDeclined: (billIds: readonly string[], transactionId: string) => boolean,
) {
  const crowded = crowdedSums(payments)
  const pairs = decidePairs({
    bills,
    payments,
    isDeclined: (billId, paymentId) => isDeclined([billId], paymentId),
    isComplete: sum => !crowded.has(sum),
  })
  const settled = new Set(pairs.certain.map(({ bill }) => bill.bill.id))
  // A payment that a single bill may explain is not suggested for several bills as well.
  const explained = new Set([...pairs.certain, ...pairs.suggested].map(({ payment }) => payment))
  const together = decideTogether({
    suppliers: suppliers.map(({ bills: each, sums }) => ({
      bills: each.filter(({ bill }) => !settled.has(bill.id)),
      sums,
    })),
    payments: payments.filter(payment => !explained.has(payment)),
    isDeclined,
    doubtful: new Set(pairs.suggested.map(({ bill }) => bill.bill.id)),
  })
  const ofPair = ({ bill, payment, score, reasons }: (typeof pairs.certain)[number]): FoundMatch => ({
    bills: [bill.bill],
    payment: payment.payment,
    settlement: null,
    score,
    reasons,
  })
  const ofSet = (set: (typeof together.certain)[number]): FoundMatch => ({
    bills: set.bills.map(({ bill }) => bill),
    payment: set.payment.payment,
    settlement: null,
    score: set.score,
    reasons: set.reasons,
  })
  return {
    certain: [...pairs.certain.map(ofPair), ...together.certain.map(ofSet)],
    suggested: [...pairs.suggested.map(ofPair), ...together.suggested.map(ofSet)],
  }
}

/** Amounts with so many payments that there may be more than were loaded. */
function crowdedSums(payments: readonly PaymentFacts<FreePayment>[]): Set<string> {
  const groups = grouped(
    payments,
    ({ payment }) => `${payment.accountId} ${sumKey(payment.amount, payment.currency)}`,
  )
  const crowded = [...groups.values()].filter(({ length }) => length >= paymentsPerAmountMax)
  return new Set(crowded.flatMap(([first]) => first?.sum ?? []))
}

async function apply(
  connection: Connection,
  input: MatchInput,
  matched: readonly FoundMatch[],
): Promise<void> {
  const { workspaceId, importId, stamp, nowMs, actor } = input
  const matches = matched.flatMap(({ bills, payment, score, reasons }) =>
    bills.map(({ id, status, totalAmount }) => ({
      billId: id,
      transactionId: payment.id,
      parts: inFull(totalAmount),
      statusBefore: status,
      score,
      reasons,
    })),
  )
  const by = importId === null && actor ? actor : matchingService
  await applyMatches(connection, workspaceId, matches, { ...by, importId }, stamp)
  const records = matched.flatMap(({ bills, payment, score }) =>
    bills.map(bill => ({
      action: 'bill.matched' as const,
      subjectId: bill.id,
      details: {
        name: billName(bill),
        transactionId: payment.id,
        score,
        ...(importId !== null && { importId }),
      },
    })),
  )
  await recordAudits(connection, workspaceId, nowMs, actor ?? auditedService, records)
}

const matchingService = { kind: 'service', id: 'matching' } as const
const auditedService: Actor = { kind: 'command', id: 'florin (matching)' }
