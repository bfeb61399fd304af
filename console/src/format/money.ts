/**
 * Formats money for people. Amounts are decimal strings from the wire to here, and Intl formats decimal strings exactly,
 * so that no amount is ever a float.
 */
import { locales } from './locale.ts'

export type Side = 'credit' | 'debit' | null
export type Decimal = `${number}`

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(currency: string, digits: number, compact: boolean): Intl.NumberFormat {
  const key = `${currency} ${digits} ${compact}`
  const known = formatters.get(key)
  if (known) return known
  const made = compact
    ? new Intl.NumberFormat(locales, {
        style: 'currency',
        currency,
        notation: 'compact',
        maximumFractionDigits: 1,
      })
    : withDigits(currency, digits)
  formatters.set(key, made)
  return made
}

/** As many digits as the currency has, or more if the amount has more: no digit is ever rounded away. */
function withDigits(currency: string, digits: number): Intl.NumberFormat {
  const usual = new Intl.NumberFormat(locales, { style: 'currency', currency })
  const needed = Math.max(usual.resolvedOptions().minimumFractionDigits ?? 0, digits)
  return new Intl.NumberFormat(locales, {
    style: 'currency',
    currency,
    minimumFractionDigits: needed,
    maximumFractionDigits: needed,
  })
}

const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

/** Narrows a decimal string of the API to the type that Intl expects. */
const decimal = (amount: string) => amount as Decimal

export function formatMoney(amount: string, currency: string): string {
  return formatter(currency, digitsOf(amount), false).format(decimal(amount)).replace(/^-/, '\u2212')
}

/** Short, for axes of charts: €12K. */
export function formatMoneyCompact(amount: string, currency: string): string {
  return formatter(currency, 0, true).format(decimal(amount))
}

/** An unsigned amount with the sign of its direction: + for money in, − for money out. */
export function formatSided(amount: string, currency: string, side: Side): string {
  const text = formatMoney(amount, currency)
  if (side === null) return text
  return side === 'credit' ? `+${text}` : `\u2212${text}`
}

/** A number that is no money: a quantity or a percentage. It has at least as many decimal places as asked for. */
export const formatPlain = (number: string, digits = 0): string =>
  new Intl.NumberFormat(locales, { minimumFractionDigits: digits, maximumFractionDigits: 20 })
    .format(decimal(number))
    .replace(/^-/, '\u2212')

const counts = new Intl.NumberFormat(locales)

export const formatCount = (count: number | string): string =>
  counts.format(typeof count === 'number' ? count : decimal(count))
