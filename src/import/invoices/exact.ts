/** Exact arithmetic on decimal strings, as whole numbers of the smallest decimal place. Rounds only on request. */
import { moneyDigitsMax } from '../../contract/primitives.ts'
import { withoutLeadingZeros } from '../../domain/edges.ts'

export interface Exact {
  units: bigint
  /** The number of decimal places of the units. */
  scale: number
}

export const zero: Exact = { units: 0n, scale: 0 }

const written = /^([+-]?)(\d*)(?:\.(\d*))?$/

/**
 * An XML decimal in the form that is stored: +007.50 is 7.50, -0.00 is 0.00, decimal places stay. Null for
 * anything else.
 */
export function canonicalDecimal(text: string): string | null {
  const [, sign = '', whole = '', places = ''] = written.exec(text) ?? []
  if (whole === '' && places === '') return null
  const digits = withoutLeadingZeros(whole) || '0'
  if (digits.length + places.length > moneyDigitsMax) return null
  const decimal = places === '' ? digits : `${digits}.${places}`
  return sign === '-' && /[1-9]/.test(decimal) ? `-${decimal}` : decimal
}

/** The same amount with the opposite sign. */
export function negated(decimal: string): string {
  if (decimal.startsWith('-')) return decimal.slice(1)
  return /[1-9]/.test(decimal) ? `-${decimal}` : decimal
}

/** Expects a canonical decimal. */
export function exact(decimal: string): Exact {
  const [whole = '', places = ''] = decimal.split('.')
  return { units: BigInt(whole + places), scale: places.length }
}

export function plus(one: Exact, other: Exact): Exact {
  const scale = Math.max(one.scale, other.scale)
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale }
}

export const minus = (one: Exact, other: Exact): Exact => plus(one, { ...other, units: -other.units })

export const times = (one: Exact, other: Exact): Exact => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
})

export const sum = (all: Exact[]): Exact => all.reduce(plus, zero)

export const hundredth = ({ units, scale }: Exact): Exact => ({ units, scale: scale + 2 })

export const absolute = ({ units, scale }: Exact): Exact => ({ units: units < 0n ? -units : units, scale })

/** Negative, zero or positive, for sorting. */
export function compare(one: Exact, other: Exact): number {
  const { units } = minus(one, other)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** Rounds to two decimal places, halves up, like XPath and therefore the rules of the standard. */
export function toCents(value: Exact): Exact {
  if (value.scale <= 2) return value
  const unit = 10n ** BigInt(value.scale - 2)
  const shifted = value.units + unit / 2n
  const cents = shifted / unit
  return { units: shifted < 0n && shifted % unit !== 0n ? cents - 1n : cents, scale: 2 }
}

export function decimalOf({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return units < 0n ? `-${text}` : text
}

const unitsAt = ({ units, scale }: Exact, wanted: number): bigint => units * 10n ** BigInt(wanted - scale)
