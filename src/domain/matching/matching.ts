/**
 * Which payment settles which bill. A pair is scored by its signs. It is certain only if the amounts are
 * equal, the reference or the account confirms it, and no other pair comes close. The order of bills and
 * payments does not affect the outcome.
 */
import type { MatchReason } from '../../contract/console/matching.ts'
import { grouped } from '../grouped.ts'
import { isPositive } from '../money/decimal.ts'
import type { BillFacts, BillFields, PaymentFacts, PaymentFields } from './facts.ts'
import { amountSign, currencySign, dateSign, ibanSign, nameSign, referenceSign, type Sign } from './signs.ts'

export {
  type BillFacts,
  type BillFields,
  billFacts,
  type PaymentFacts,
  type PaymentFields,
  paymentFacts,
} from './facts.ts'

/** Pairs with at least this score are suggested to a person. */
export const suggestedScoreMin = 45
/** A pair within this many points of another is its rival. */
export const rivalPoints = 15
/** Per bill and per payment; more suggestions would not help anyone decide. */
export const suggestionsPerRowMax = 3

export interface Scored {
  score: number
  reasons: MatchReason[]
}

interface Signs {
  reference: Sign
  iban: Sign
  amount: Sign
  currency: Sign
  date: Sign
  name: Sign
}

function signsOf(bill: BillFacts, payment: PaymentFacts): Signs {
  return {
    reference: referenceSign(bill, payment),
    amount: amountSign(bill, payment),
    currency: currencySign(bill, payment),
    iban: ibanSign(bill, payment),
    name: nameSign(bill, payment),
    date: dateSign(bill, payment),
  }
}

export function scoreOf(reasons: readonly MatchReason[]): number {
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  return Math.min(100, Math.max(0, points))
}

export function scorePair(bill: BillFacts, payment: PaymentFacts): Scored {
  const reasons = Object.values(signsOf(bill, payment)).map(({ reason }) => reason)
  return { score: scoreOf(reasons), reasons }
}

/** Whether the pair can be matched without a person, provided that it has no rival. */
function isSure(
  { reference, iban, amount, currency, date, name }: Signs,
  byReferenceAlone: boolean,
): boolean {
  if (!amount.fits || !currency.fits) return false
  const speaksAgainst = ({ reason }: Sign) => reason.points < 0
  if (reference.strong) return true
  if (reference.fits) return !(speaksAgainst(iban) && speaksAgainst(name))
  if (byReferenceAlone || speaksAgainst(reference) || speaksAgainst(date)) return false
  return iban.fits && (date.fits || name.fits)
}

export interface Pair<Bill extends BillFields, Payment extends PaymentFields> extends Scored {
  bill: BillFacts<Bill>
  payment: PaymentFacts<Payment>
  sure: boolean
  /** Whether the payment has the bill's creditor reference or end-to-end id. */
  strong: boolean
}

export interface PairsInput<Bill extends BillFields, Payment extends PaymentFields> {
  bills: readonly BillFacts<Bill>[]
  payments: readonly PaymentFacts<Payment>[]
  /** True if a person said that they do not belong together. */
  isDeclined(billId: string, paymentId: string): boolean
  /** False if there are more candidates than were given, so the only one here may not be the only one. */
  isComplete?: (sum: string) => boolean
}

export interface Decided<Found> {
  certain: Found[]
  suggested: Found[]
}

export function decidePairs<Bill extends BillFields, Payment extends PaymentFields>(
  input: PairsInput<Bill, Payment>,
): Decided<Pair<Bill, Payment>> {
  const paymentsOf = grouped(input.payments, ({ sum }) => sum)
  const decided: Decided<Pair<Bill, Payment>> = { certain: [], suggested: [] }
  for (const [sum, bills] of grouped(input.bills, each => each.sum)) {
    const { certain, suggested } = decideEqual(pairsOf(input, bills, paymentsOf.get(sum) ?? []))
    decided.certain.push(...certain)
    decided.suggested.push(...suggested)
  }
  decided.certain.sort(byScore)
  decided.suggested.sort(byScore)
  return decided
}

/** Decides among pairs with the same amount; pairs with other amounts share neither bill nor payment with them. */
function decideEqual<Found extends AnyPair>(pairs: readonly Found[]): Decided<Found> {
  let open = pairs.filter(({ score }) => score > suggestedScoreMin - rivalPoints)
  const certain: Found[] = []
  for (;;) {
    const ofBill = grouped(open, ({ bill }) => bill)
    const ofPayment = grouped(open, ({ payment }) => payment)
    const isAlone = (pair: Found) =>
      ![ofBill.get(pair.bill), ofPayment.get(pair.payment)].some(row => hasRival(pair, row ?? []))
    const found = open.filter(pair => pair.sure && pair.score >= suggestedScoreMin && isAlone(pair))
    if (found.length === 0) break
    certain.push(...found)
    // Settled rows may leave other pairs without a rival.
    const settled = new Set<object>(found.flatMap(({ bill, payment }) => [bill, payment]))
    open = open.filter(({ bill, payment }) => !settled.has(bill) && !settled.has(payment))
  }
  return { certain, suggested: bestOfEachRow(open.filter(({ score }) => score >= suggestedScoreMin)) }
}

/** The row is sorted with strong pairs first, then by score, so a rival is always among its first two. */
const hasRival = (pair: AnyPair, row: readonly AnyPair[]): boolean =>
  row.slice(0, 2).some(other => other !== pair && isRival(pair, other))

/** A pair with the bill's creditor reference or end-to-end id is a rival of every other, and has no other rivals. */
const isRival = (pair: AnyPair, other: AnyPair): boolean =>
  other.strong === pair.strong ? other.score > pair.score - rivalPoints : other.strong

function pairsOf<Bill extends BillFields, Payment extends PaymentFields>(
  { isDeclined, isComplete = () => true }: PairsInput<Bill, Payment>,
  bills: readonly BillFacts<Bill>[],
  payments: readonly PaymentFacts<Payment>[],
): Pair<Bill, Payment>[] {
  return bills
    .filter(({ bill }) => isPositive(bill.totalAmount)) // A credit note does not settle a payment by itself.
    .flatMap(bill =>
      payments
        .filter(({ payment }) => !isDeclined(bill.bill.id, payment.id))
        .map(payment => {
          const signs = signsOf(bill, payment)
          const reasons = Object.values(signs).map(({ reason }) => reason)
          const sure = isSure(signs, !isComplete(bill.sum))
          return {
            bill,
            payment,
            reasons,
            score: scoreOf(reasons),
            sure,
            strong: signs.reference.strong === true,
          }
        }),
    )
    .sort((one, other) => Number(other.strong) - Number(one.strong) || byScore(one, other))
}

type AnyPair = Pair<BillFields, PaymentFields>

const byScore = (one: AnyPair, other: AnyPair): number =>
  other.score - one.score ||
  compare(one.bill.bill.id, other.bill.bill.id) ||
  compare(one.payment.payment.id, other.payment.payment.id)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function bestOfEachRow<Found extends AnyPair>(sorted: readonly Found[]): Found[] {
  const taken = new Map<object, number>()
  return sorted.filter(({ bill, payment }) => {
    const rows = [bill, payment]
    if (rows.some(row => (taken.get(row) ?? 0) >= suggestionsPerRowMax)) return false
    for (const row of rows) taken.set(row, (taken.get(row) ?? 0) + 1)
    return true
  })
}
