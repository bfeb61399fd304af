/** Amounts of BAI2: whole numbers of the currency's smallest unit, and summaries of an account (record 03). */
import { decimalPlaces } from '../../../domain/money/currencies.ts'
import { readDecimal, type Signed } from '../../../domain/money/decimal.ts'
import { impliedDecimal } from '../fixed.ts'

/** 1250 is 12.50 in dollars and 1250 in yen. Some banks write the decimal point. */
export function amountOf(text: string, currency: string): Signed | null {
  if (/^[+-]?\d{1,18}\.\d{1,4}$/.test(text)) return readDecimal(text)
  const [, sign, digits = ''] = /^([+-]?)(\d{1,18})$/.exec(text) ?? []
  const amount = impliedDecimal(digits, decimalPlaces(currency), currency)
  return amount === null ? null : { amount, negative: sign === '-' }
}

/**
 * How many fields the funds type takes: V has a date and a time, S three amounts, D a number and as many
 * pairs of days and amounts.
 */
export function fundsLength(fields: readonly string[]): number {
  const [type = '', count = ''] = fields
  if (type === 'V') return 3
  if (type === 'S') return 4
  return type === 'D' && /^\d{1,3}$/.test(count) ? 2 + 2 * Number(count) : 1
}

export interface Summary {
  code: string
  amount: string
}

/** Type code, amount, item count and funds type, repeated. Null if something else is there. */
export function summariesOf(fields: readonly string[]): Summary[] | null {
  const summaries: Summary[] = []
  for (let index = 0; index < fields.length; ) {
    const code = fields[index] ?? ''
    if (code === '') {
      index += 1
      continue
    }
    if (!/^\d{3}$/.test(code)) return null
    summaries.push({ code, amount: fields[index + 1] ?? '' })
    index += 3 + fundsLength(fields.slice(index + 3, index + 5))
  }
  return summaries
}

/** Control totals are sums of the numbers as written. */
export class ControlTotal {
  private sum = 0n
  /** A number with a decimal point cannot be added to the others. */
  private isExact = true

  add(text: string): void {
    if (/^[+-]?\d{1,30}$/.test(text)) this.sum += BigInt(text.replace('+', ''))
    else if (text !== '') this.isExact = false
  }

  /** What is wrong with the stated total, if anything. An empty one is not stated. */
  wrong(stated: string): string | null {
    if (!this.isExact || stated === '') return null
    if (!/^[+-]?\d{1,30}$/.test(stated))
      return `its control total ${JSON.stringify(stated.slice(0, 40))} is not a number`
    if (BigInt(stated.replace('+', '')) === this.sum) return null
    return `its control total is ${stated}, but the amounts add up to ${this.sum}`
  }
}
