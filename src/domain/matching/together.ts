/** A payment that settles several bills of one supplier, which add up to it exactly. */
import type { MatchReason } from '../../contract/console/matching.ts'
import {
  type BillSet,
  bestOfEachPayment,
  byScore,
  groupsBySupplier,
  possibleSums,
  type SetTerms,
  setsFor,
} from './billSets.ts'
import type { BillFacts, BillFields, PaymentFacts, PaymentFields } from './facts.ts'
import { type Decided, rivalPoints, suggestedScoreMin } from './matching.ts'

/** Open bills of one supplier in one currency. */
export interface Supplier<Bill extends BillFields> {
  /** Newest first. */
  bills: readonly BillFacts<Bill>[]
  /** Every amount that a payment for several of the newest bills could have. */
  sums: ReadonlySet<string>
}

export const suppliersOf = <Bill extends BillFields>(bills: readonly BillFacts<Bill>[]): Supplier<Bill>[] =>
  groupsBySupplier(bills).map(group => ({ bills: group, sums: possibleSums(group, totalOf) }))

const totalOf = ({ bill }: BillFacts): string => bill.totalAmount

export interface TogetherInput<Bill extends BillFields, Payment extends PaymentFields> {
  suppliers: readonly Supplier<Bill>[]
  payments: readonly PaymentFacts<Payment>[]
  isDeclined(billIds: readonly string[], paymentId: string): boolean
  /** Rows that also belong to an undecided pair: a match that includes one is never certain. */
  doubtful: ReadonlySet<string>
}

type AnyTogether = BillSet<BillFields, PaymentFields>

export function decideTogether<Bill extends BillFields, Payment extends PaymentFields>(
  input: TogetherInput<Bill, Payment>,
): Decided<BillSet<Bill, Payment>> {
  const { isDeclined } = input
  const terms: SetTerms<Bill> = { isDeclined, amountOf: totalOf, additionOf }
  const found = input.payments
    .flatMap(payment => {
      const suppliers = input.suppliers.filter(({ sums }) => sums.has(payment.sum))
      return suppliers.flatMap(({ bills }) => setsFor(payment, bills, terms))
    })
    .filter(({ score }) => score >= suggestedScoreMin)
    .sort(byScore)
  const isDoubtful = ({ bills, payment }: AnyTogether) =>
    [payment.payment.id, ...bills.map(({ bill }) => bill.id)].some(id => input.doubtful.has(id))
  const certain = found.filter(
    each => each.sure && !isDoubtful(each) && !found.some(other => isRival(each, other)),
  )
  const open = found.filter(each => !certain.some(settled => each === settled || sharesRow(each, settled)))
  return { certain, suggested: bestOfEachPayment(open) }
}

const sharesRow = (one: AnyTogether, other: AnyTogether): boolean =>
  one.payment === other.payment || one.bills.some(bill => other.bills.includes(bill))

const isRival = (one: AnyTogether, other: AnyTogether): boolean =>
  one !== other && sharesRow(one, other) && other.score > one.score - rivalPoints

function additionOf(bills: readonly BillFacts[], { payment }: PaymentFacts): MatchReason {
  const parts = bills.map(({ bill }) => `${bill.totalAmount} (${bill.invoiceNumber ?? bill.id})`)
  return {
    sign: 'together',
    points: 30,
    sentence: `${bills.length} bills add up to it: ${parts.join(' + ')} = ${payment.amount} ${payment.currency}.`,
  }
}
