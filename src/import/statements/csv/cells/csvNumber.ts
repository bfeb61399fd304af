/** The number in an amount, without its sign and currency: 1.234,50 and 1,234.50, 1'234 and 1.5E+3. */
import type { decimals } from '../../../../contract/console/csvMapping.ts'
import { readDecimal, type Signed } from '../../../../domain/money/decimal.ts'

export type DecimalSign = (typeof decimals)[number]

const withComma = /^(\d*|\d{1,3}(?:[.' ]\d{3})+)(,\d*)?$/
/** Digits are grouped by threes; in India, by twos above the thousands. */
const withPoint = /^(\d*|\d{1,3}(?:[,' ]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(\.\d*)?$/

/** Null unless the whole text is a number with this decimal separator. */
export function readNumber(text: string, decimal: DecimalSign): Signed | null {
  const sign = signIn(text, decimal)
  if (sign === null || (belowOne.test(text) && !text.includes(sign))) return null
  const power = powerOfTen(text, sign)
  if (power !== null) return readDecimal(power)
  const [, digits = '', places = ''] = (sign === ',' ? withComma : withPoint).exec(text) ?? []
  if (digits === '' && (places === '' || /^,\d{3}/.test(places))) return null
  return readDecimal(digits.replace(/\D/g, '') + places.replace(',', '.'))
}

/** 0.005 has three decimal places: nobody writes five as a zero and thousands. */
const belowOne = /^0[.,]\d{3}$/

/** 1.234 and 1,234 may be thousands or have three decimal places. */
const eitherOfTwo = /^[1-9]\d{0,2}[.,]\d{3}$/

/** What this number has, if others in the table have another sign. Null if it can be read in two ways. */
function signIn(text: string, decimal: DecimalSign): ',' | '.' | null {
  if (decimal === ',' || decimal === '.') return decimal
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma === -1 && point === -1) return '.'
  if (comma !== -1 && point !== -1) return comma > point ? ',' : '.'
  const [own, other] = comma === -1 ? (['.', ','] as const) : ([',', '.'] as const)
  // Only thousands are separated more than once.
  if (text.indexOf(own) !== text.lastIndexOf(own)) return other
  if (!eitherOfTwo.test(text)) return own
  return decimal === 'both' ? null : other
}

/** Programs write large and small numbers like this. Without a sign, 1E5 is more likely a code. */
const power = /^(\d)(?:([.,])(\d{1,17})[Ee]([+-]?\d{1,2})|[Ee]([+-]\d{1,2}))$/
const exponentMax = 30

/** Its digits written out, which are exact; null if it is written in another way. */
function powerOfTen(text: string, sign: ',' | '.'): string | null {
  const [, first = '', point = sign, places = '', signed, alone] = power.exec(text) ?? []
  const exponent = Number(signed ?? alone ?? '')
  if (first === '' || point !== sign || Math.abs(exponent) > exponentMax) return null
  const digits = first + places
  const whole = 1 + exponent
  if (whole <= 0) return `0.${'0'.repeat(-whole)}${digits}`
  if (whole >= digits.length) return digits.padEnd(whole, '0')
  return `${digits.slice(0, whole)}.${digits.slice(whole)}`
}

/** A power of ten above one: a spreadsheet may have left out digits behind those that it shows. */
export const isLargePower = (cell: string): boolean =>
  /[1-9][\d.,]{0,20}[Ee]\+?\d{1,2}(?!\d)/.test(cell) && !/[Ee]\+?0{1,2}(?!\d)/.test(cell)

/** An amount with this decimal separator, to say what was expected. */
export const exampleOf = (decimal: DecimalSign): string =>
  ({
    ',': '1.234,50',
    '.': '1,234.50',
    both: '1.234,50 or 1,234.50',
    'both-thousands': '1.234,50 or 1,234.50',
  })[decimal]
