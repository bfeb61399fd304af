/** Whether amounts have a decimal point or a decimal comma. */
import { amountKey } from '../../../../../domain/money/decimal.ts'
import { type DecimalSign, readCsvAmount } from '../../cells/csvAmount.ts'
import type { TableColumn } from '../columns.ts'
import type { Doubt } from '../guess.ts'

/**
 * A separator before one, two or more than three digits is the decimal separator; before three, it may be a
 * thousands separator. Null if the amounts fit neither.
 */
export function guessDecimal(columns: readonly TableColumn[], doubts: Doubt[]): DecimalSign | null {
  const cells = columns.flatMap(({ filled }) => filled)
  const signs: readonly DecimalSign[] = [',', '.']
  const fitting = signs.filter(sign => cells.every(cell => readCsvAmount(cell, sign) !== null))
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
  return first
}

/** A number with three decimal places among others with fewer may have a thousands separator. */
function oddPlaces(cells: readonly string[], sign: DecimalSign): string | null {
  const places = (cell: string) => readCsvAmount(cell, sign)?.amount.split('.')[1]?.length ?? 0
  const isFewer = cells.some(cell => places(cell) === 2)
  return isFewer ? (cells.find(cell => places(cell) === 3) ?? null) : null
}

const keyOf = (cell: string, sign: DecimalSign): string => amountKey(readCsvAmount(cell, sign)?.amount ?? '0')
