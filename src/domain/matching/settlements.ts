/**
 * Finds payments of another amount than a bill's that may settle it, or a part of it. Pairs are found by what the two
 * have in common, never by comparing each bill with each payment: a reference, the IBAN, or the discounted amount.
 */
import type { SettlementSettings } from '../../contract/console/settlement.ts'
import { grouped } from '../grouped.ts'
import { difference } from '../money/decimal.ts'
import { offersOf } from './discounts.ts'
import { type BillFacts, type BillFields, type PaymentFacts, sumKey } from './facts.ts'
import { type Scored, scoreOf, suggestedScoreMin, suggestionsPerRowMax } from './matching.ts'
import { compacted } from './references.ts'
import { type ChargedPayment, openOf, type PartlyPaid, type Settlement, settlementOf } from './settlement.ts'
import { currencySign, dateSign, ibanSign, nameSign, referenceSign } from './signs.ts'

export interface SettlementsInput<Bill extends BillFields & PartlyPaid, Payment extends ChargedPayment> {
  bills: readonly BillFacts<Bill>[]
  payments: readonly PaymentFacts<Payment>[]
  settings: SettlementSettings
  /** True if a person said that they do not belong together. */
  isDeclined(billId: string, paymentId: string): boolean
}

export interface FoundSettlement<Bill extends BillFields, Payment extends ChargedPayment> extends Scored {
  bill: BillFacts<Bill>
  payment: PaymentFacts<Payment>
  settlement: Settlement['settlement']
}

/** Best first, and at most three for each bill and each payment. */
export function findSettlements<Bill extends BillFields & PartlyPaid, Payment extends ChargedPayment>(
  input: SettlementsInput<Bill, Payment>,
): FoundSettlement<Bill, Payment>[] {
  // Only a difference that is charges or within a limit can be told by the IBAN: other amounts are keys themselves.
  const hasLimit = Object.values(input.settings).some(limit => limit !== null)
  const billsFor = candidatesOf(input.bills, ({ charge }: Payment) => hasLimit || charge !== null)
  const found = input.payments.flatMap(payment =>
    [...billsFor(payment)]
      .filter(({ bill }) => !input.isDeclined(bill.id, payment.payment.id))
      .flatMap(bill => scored(bill, payment, input.settings) ?? []),
  )
  return bestOfEachRow(found.sort(byScore))
}

function scored<Bill extends BillFields & PartlyPaid, Payment extends ChargedPayment>(
  bill: BillFacts<Bill>,
  payment: PaymentFacts<Payment>,
  settings: SettlementSettings,
): FoundSettlement<Bill, Payment> | null {
  const found = settlementOf(bill, payment, settings)
  if (found === null) return null
  const reference = referenceSign(bill, payment)
  // A smaller payment to the same supplier may be for anything, unless it names the bill.
  if (found.settlement.kind === 'part' && !reference.fits) return null
  const signs = [
    reference,
    found.sign,
    currencySign(bill, payment),
    ibanSign(bill, payment),
    nameSign(bill, payment),
    dateSign(bill, payment),
  ]
  const reasons = signs.map(({ reason }) => reason)
  const score = scoreOf(reasons)
  return score < suggestedScoreMin ? null : { bill, payment, settlement: found.settlement, score, reasons }
}

/** Longer references are looked up by their end, which differs between the numbers of one supplier. */
const endLengths = [8, 6, 4] as const
/** Maximum number of bills that are compared with a payment because they share one key, newest first. */
export const billsPerKeyMax = 50

/**
 * The bills that a payment may be for, and some by its IBAN alone. Each lookup is by a key, so the cost does not grow with
 * bills times payments.
 */
export function candidatesOf<Bill extends BillFields & PartlyPaid, Payment extends ChargedPayment>(
  bills: readonly BillFacts<Bill>[],
  isByIban: (payment: Payment) => boolean,
) {
  const keyed = bills.flatMap(bill => keysOf(bill).map(key => ({ key, bill })))
  const byKey = new Map(
    [...grouped(keyed, ({ key }) => key)].map(([key, group]) => [
      key,
      group.slice(0, billsPerKeyMax).map(({ bill }) => bill),
    ]),
  )
  return ({ payment, texts, iban, endToEndId, sum }: PaymentFacts<Payment>): Set<BillFacts<Bill>> => {
    const found = new Set<BillFacts<Bill>>()
    const look = (key: string) => {
      for (const bill of byKey.get(key) ?? []) found.add(bill)
    }
    look(`amount ${sum}`)
    if (iban !== null && isByIban(payment)) look(`iban ${iban}`)
    if (endToEndId !== null) look(`id ${endToEndId}`)
    for (const { compact } of texts) {
      for (const length of endLengths)
        for (let at = 0; at + length <= compact.length; at += 1) look(compact.slice(at, at + length))
    }
    return found
  }
}

/** What a payment of the bill has, too. */
function keysOf({ bill, references, iban }: BillFacts<BillFields & PartlyPaid>): string[] {
  const open = openOf(bill)
  const amounts = offersOf(bill, bill.discounts).map(({ discount }) => difference(open, discount))
  const forms = references.filter(({ telling }) => telling).flatMap(reference => reference.forms)
  return [
    ...new Set([
      ...[open, ...amounts].map(amount => `amount ${sumKey(amount, bill.currency)}`),
      ...(iban === null ? [] : [`iban ${iban}`]),
      ...[compacted(bill.id), ...forms].map(form => `id ${form}`),
      ...forms.map(endOf),
    ]),
  ]
}

const endOf = (form: string): string =>
  form.slice(-(endLengths.find(length => form.length >= length) ?? form.length))

type AnyFound = FoundSettlement<BillFields & PartlyPaid, ChargedPayment>

const keyOf = ({ bill, payment }: AnyFound): string => `${bill.bill.id} ${payment.payment.id}`

const byScore = (one: AnyFound, other: AnyFound): number =>
  other.score - one.score || (keyOf(one) < keyOf(other) ? -1 : 1)

function bestOfEachRow<Found extends AnyFound>(sorted: readonly Found[]): Found[] {
  const taken = new Map<object, number>()
  return sorted.filter(({ bill, payment }) => {
    const rows = [bill, payment]
    if (rows.some(row => (taken.get(row) ?? 0) >= suggestionsPerRowMax)) return false
    for (const row of rows) taken.set(row, (taken.get(row) ?? 0) + 1)
    return true
  })
}
