/**
 * Amounts that a program calculated with binary floating point: 87.49999999999999 for 87.50, or
 * 7.1E-15 for zero. They are rounded with a note where it is certain what is meant.
 */
import { decimalPlaces } from '../../domain/money/currencies.ts'
import { fromUnits, readDecimal, type Signed } from '../../domain/money/decimal.ts'
import { problem } from './fields.ts'
import type { Balance, StatementPart } from './statement.ts'

/** Also reads the notation with an exponent. */
export function readFloat(text: string): Signed | null {
  const [, sign = '', whole = '', places = '', exponent] =
    /^([+-]?)(\d{1,20})(?:[.,](\d{0,20}))?[eE]([+-]?\d{1,2})$/.exec(text) ?? []
  if (exponent === undefined) return readDecimal(text)
  const shift = Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${places}${'0'.repeat(Math.max(0, shift - places.length))}`
  const point = Math.max(0, -shift) + whole.length + shift
  return readDecimal(`${sign}${digits.slice(0, point)}.${digits.slice(point).slice(0, placesMax)}`)
}

/** More are far below any smallest unit. */
const placesMax = 20

/** The amount in the currency's decimal places if it has more of them; null if it has none to spare. */
export function withoutDust(amount: string, currency: string, fraction = 2n): string | null {
  const [whole = '', decimals = ''] = amount.split('.')
  const places = decimalPlaces(currency)
  if (!/[1-9]/.test(decimals.slice(places))) return null
  const unit = 10n ** BigInt(decimals.length - places)
  const units = BigInt(whole + decimals)
  const rest = units % unit
  // The distance to the nearest smallest unit must be below half of it, or a smaller fraction.
  const distance = rest * 2n < unit ? rest : unit - rest
  if (distance * fraction >= unit) return null
  return fromUnits((units + unit / 2n) / unit, places)
}

/** In an entry, only what is next to nothing is dust: fuel and shares have prices with three or more places. */
const entryFraction = 10_000n

/** An entry of next to nothing is kept as it is: nobody books zero. */
export function withoutEntryDust(amount: string, currency: string): string | null {
  const rounded = withoutDust(amount, currency, entryFraction)
  return rounded === null || !/[1-9]/.test(rounded) ? null : rounded
}

/** A balance is rounded to its currency. Half of the smallest unit could be either, so it stays. */
export function balanceParts(balance: Balance, line: number | null, at: string): StatementPart[] {
  const amount = withoutDust(balance.amount, balance.currency)
  if (amount === null) return [{ kind: 'balance', balance }]
  const reason = `${balance.amount} is rounded to ${amount}`
  const rounded = { ...balance, amount, written: balance.amount }
  return [{ kind: 'balance', balance: rounded }, problem('note', line, at, reason)]
}
