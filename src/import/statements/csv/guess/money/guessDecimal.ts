/** Whether amounts have a decimal point or a decimal comma. */
import { amountKey } from '../../../../../domain/money/decimal.ts'
import { type DecimalSign, readCsvAmount } from '../../cells/csvAmount.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'

/**
 * A separator before one, two or more than three digits is the decimal separator; before three, it may be a
 * thousands separator. Then the other columns of money decide, as a table writes all of them alike. Null if the
 * amounts fit neither.
 */
export function guessDecimal(
  columns: readonly TableColumn[],
  all: readonly TableColumn[],
  doubts: Doubt[],
): DecimalSign | null {
  const cells = columns.flatMap(({ filled }) => filled)
  const signs: readonly DecimalSign[] = [',', '.']
  const exact = signs.filter(sign => fitsAll(cells, sign))
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

/** The signs that the balances and the other amounts allow, too. */
function narrowed(signs: readonly DecimalSign[], all: readonly TableColumn[]): readonly DecimalSign[] {
  const others = withRole(all, 'balance', 'amount', 'credit', 'debit').filter(({ kind }) => kind === 'money')
  const fitting = signs.filter(sign => others.every(({ filled }) => fitsAll(filled, sign)))
  return fitting.length > 0 ? fitting : signs
}

/** A number with three decimal places among others with fewer may have a thousands separator. */
function oddPlaces(cells: readonly string[], sign: DecimalSign): string | null {
  const isFewer = cells.some(cell => placesOf(cell, sign) === 2)
  return isFewer ? (cells.find(cell => placesOf(cell, sign) === 3) ?? null) : null
}

const placesOf = (cell: string, sign: DecimalSign): number =>
  readCsvAmount(cell, sign)?.amount.split('.')[1]?.length ?? 0

const keyOf = (cell: string, sign: DecimalSign): string => amountKey(readCsvAmount(cell, sign)?.amount ?? '0')
