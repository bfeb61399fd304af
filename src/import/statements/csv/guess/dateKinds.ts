/** How a table writes its dates: in one way, or some in one way and some in another. */
import { dateFormats, otherDateFormats } from '../../../../contract/console/csvMapping.ts'
import { type DateFormat, isBare, isYearless, readCsvDate } from '../cells/csvDate.ts'
import type { CsvLayout } from '../csvLayout.ts'

export interface DateKinds {
  format: DateFormat
  /** How the dates are written that do not fit. */
  other: CsvLayout['otherDates'] | null
}

export function readKinds(cell: string, { format, other }: DateKinds): string | null {
  return readCsvDate(cell, format) ?? (other ? readCsvDate(cell, other) : null)
}

/** The formats that fit all cells, or else the pairs of which one fits each cell, the one with more cells first. */
export function kindsIn(cells: readonly string[], isShort: boolean): DateKinds[] {
  const different = [...new Set(cells)]
  const fitting = dateFormats.filter(
    format => isYearless(format) === isShort && different.every(cell => readCsvDate(cell, format) !== null),
  )
  if (fitting.length > 0 || isShort) return fitting.map(format => ({ format, other: null }))
  const fits = new Map(dateFormats.map(format => [format, countOf(cells, format)]))
  // Two digits of a year before the month are never a second way of writing dates: they fit too many.
  const some = otherDateFormats.filter(
    format => !isBare(format) && !/^YY[/.]/.test(format) && (fits.get(format) ?? 0) > 0,
  )
  const pairs = some.flatMap(format => some.map(other => ({ format, other })))
  const isPair = (kinds: (typeof pairs)[number]) =>
    kinds.format !== kinds.other &&
    (fits.get(kinds.format) ?? 0) >= (fits.get(kinds.other) ?? 0) &&
    different.every(cell => readKinds(cell, kinds) !== null)
  return pairs.filter(isPair)
}

const countOf = (cells: readonly string[], format: DateFormat): number =>
  cells.filter(cell => readCsvDate(cell, format) !== null).length

/** The order of day and month, if the format has it in numbers. */
const orderOf = (format: DateFormat): string | null => {
  if (format.includes('MMM') || format.startsWith('Y')) return null
  return format.startsWith('D') ? 'day first' : 'month first'
}

/** One way of writing dates may be that of another program, but the order of day and month is rarely another one. */
export const isLikelyPair = ({ format, other }: DateKinds): boolean => {
  if (!other) return true
  const [one, two] = [orderOf(format), orderOf(other)]
  return one === null || two === null || one === two
}

/** A date that fits both kinds, and is another day in each. */
export const eitherKind = (cells: readonly string[], { format, other }: DateKinds): string | undefined =>
  cells.find(cell => {
    const [one, two] = [readCsvDate(cell, format), other ? readCsvDate(cell, other) : null]
    return one !== null && two !== null && one !== two
  })

/** Fewer may be lines of balances. */
const manyShare = 3

/** The first date of the second kind, if there are few of them. */
export function rareDate(cells: readonly string[], { format, other }: DateKinds): string | undefined {
  if (!other) return undefined
  const rare = cells.filter(cell => readCsvDate(cell, format) === null)
  return rare.length * manyShare < cells.length || rare.length === 1 ? rare[0] : undefined
}
