/** Decimal strings, and exact sums of them: whole numbers of the smallest place that any of them has. */
import { moneyDigitsMax } from '../contract/primitives.ts'

const written = /^([+-]?)(\d*)(?:[.,](\d*))?$/

export interface Signed {
  /** Unsigned, with a point, without needless zeros before it; the places behind it are as they were written. */
  amount: string
  negative: boolean
}

/** Reads 12,5 and +0012.50 and -7, and gives null for what is no plain number, such as 1.234,50. */
export function readDecimal(text: string): Signed | null {
  const match = written.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', places = ''] = match
  if (whole === '' && places === '') return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  if (digits.length + places.length > moneyDigitsMax) return null
  return { amount: places === '' ? digits : `${digits}.${places}`, negative: sign === '-' }
}

/** One amount by another, where it comes out even within so many places; else null. */
export function exactQuotient(amount: string, divisor: string, places: number): string | null {
  const units = (text: string, scale: number): bigint => {
    const [whole = '0', behind = ''] = text.split('.')
    return BigInt(whole + behind.padEnd(scale, '0'))
  }
  const scale = Math.max(...[amount, divisor].map(text => text.split('.')[1]?.length ?? 0))
  const by = units(divisor, scale)
  const scaled = units(amount, scale) * 10n ** BigInt(places)
  if (by === 0n || scaled % by !== 0n) return null
  const digits = String(scaled / by).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
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

  /** With a minus where it is below zero. */
  toString(): string {
    const digits = String(this.units < 0n ? -this.units : this.units).padStart(this.scale + 1, '0')
    const point = digits.length - this.scale
    const text = this.scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
    return this.units < 0n ? `-${text}` : text
  }
}
