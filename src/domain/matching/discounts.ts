/** What the cash discounts of a bill amount to, and until when they apply. */
import type { Bill } from '../../contract/bills.ts'
import type { DiscountOffer, DiscountTerms } from '../../contract/console/settlement.ts'
import { compareDecimals } from '../money/compareDecimals.ts'
import { decimalPlaces } from '../money/currencies.ts'
import { difference, isPositive, product, rounded } from '../money/decimal.ts'
import { dayPlus } from './days.ts'

type DiscountedBill = Pick<Bill, 'totalAmount' | 'currency' | 'invoiceDate'>

/**
 * Offers that reduce the total and leave something to pay, by their last day; those without one come last. A
 * percentage is rounded to the places of the currency, or of the total if that has more.
 */
export function offersOf(bill: DiscountedBill, discounts: readonly DiscountTerms[]): DiscountOffer[] {
  const { totalAmount: total, currency, invoiceDate } = bill
  if (total === null || !isPositive(total)) return []
  const places = Math.max(decimalPlaces(currency), total.split('.')[1]?.length ?? 0)
  return discounts
    .flatMap((terms): DiscountOffer[] => {
      const discount = discountOf(terms, total, places)
      if (discount === null || !isPositive(discount) || compareDecimals(discount, total) >= 0) return []
      const until = lastDayOf(terms, invoiceDate)
      return [
        { percent: terms.percent, until, discount, toPay: difference(total, discount), path: terms.path },
      ]
    })
    .sort((one, other) => compareDays(one.until, other.until))
}

function discountOf({ percent, amount, base }: DiscountTerms, total: string, places: number): string | null {
  if (amount !== null) return amount
  if (percent === null) return null
  return rounded(product(product(base ?? total, percent), '0.01'), places)
}

function lastDayOf({ days, from, until }: DiscountTerms, invoiceDate: string | null): string | null {
  const start = from ?? invoiceDate
  return until ?? (days === null || start === null ? null : dayPlus(start, days))
}

const compareDays = (one: string | null, other: string | null): number =>
  one === other ? 0 : one === null ? 1 : other === null ? -1 : one < other ? -1 : 1
