/** Decimal strings and exact sums of them, computed in units of the smallest decimal place. */
import { moneyDigitsMax } from '../../contract/primitives.ts'
import { withoutEnd, withoutLeadingZeros } from '../edges.ts'

const written = /^([+-]?)(\d*)(?:[.,](\d*))?$/

export interface Signed {
  /** Unsigned, with a decimal point and without leading zeros; decimal places are kept as written. */
  amount: string
  negative: boolean
}

/** Reads 12,5 and +0012.50 and -7. Returns null for anything else, such as 1.234,50. */
export function readDecimal(text: string): Signed | null {
  const match = written.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', places = ''] = match
  if (whole === '' && places === '') return null
  const digits = withoutLeadingZeros(whole) || '0'
  if (digits.length + places.length > moneyDigitsMax) return null
  return { amount: places === '' ? digits : `${digits}.${places}`, negative: sign === '-' }
}

/** A sum that never rounds. */
export class DecimalSum {
  private units = 0n
  private scale = 0

  add({ amount, negative }: Signed): void {
    const [whole = '0', places = ''] = amount.split('.')
    if (places.length > this.scale) {
      this.units *= 10n ** BigInt(places.length - this.scale)
      this.scale = places.length
    }
    const value = BigInt(whole + places.padEnd(this.scale, '0'))
    this.units += negative ? -value : value
  }

  isZero(): boolean {
    return this.units === 0n
  }

  /** With a minus sign if negative. */
  toString(): string {
    return fromUnits(this.units, this.scale)
  }
}

/** Formats a number of smallest units as a decimal. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return units < 0n ? `-${text}` : text
}

/** The decimals as whole numbers of the smallest decimal place among them. */
export function inUnits(decimals: readonly string[]): { units: bigint[]; scale: number } {
  const places = decimals.map(decimal => decimal.split('.')[1] ?? '')
  const scale = Math.max(0, ...places.map(({ length }) => length))
  const units = decimals.map((decimal, index) => {
    const padding = '0'.repeat(scale - (places[index]?.length ?? 0))
    return BigInt(decimal.replace('.', '') + padding)
  })
  return { units, scale }
}

/** The quotient if it is exact within the given number of decimal places, otherwise null. */
export function exactQuotient(amount: string, divisor: string, places: number): string | null {
  const [dividend = 0n, by = 0n] = inUnits([amount, divisor]).units
  const scaled = dividend * 10n ** BigInt(places)
  return by === 0n || scaled % by !== 0n ? null : fromUnits(scaled / by, places)
}

/** Parses a decimal as written on the wire, such as 10.00 or -3.5. */
export const signed = (decimal: string): Signed =>
  decimal.startsWith('-')
    ? { amount: decimal.slice(1), negative: true }
    : { amount: decimal, negative: false }

export function sumOf(decimals: readonly string[]): string {
  const sum = new DecimalSum()
  for (const decimal of decimals) sum.add(signed(decimal))
  return sum.toString()
}

export function difference(one: string, other: string): string {
  const sum = new DecimalSum()
  sum.add(signed(one))
  const { amount, negative } = signed(other)
  sum.add({ amount, negative: !negative })
  return sum.toString()
}

export const isPositive = (decimal: string): boolean => /[1-9]/.test(decimal) && !decimal.startsWith('-')

/** The same text for equal numbers: 10, 10.0 and 10.00 all become 10. */
export function amountKey(decimal: string): string {
  if (!/[1-9]/.test(decimal)) return '0'
  return decimal.includes('.') ? withoutEnd(withoutEnd(decimal, '0'), '.') : decimal
}

/** Without the sign. */
export const magnitude = (decimal: string): string => signed(decimal).amount

export const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal)

export function product(one: string, other: string): string {
  const [a, b] = [inUnits([one]), inUnits([other])]
  return fromUnits((a.units[0] ?? 0n) * (b.units[0] ?? 0n), a.scale + b.scale)
}

/** Rounded to so many places, halves away from zero, as invoices are. */
export function rounded(decimal: string, places: number): string {
  const { units, scale } = inUnits([decimal])
  const [value = 0n] = units
  if (scale <= places) return fromUnits(value * 10n ** BigInt(places - scale), places)
  const by = 10n ** BigInt(scale - places)
  const half = value < 0n ? -by / 2n : by / 2n
  return fromUnits((value + half) / by, places)
}
