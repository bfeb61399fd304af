/** Exact sums of what settles a bill: money paid, discounts, charges and accepted differences. */
import type { SuggestedSettlement } from '../../contract/console/matching.ts'
import type { SettlementSettings } from '../../contract/console/settlement.ts'
import { compareDecimals } from '../money/compareDecimals.ts'
import { difference, isZero, magnitude, product, sumOf } from '../money/decimal.ts'

export type SettledParts = Pick<SuggestedSettlement, 'amount' | 'discount' | 'charge' | 'tolerance'>

export const settledBy = ({ amount, discount, charge, tolerance }: SettledParts): string =>
  sumOf([amount, discount, charge, tolerance])

/** What is left of the total. Negative if more was settled. */
export const openAmount = (total: string, payments: readonly SettledParts[]): string =>
  difference(total, sumOf(payments.map(settledBy)))

/** Nothing is tolerated until a person sets a limit. */
export const noTolerance: SettlementSettings = {
  tolerancePercent: null,
  toleranceAmount: null,
  chargeMax: null,
}

/** Whether the difference, of either sign, is within every limit that is set, and at least one is. */
export function isTolerated(
  apart: string,
  total: string,
  { tolerancePercent, toleranceAmount }: SettlementSettings,
): boolean {
  if (tolerancePercent === null && toleranceAmount === null) return false
  const size = magnitude(apart)
  const ofTotal = tolerancePercent === null ? null : product(product(total, tolerancePercent), '0.01')
  return [toleranceAmount, ofTotal].every(limit => limit === null || compareDecimals(size, limit) <= 0)
}

/** Whether the difference, of either sign, may be a bank charge. */
export const isWithinCharge = (apart: string, { chargeMax }: SettlementSettings): boolean =>
  chargeMax !== null && !isZero(apart) && compareDecimals(magnitude(apart), chargeMax) <= 0
