/** Exact sums and differences of signed decimals, and days before and after. */
import { fromUnits, inUnits } from '../../domain/money/decimal.ts'

export function plus(one: string, other: string): string {
  const { units, scale } = inUnits([one, other])
  return fromUnits((units[0] ?? 0n) + (units[1] ?? 0n), scale)
}

export const negated = (amount: string): string =>
  isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

export const minus = (one: string, other: string): string => plus(one, negated(other))

export const isZero = (amount: string): boolean => /^-?[0.]*$/.test(amount)

const dayMs = 86_400_000

export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const dayBefore = (day: string): string => dayAfter(day, -1)
