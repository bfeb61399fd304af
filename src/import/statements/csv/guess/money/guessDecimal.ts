/** Whether amounts have a decimal point or a decimal comma, or some the one and some the other. */
import { amountKey } from '../../../../../domain/money/decimal.ts'
import { readCsvAmount } from '../../cells/csvAmount.ts'
import type { DecimalSign } from '../../cells/csvNumber.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import { withoutCents } from './minorNames.ts'

const signs = [',', '.'] as const
/** The one that reads less comes first. */
const mixedSigns = ['both', 'both-thousands'] as const

/**
 * A separator before one, two or more than three digits is the decimal separator; before three, it may be a
 * thousands separator. Then the other columns of money decide, as a table usually writes all of them alike. Null if
 * the amounts fit nothing.
 */
export function guessDecimal(
  columns: readonly TableColumn[],
  all: readonly TableColumn[],
  currencies: readonly (string | null)[],
  doubts: Doubt[],
): DecimalSign | null {
  const cells = columns.flatMap(({ filled }) => filled)
  const exact = signs.filter(sign => fitsAll(cells, sign))
  const mixed = exact.length === 1 ? mixedWith(cells, all) : exact.length === 0 ? mixedAmong(cells) : null
  if (mixed !== null) {
    doubts.push(mixedDoubt(mixed.cells))
    return mixed.decimal
  }
  const possible = exact.length > 0 ? exact : signs.filter(sign => fitsNearlyAll(cells, sign)).slice(0, 1)
  const fitting = possible.length === 2 ? narrowed(possible, all) : possible
  const [first] = fitting
  if (first === undefined) return null
  if (fitting.length === 1) {
    const odd = oddPlaces(cells, first)
    if (odd !== null) {
      const reason = `"${odd}" has three decimal places and others have two; is its ${first === ',' ? 'comma' : 'point'} a decimal separator?`
      doubts.push({ at: 'decimal', reason })
    }
    return first
  }
  const example = cells.find(cell => keyOf(cell, ',') !== keyOf(cell, '.'))
  // Whole numbers are the same in both; the point is more common in files without decimal places.
  if (example === undefined) return '.'
  // In yen, three digits behind a separator are thousands.
  const isWhole = currencies.length > 0 && currencies.every(code => code !== null && withoutCents.has(code))
  const whole = isWhole ? signs.find(sign => cells.every(cell => placesOf(cell, sign) === 0)) : undefined
  if (whole !== undefined) return whole
  const meanings = signs.map(
    sign => `${readCsvAmount(example, sign)?.amount} (decimal ${sign === ',' ? 'comma' : 'point'})`,
  )
  doubts.push({ at: 'decimal', reason: `"${example}" can be ${meanings.join(' or ')}` })
  // Banks write two decimal places or none; three digits are thousands.
  return signs.find(sign => placesOf(example, sign) === 0) ?? first
}

const fitsAll = (cells: readonly string[], sign: DecimalSign): boolean =>
  cells.every(cell => readCsvAmount(cell, sign) !== null)

/** A broken row does not make a table unreadable: it is asked about. As many must fit as for a column of money. */
const fitsNearlyAll = (cells: readonly string[], sign: DecimalSign): boolean =>
  cells.filter(cell => readCsvAmount(cell, sign) !== null).length >= cells.length * 0.9

interface Mixed {
  decimal: DecimalSign
  /** Those by which it was found. */
  cells: readonly string[]
}

/** For amounts of which some do not fit one separator and some not the other; a broken row is no reason. */
function mixedAmong(cells: readonly string[]): Mixed | null {
  const usable = cells.filter(cell => readCsvAmount(cell, 'both-thousands') !== null)
  const isMixed = signs.every(sign => !fitsAll(usable, sign)) && usable.length >= cells.length * 0.9
  const decimal = isMixed ? mixedSigns.find(sign => fitsAll(usable, sign)) : undefined
  return decimal === undefined ? null : { decimal, cells: usable }
}

/** If the balances or fees have the other separator. */
function mixedWith(cells: readonly string[], all: readonly TableColumn[]): Mixed | null {
  const others = withRole(all, 'balance', 'fee').filter(({ kind }) => kind === 'money')
  const together = [...cells, ...others.flatMap(({ filled }) => filled)]
  const isOne = signs.some(sign => fitsAll(together, sign))
  return isOne || !fitsAll(together, 'both') ? null : { decimal: 'both', cells: together }
}

function mixedDoubt(cells: readonly string[]): Doubt {
  const [comma = '', point = ''] = signs.map(sign =>
    cells.find(cell => readCsvAmount(cell, sign === ',' ? '.' : ',') === null),
  )
  const either = cells.find(cell => readCsvAmount(cell, 'both') === null)
  const thousand =
    either === undefined ? '' : `, and "${either}" as ${readCsvAmount(either, 'both-thousands')?.amount}`
  const reason = `"${comma}" has a decimal comma and "${point}" a decimal point; each is read by its own form${thousand}`
  return { at: 'decimal', reason }
}

/** The signs that the balances and the other amounts allow, too. */
function narrowed<Sign extends DecimalSign>(
  possible: readonly Sign[],
  all: readonly TableColumn[],
): readonly Sign[] {
  const others = withRole(all, 'balance', 'amount', 'credit', 'debit').filter(({ kind }) => kind === 'money')
  const fitting = possible.filter(sign => others.every(({ filled }) => fitsAll(filled, sign)))
  return fitting.length > 0 ? fitting : possible
}

/** A number with three decimal places among others with fewer may have a thousands separator. */
function oddPlaces(cells: readonly string[], sign: DecimalSign): string | null {
  const isFewer = cells.some(cell => placesOf(cell, sign) === 2)
  return isFewer ? (cells.find(cell => placesOf(cell, sign) === 3) ?? null) : null
}

const placesOf = (cell: string, sign: DecimalSign): number =>
  readCsvAmount(cell, sign)?.amount.split('.')[1]?.length ?? 0

const keyOf = (cell: string, sign: DecimalSign): string => amountKey(readCsvAmount(cell, sign)?.amount ?? '0')
