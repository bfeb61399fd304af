/** Helpers for formats with fixed positions: CODA, CSB43, CFONB 120, and BAI2's amounts. */
import { isCalendarDate } from '../../contract/calendar.ts'
import { decimalPlaces } from '../../domain/money/currencies.ts'
import { DecimalSum, signed } from '../../domain/money/decimal.ts'
import { BalanceCheck } from './balance.ts'
import { folded } from './fields.ts'
import type { StatementPart } from './statement.ts'

/** The text at these positions, from 1 to the last one, as the formats' descriptions count them. */
export const at = (record: string, first: number, last: number): string => record.slice(first - 1, last)

/** The same as one line of text, with runs of blanks folded; null if it is blank. */
export const textAt = (record: string, first: number, last: number): string | null =>
  folded(at(record, first, last))

/**
 * Digits without a decimal point as an amount: 0001250 with 2 places is 12.50. Zeros beyond the currency's
 * decimal places are left out. Null if there is anything but digits.
 */
export function impliedDecimal(digits: string, places: number, currency: string | null): string | null {
  if (!/^\d{1,18}$/.test(digits)) return null
  const padded = String(BigInt(digits)).padStart(places + 1, '0')
  const whole = padded.slice(0, padded.length - places)
  let decimals = places === 0 ? '' : padded.slice(-places)
  while (decimals.length > decimalPlaces(currency) && decimals.endsWith('0')) decimals = decimals.slice(0, -1)
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** DDMMYY. Statements go back to the eighties at most, and never reach the year 2080. */
export function dayFirstDate(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  const date = `${Number(year) >= 80 ? '19' : '20'}${year}-${month}-${day}`
  return isCalendarDate(date) ? date : null
}

/**
 * Follows the parts of a statement. A wrong count or total is an error, unless the balances prove the
 * entries; then only the count is wrong.
 */
export class Proof {
  private readonly check = new BalanceCheck()

  severity(): 'note' | 'error' {
    return this.check.result().state === 'adds up' ? 'note' : 'error'
  }

  *through(parts: Iterable<StatementPart>): Generator<StatementPart> {
    for (const part of parts) {
      this.check.add(part)
      yield part
    }
  }
}

/** Whether a sum is the total that the file states, however many decimal places they have. */
export function isSameSum(sum: DecimalSum, stated: string): boolean {
  const rest = new DecimalSum()
  rest.add(signed(stated))
  const { amount, negative } = signed(sum.toString())
  rest.add({ amount, negative: !negative })
  return rest.isZero()
}
