/**
 * Sets of bills of one supplier that add up to a payment exactly. Credit notes among them are subtracted. The search is
 * bounded: at most `candidatesMax` bills of a supplier, in sets of at most `billsMax`.
 */
import type { MatchReason } from '../../contract/console/matching.ts'
import { grouped } from '../grouped.ts'
import { fromUnits, inUnits, isPositive } from '../money/decimal.ts'
import { type BillFacts, type BillFields, type PaymentFacts, type PaymentFields, sumKey } from './facts.ts'
import { type Scored, scoreOf, suggestionsPerRowMax } from './matching.ts'
import { currencySign, dateSign, ibanSign, nameSign, referenceSign } from './signs.ts'

export const billsMin = 2
export const billsMax = 6
/** 12 bills have 2,497 sets of 2 to 6. */
export const candidatesMax = 12

/** A payment that fits more sets than this is left to a person. */
const setsPerPaymentMax = 20

/**
 * Bills in one currency by supplier name, newest first, where there are several. A bill without a name joins the bills
 * with the same IBAN, unless that IBAN has several names.
 */
export function groupsBySupplier<Bill extends BillFields>(
  bills: readonly BillFacts<Bill>[],
): BillFacts<Bill>[][] {
  const namesOfIban = new Map<string, Set<string>>()
  for (const { iban, words } of bills) {
    if (iban === null || words.length === 0) continue
    namesOfIban.set(iban, (namesOfIban.get(iban) ?? new Set()).add(nameKey(words)))
  }
  const nameOfIban = (iban: string): string => {
    const [name, another] = namesOfIban.get(iban) ?? []
    return name === undefined || another !== undefined ? iban : name
  }
  const keyOf = ({ iban, words, bill }: BillFacts<Bill>): string => {
    const name = words.length > 0 ? nameKey(words) : iban === null ? '' : nameOfIban(iban)
    return `${bill.currency} ${name}`
  }
  const isUsable = ({ bill, iban, words }: BillFacts<Bill>) =>
    /[1-9]/.test(bill.totalAmount) && (iban !== null || words.length > 0)
  return [...grouped(bills.filter(isUsable), keyOf).values()]
    .filter(group => group.length >= billsMin)
    .map(group => group.sort(newestFirst))
}

const nameKey = (words: readonly string[]): string => [...words].sort().join(' ')

function newestFirst({ bill: one }: BillFacts, { bill: other }: BillFacts): number {
  const [a, b] = [one.invoiceDate ?? one.dueDate ?? '', other.invoiceDate ?? other.dueDate ?? '']
  return a === b ? (one.id < other.id ? -1 : 1) : a < b ? 1 : -1
}

/** What a payment for the bill would be. */
export type AmountOf<Bill extends BillFields> = (bill: BillFacts<Bill>) => string

/** Visits every set of 2 to 6 of the newest bills with its total, until the visitor returns false. */
function eachSet<Bill extends BillFields>(
  bills: readonly BillFacts<Bill>[],
  amountOf: AmountOf<Bill>,
  visit: (set: readonly BillFacts<Bill>[], total: string) => boolean,
): void {
  const candidates = bills.slice(0, candidatesMax)
  const { units, scale } = inUnits(candidates.map(amountOf))
  const walk = (from: number, set: readonly BillFacts<Bill>[], total: bigint): boolean => {
    if (set.length >= billsMin && !visit(set, fromUnits(total, scale))) return false
    if (set.length === billsMax) return true
    return candidates.every(
      (next, index) => index < from || walk(index + 1, [...set, next], total + (units[index] ?? 0n)),
    )
  }
  walk(0, [], 0n)
}

/** Every amount that a payment for several of the newest bills could have. */
export function possibleSums<Bill extends BillFields>(
  bills: readonly BillFacts<Bill>[],
  amountOf: AmountOf<Bill>,
): Set<string> {
  const sums = new Set<string>()
  const currency = bills[0]?.bill.currency ?? ''
  eachSet(bills, amountOf, (_, total) => {
    if (isPositive(total)) sums.add(sumKey(total, currency))
    return true
  })
  return sums
}

export interface BillSet<Bill extends BillFields, Payment extends PaymentFields> extends Scored {
  bills: readonly BillFacts<Bill>[]
  payment: PaymentFacts<Payment>
  sure: boolean
}

export interface SetTerms<Bill extends BillFields> {
  amountOf: AmountOf<Bill>
  isDeclined(billIds: readonly string[], paymentId: string): boolean
  /** The reason that the bills add up to the payment. */
  additionOf(bills: readonly BillFacts<Bill>[], payment: PaymentFacts): MatchReason
}

/** The sets of the supplier's bills that the payment may be for. */
export function setsFor<Bill extends BillFields, Payment extends PaymentFields>(
  payment: PaymentFacts<Payment>,
  supplier: readonly BillFacts<Bill>[],
  terms: SetTerms<Bill>,
): BillSet<Bill, Payment>[] {
  const isNamed = (bill: BillFacts) => referenceSign(bill, payment).fits
  const named = supplier.filter(isNamed)
  const others = supplier.filter(bill => !isNamed(bill) && mayBePaid(bill, payment))
  // A payment that names its bills is for those. Only if they do not add up do we try other bills too.
  for (const candidates of [named, [...named, ...others]]) {
    const sets: (readonly BillFacts<Bill>[])[] = []
    eachSet(candidates, terms.amountOf, (set, total) => {
      if (sumKey(total, set[0]?.bill.currency ?? '') === payment.sum) sets.push(set)
      return sets.length < setsPerPaymentMax
    })
    const open = sets.filter(set => !terms.isDeclined(idsOf(set), payment.payment.id))
    if (open.length === 0) continue
    const isOnly = sets.length === 1 && candidates.length <= candidatesMax
    return open.map(bills => scoredSet(bills, payment, terms.additionOf(bills, payment), isOnly))
  }
  return []
}

/** Whether the payment may have gone to the bill's supplier, as far as both say. */
function mayBePaid(bill: BillFacts, payment: PaymentFacts): boolean {
  const iban = ibanSign(bill, payment)
  return iban.reason.points >= 0 && (iban.fits || nameSign(bill, payment).fits)
}

function scoredSet<Bill extends BillFields, Payment extends PaymentFields>(
  bills: readonly BillFacts<Bill>[],
  payment: PaymentFacts<Payment>,
  addition: MatchReason,
  isOnly: boolean,
): BillSet<Bill, Payment> {
  const each = bills.map(bill => ({
    reference: referenceSign(bill, payment),
    iban: ibanSign(bill, payment),
    name: nameSign(bill, payment),
    date: dateSign(bill, payment),
  }))
  const least = (name: 'iban' | 'name' | 'date') =>
    each.map(signs => signs[name].reason).reduce((one, other) => (other.points < one.points ? other : one))
  const [first] = bills
  const reasons = [
    addition,
    ...(first ? [currencySign(first, payment).reason] : []),
    namedOf(
      each.map(({ reference }) => reference.fits),
      bills,
    ),
    least('iban'),
    least('name'),
    least('date'),
  ]
  const isShown = each.every(({ reference, iban }) => reference.fits || iban.fits)
  const speaksAgainst = each.some(({ date, reference }) => date.reason.points < 0 && !reference.fits)
  return { bills, payment, reasons, score: scoreOf(reasons), sure: isOnly && isShown && !speaksAgainst }
}

function namedOf(fits: readonly boolean[], bills: readonly BillFacts[]): MatchReason {
  const named = bills.filter((_, index) => fits[index])
  const points = Math.floor((30 * named.length) / bills.length)
  const list = named.map(({ bill }) => bill.invoiceNumber ?? bill.paymentReference).join(', ')
  const sentence =
    named.length === 0
      ? 'The payment names none of the bills.'
      : `The payment names ${named.length} of the ${bills.length} bills: ${list}.`
  return { sign: 'reference', points, sentence }
}

export const idsOf = (bills: readonly BillFacts[]): string[] => bills.map(({ bill }) => bill.id).sort()

type AnySet = BillSet<BillFields, PaymentFields>

/** Best first. */
export const byScore = (one: AnySet, other: AnySet): number =>
  other.score - one.score || (sortKey(one) < sortKey(other) ? -1 : 1)

const sortKey = ({ payment, bills }: AnySet): string => JSON.stringify([payment.payment.id, idsOf(bills)])

export function bestOfEachPayment<Found extends AnySet>(sorted: readonly Found[]): Found[] {
  const ofPayment = grouped(sorted, ({ payment }) => payment)
  return sorted.filter(each => ofPayment.get(each.payment)?.slice(0, suggestionsPerRowMax).includes(each))
}
