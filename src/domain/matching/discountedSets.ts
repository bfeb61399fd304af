/**
 * One payment for several bills of a supplier, each less the cash discount that it offers on that day, and others of them
 * in full. Only ever suggested, like every settlement by another amount.
 */
import type { MatchReason, SuggestedSettlement } from '../../contract/console/matching.ts'
import { difference, isPositive, isZero, sumOf } from '../money/decimal.ts'
import {
  type BillSet,
  bestOfEachPayment,
  byScore,
  candidatesMax,
  groupsBySupplier,
  possibleSums,
  setsFor,
} from './billSets.ts'
import { offersOf } from './discounts.ts'
import type { BillFacts, BillFields, PaymentFacts } from './facts.ts'
import { suggestedScoreMin } from './matching.ts'
import { type ChargedPayment, isLate, openOf, type PartlyPaid } from './settlement.ts'
import { candidatesOf } from './settlements.ts'

export interface DiscountedSetsInput<Bill extends BillFields & PartlyPaid, Payment extends ChargedPayment> {
  bills: readonly BillFacts<Bill>[]
  payments: readonly PaymentFacts<Payment>[]
  /** True if a person said that they do not belong together. */
  isDeclined(billIds: readonly string[], paymentId: string): boolean
}

export interface DiscountedSet<Bill extends BillFields, Payment extends ChargedPayment>
  extends BillSet<Bill, Payment> {
  settlement: SuggestedSettlement
}

type OpenBill = BillFields & PartlyPaid

const points = 28

/** Best first, and at most three for each payment. */
export function findDiscountedSets<Bill extends OpenBill, Payment extends ChargedPayment>({
  bills,
  payments,
  isDeclined,
}: DiscountedSetsInput<Bill, Payment>): DiscountedSet<Bill, Payment>[] {
  // Credit notes are negative. Of a bill that was paid in part, something has to be open.
  const open = bills.filter(({ bill }) => isZero(bill.settled) || isPositive(openOf(bill)))
  const supplierOf = new Map<BillFacts<Bill>, Supplier<Bill>>()
  for (const group of groupsBySupplier(open)) {
    if (!group.slice(0, candidatesMax).some(({ bill }) => offersOf(bill, bill.discounts).length > 0)) continue
    const supplier = new Supplier(group)
    for (const bill of group) supplierOf.set(bill, supplier)
  }
  if (supplierOf.size === 0) return []
  const billsFor = candidatesOf([...supplierOf.keys()], () => true)
  const found = payments.flatMap(payment => {
    const suppliers = new Set([...billsFor(payment)].flatMap(bill => supplierOf.get(bill) ?? []))
    return [...suppliers].flatMap(supplier => supplier.setsFor(payment, isDeclined))
  })
  return bestOfEachPayment(found.filter(({ score }) => score >= suggestedScoreMin).sort(byScore))
}

type Part = Omit<SuggestedSettlement, 'kind' | 'bills'>

/** What a payment of the bill on that day would be: less the first discount that is still offered. */
function partOn({ bill }: BillFacts<OpenBill>, day: string | null): Part {
  const open = openOf(bill)
  const offer = offersOf(bill, bill.discounts).find(each => !isLate(each, day))
  const discount = offer && isPositive(difference(open, offer.discount)) ? offer.discount : '0'
  return { open, amount: difference(open, discount), discount, charge: '0', tolerance: '0' }
}

type PartOf<Bill extends OpenBill> = (bill: BillFacts<Bill>) => Part

/** What does not depend on the payment, or only on its day, is worked out once: there may be thousands of both. */
class Supplier<Bill extends OpenBill> {
  readonly #bills: readonly BillFacts<Bill>[]
  readonly #partOfDay = new Map<string | null, PartOf<Bill>>()
  /** The amounts of all sets, for each list of amounts: most payments are no such sum, and that is quickly said. */
  readonly #sums = new Map<string, Set<string>>()

  constructor(bills: readonly BillFacts<Bill>[]) {
    this.#bills = bills
  }

  setsFor<Payment extends ChargedPayment>(
    payment: PaymentFacts<Payment>,
    isDeclined: (billIds: readonly string[], paymentId: string) => boolean,
  ): DiscountedSet<Bill, Payment>[] {
    const partOf = this.#partsOn(payment.day)
    const amountOf = (bill: BillFacts<Bill>) => partOf(bill).amount
    if (!this.#sumsOf(amountOf).has(payment.sum)) return []
    const additionOf = (bills: readonly BillFacts<Bill>[]) => addition(bills, partOf, payment)
    return setsFor(payment, this.#bills, { amountOf, isDeclined, additionOf })
      .map(set => ({ ...set, settlement: settlementOf(set.bills, partOf) }))
      .filter(({ settlement }) => !isZero(settlement.discount))
  }

  #partsOn(day: string | null): PartOf<Bill> {
    const known = this.#partOfDay.get(day)
    if (known !== undefined) return known
    const parts = new Map<BillFacts<Bill>, Part>()
    const partOf = (bill: BillFacts<Bill>): Part => {
      const part = parts.get(bill) ?? partOn(bill, day)
      parts.set(bill, part)
      return part
    }
    this.#partOfDay.set(day, partOf)
    return partOf
  }

  #sumsOf(amountOf: (bill: BillFacts<Bill>) => string): Set<string> {
    const key = this.#bills.slice(0, candidatesMax).map(amountOf).join(' ')
    const sums = this.#sums.get(key) ?? possibleSums(this.#bills, amountOf)
    this.#sums.set(key, sums)
    return sums
  }
}

function settlementOf<Bill extends OpenBill>(
  bills: readonly BillFacts<Bill>[],
  partOf: PartOf<Bill>,
): SuggestedSettlement {
  const sum = (name: keyof Part) => sumOf(bills.map(bill => partOf(bill)[name]))
  return {
    kind: 'discount',
    open: sum('open'),
    amount: sum('amount'),
    discount: sum('discount'),
    charge: '0',
    tolerance: '0',
    bills: bills.map(each => ({ billId: each.bill.id, ...partOf(each) })),
  }
}

function addition<Bill extends OpenBill>(
  bills: readonly BillFacts<Bill>[],
  partOf: PartOf<Bill>,
  { payment }: PaymentFacts,
): MatchReason {
  const terms = bills.map(each => {
    const { amount, discount } = partOf(each)
    const name = each.bill.invoiceNumber ?? each.bill.id
    return `${amount} (${name}${isZero(discount) ? '' : `, less ${discount}`})`
  })
  const sum = `${terms.join(' + ')} = ${payment.amount} ${payment.currency}`
  return {
    sign: 'settlement',
    points,
    sentence: `${bills.length} bills, less the cash discounts they offer, add up to it: ${sum}.`,
  }
}
