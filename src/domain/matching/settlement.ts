/**
 * How a payment of another amount than the bill's may settle it: the rest of a bill that was paid in part, less a cash
 * discount, more or less bank charges, within the tolerance, or a part of it. These are only ever suggested.
 */
import type { SuggestedSettlement } from '../../contract/console/matching.ts'
import type { DiscountOffer, DiscountTerms, SettlementSettings } from '../../contract/console/settlement.ts'
import { compareDecimals } from '../money/compareDecimals.ts'
import { amountKey, difference, isPositive, isZero, magnitude, signed } from '../money/decimal.ts'
import { countedDays, daysBetween } from './days.ts'
import { offersOf } from './discounts.ts'
import type { BillFacts, BillFields, PaymentFacts, PaymentFields } from './facts.ts'
import { isTolerated, isWithinCharge } from './settledParts.ts'
import { type Sign, sign } from './signs.ts'

export interface PartlyPaid {
  /** The sum of what has settled the bill so far, discounts included. */
  settled: string
  discounts: readonly DiscountTerms[]
}

export interface ChargedPayment extends PaymentFields {
  /** Charges that the statement says are in the amount; null if it names none. */
  charge: string | null
}

type OpenBillFacts = BillFacts<BillFields & PartlyPaid>

export interface Settlement {
  settlement: SuggestedSettlement
  sign: Sign
}

const points = { rest: 28, discount: 28, lateDiscount: 10, stated: 25, tolerance: 20, charge: 15, part: 10 }

export const openOf = ({ totalAmount, settled }: BillFields & PartlyPaid): string =>
  difference(totalAmount, settled)

/** Null if the payment cannot settle any of the bill, or settles it by an equal amount, which needs no person. */
export function settlementOf(
  facts: OpenBillFacts,
  payment: PaymentFacts<ChargedPayment>,
  settings: SettlementSettings,
): Settlement | null {
  const { bill } = facts
  const open = openOf(bill)
  if (!isPositive(open) || bill.currency !== payment.payment.currency) return null
  const pair: Compared = { facts, payment, settings, open, apart: difference(open, payment.payment.amount) }
  return byRest(pair) ?? byDiscount(pair) ?? byCharge(pair) ?? byTolerance(pair) ?? byPart(pair)
}

interface Compared {
  facts: OpenBillFacts
  payment: PaymentFacts<ChargedPayment>
  settings: SettlementSettings
  open: string
  /** How much less than open was paid; negative if it was more. */
  apart: string
}

function found(
  { open, payment }: Compared,
  kind: SuggestedSettlement['kind'],
  parts: Partial<Pick<SuggestedSettlement, 'discount' | 'charge' | 'tolerance'>>,
  given: { points: number; sentence: string },
): Settlement {
  const { amount } = payment.payment
  return {
    settlement: { kind, open, amount, discount: '0', charge: '0', tolerance: '0', ...parts },
    sign: sign('settlement', given.points, given.sentence),
  }
}

/** An equal amount is left to the matching by equal amounts, unless something was paid before. */
function byRest(pair: Compared): Settlement | null {
  const { open, apart, facts } = pair
  const { settled, totalAmount } = facts.bill
  if (!isZero(apart) || isZero(settled)) return null
  const sentence = `It pays the ${open} that are open: ${settled} of ${totalAmount} was settled before.`
  return found(pair, 'rest', {}, { points: points.rest, sentence })
}

function byDiscount(pair: Compared): Settlement | null {
  const { facts, apart, settings, payment } = pair
  if (!isPositive(apart)) return null
  const { bill } = facts
  const offers = offersOf(bill, bill.discounts)
  const exactly = offers.filter(({ discount }) => isZero(difference(apart, discount)))
  const offer = inTime(exactly, payment.day)
  if (offer) return found(pair, 'discount', { discount: offer.discount }, discountReason(pair, offer, null))
  const nearly = offers.filter(({ discount }) =>
    isTolerated(difference(apart, discount), bill.totalAmount, settings),
  )
  const near = inTime(nearly, payment.day)
  if (near === undefined) return null
  const tolerance = difference(apart, near.discount)
  return found(
    pair,
    'discount',
    { discount: near.discount, tolerance },
    discountReason(pair, near, tolerance),
  )
}

/** The first that was still offered, or else the one that ran longest. */
const inTime = (offers: readonly DiscountOffer[], day: string | null): DiscountOffer | undefined =>
  offers.find(offer => !isLate(offer, day)) ?? offers.at(-1)

export const isLate = ({ until }: DiscountOffer, day: string | null): boolean =>
  until !== null && day !== null && day > until

function discountReason({ open, payment }: Compared, offer: DiscountOffer, tolerance: string | null) {
  const { discount, percent, until } = offer
  const { day } = payment
  const rate = percent === null ? '' : ` ${amountKey(percent)} %`
  const rest = tolerance === null ? '' : `, apart from ${magnitude(tolerance)} within the tolerance`
  const sum = `It is the open ${open} less${rate} cash discount, ${discount}${rest}`
  if (until === null) return { points: points.discount, sentence: `${sum}.` }
  if (day === null) {
    return { points: points.discount, sentence: `${sum}, offered until ${until}. It is not booked yet.` }
  }
  if (!isLate(offer, day)) {
    return { points: points.discount, sentence: `${sum}, offered until ${until}. It was paid on ${day}.` }
  }
  const late = countedDays(daysBetween(until, day))
  const sentence = `${sum}, but that was offered until ${until}. It was paid on ${day}, ${late} later.`
  return { points: points.lateDiscount, sentence }
}

/** Charges that the statement states come first; without them, a difference up to the limit may be charges. */
function byCharge(pair: Compared): Settlement | null {
  const { open, apart, payment } = pair
  const { charge } = payment.payment
  if (charge === null || isZero(charge) || !isZero(difference(magnitude(apart), charge))) return null
  const sentence = `It is ${moreOrLess(apart)} than the open ${open}, and the bank states charges of ${charge}.`
  return found(pair, 'charge', { charge: apart }, { points: points.stated, sentence })
}

function byTolerance(pair: Compared): Settlement | null {
  const { facts, open, apart, settings } = pair
  if (isZero(apart)) return null
  if (isTolerated(apart, facts.bill.totalAmount, settings)) {
    const sentence = `It is ${moreOrLess(apart)} than the open ${open}, which is within the tolerance.`
    return found(pair, 'tolerance', { tolerance: apart }, { points: points.tolerance, sentence })
  }
  if (!isWithinCharge(apart, settings)) return null
  const sentence = `It is ${moreOrLess(apart)} than the open ${open}, within the ${settings.chargeMax} set for bank charges.`
  return found(pair, 'charge', { charge: apart }, { points: points.charge, sentence })
}

const moreOrLess = (apart: string): string =>
  signed(apart).negative ? `${magnitude(apart)} more` : `${apart} less`

function byPart(pair: Compared): Settlement | null {
  const { facts, open, apart, payment } = pair
  const { amount } = payment.payment
  if (!isPositive(apart) || compareDecimals(amount, '0') <= 0) return null
  const { settled, totalAmount } = facts.bill
  const before = isZero(settled) ? '' : `, after ${settled} of ${totalAmount} before`
  const sentence = `It pays ${amount} of the ${open} that are open${before}; ${apart} stays open.`
  return found(pair, 'part', {}, { points: points.part, sentence })
}
