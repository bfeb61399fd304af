/** Words for payments that do not simply pay the whole bill. */
import type { SuggestedSettlement } from '../../../../../src/contract/console/matching.ts'
import type { BillPayment, BillSettlement } from '../../../../../src/contract/console/settlement.ts'
import { scaled } from '../../../format/decimal.ts'
import { formatMoney } from '../../../format/money.ts'

type Parts = Pick<SuggestedSettlement, 'discount' | 'charge' | 'tolerance'>

const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal)

const shown = (amount: string, currency: string | null): string =>
  currency === null ? amount : formatMoney(amount, currency)

export const kindWords: Record<SuggestedSettlement['kind'], string> = {
  part: 'Part payment',
  rest: 'Pays the rest',
  discount: 'With cash discount',
  charge: 'With bank charges',
  tolerance: 'Within the tolerance',
}

/** What the button of a suggestion does. */
export const applyWords: Record<SuggestedSettlement['kind'], string> = {
  part: 'Record part payment',
  rest: 'Settle the bill',
  discount: 'Settle with discount',
  charge: 'Settle with charges',
  tolerance: 'Settle with the difference',
}

/** Such as "20.00 discount". */
export function partsText({ discount, charge, tolerance }: Parts, currency: string | null): string[] {
  const parts = [
    [discount, 'discount', 'discount'],
    [charge, 'charges taken off', 'charges on top'],
    [tolerance, 'difference accepted', 'paid too much'],
  ] as const
  return parts
    .filter(([amount]) => !isZero(amount))
    .map(([amount, less, more]) => {
      const isMore = amount.startsWith('-')
      return `${shown(isMore ? amount.slice(1) : amount, currency)} ${isMore ? more : less}`
    })
}

/** Such as "Paid €400.00 of €1,000.00". */
export const paidText = (paid: string, total: string, currency: string | null): string =>
  `Paid ${shown(paid, currency)} of ${shown(total, currency)}`

export const openText = (open: string, currency: string | null): string => `${shown(open, currency)} open`

/** Whether there is more to say than that one payment settles the bill. */
export const isPlain = ({ payments, open, offers }: BillSettlement): boolean =>
  offers.length === 0 &&
  (payments.length === 0 || (payments.length === 1 && open !== null && isZero(open) && isWhole(payments[0])))

const isWhole = (payment: BillPayment | undefined): boolean =>
  payment === undefined || (partsText(payment, null).length === 0 && !isBookedWithLess(payment))

/** The bank has booked another amount than was pending when the payment was recorded. */
export function isBookedWithLess({ transactionAmount, amount }: BillPayment): boolean {
  if (transactionAmount === null) return false
  const [booked = 0n, recorded = 0n] = scaled([transactionAmount, amount]).values
  return booked < recorded
}

/** Without zeros at the end: 2.00 is 2. */
export function percentText(percent: string): string {
  const [whole = '', places = ''] = percent.split('.')
  let length = places.length
  while (places[length - 1] === '0') length -= 1
  return length === 0 ? `${whole} %` : `${whole}.${places.slice(0, length)} %`
}
