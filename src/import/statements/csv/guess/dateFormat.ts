/** How the dates of a table are written. */
import { dateFormats } from '../../../../contract/console/csvMapping.ts'
import {
  type DateFormat,
  datesIn,
  isYearless,
  readCsvDate,
  yearFirstFormats,
  yearlessFormats,
} from '../cells/csvDate.ts'
import { bare } from '../csvLayout.ts'
import type { TableColumn } from './columns.ts'
import type { Doubt } from './guess.ts'
import type { TableShape } from './tableShape.ts'

export interface FormatChoice {
  dated: readonly TableColumn[]
  shape: TableShape
  /** Dates of this currency are usually written with the month first. */
  isMonthFirst: boolean
  doubts: Doubt[]
}

/**
 * A day above 12 proves the order of day and month, and so do names of months. Otherwise all dates of the
 * file count: a table is sorted by date, and the dates of one entry are close to each other.
 */
export function formatOf(columns: readonly TableColumn[], choice: FormatChoice): DateFormat | null {
  const { dated, shape, isMonthFirst, doubts } = choice
  const written = columns.flatMap(({ filled }) => filled).filter(isDate)
  // Next to dates in another format, those with the year first are plain.
  const others = written.filter(cell => !isYearFirst(cell))
  const cells = others.length > 0 ? others : written
  const isShort = cells.some(isYearlessDate)
  let left = dateFormats.filter(
    format => isYearless(format) === isShort && cells.every(cell => readCsvDate(cell, format) !== null),
  )
  for (const proof of [
    (format: DateFormat) => fitsOthers(format, dated, shape),
    (format: DateFormat) => areClose(format, dated, columns[0]),
    (format: DateFormat) => isClearlySorted(format, columns[0]),
  ]) {
    const proven = left.filter(proof)
    if (proven.length > 0) left = proven
  }
  const [first] = left
  if (first === undefined) return written.length > 0 && others.length === 0 ? usualYearFirst(written) : null
  const example = cells.find(cell => new Set(left.map(format => readCsvDate(cell, format))).size > 1)
  if (example === undefined) return first
  const likely = left.find(format => isMonthFirst && format.startsWith('M')) ?? shortest(left, cells) ?? first
  const meanings = left.map(format => `${shownDate(example, format)} (${format})`)
  doubts.push({
    at: 'dateFormat',
    reason: `"${example}" can be ${meanings.join(' or ')}; no day is above 12`,
  })
  return likely
}

/** 2026-03-31, which is the same in every table. */
export const isYearFirst = (cell: string): boolean =>
  /^\d{4}/.test(cell) && yearFirstFormats.some(format => readCsvDate(cell, format) !== null)

/** The most common one, where all have the year first and no format fits them all. */
function usualYearFirst(cells: readonly string[]): DateFormat | null {
  const count = (format: DateFormat) => cells.filter(cell => readCsvDate(cell, format) !== null).length
  return [...yearFirstFormats].sort((one, other) => count(other) - count(one))[0] ?? null
}

const spanRowsMin = 2
/** Of a few rows, the periods must differ more. */
const manyRowsMin = 4

/** The entries of a table are close to each other. Null if no reading is much shorter than the others. */
function shortest(formats: readonly DateFormat[], cells: readonly string[]): DateFormat | null {
  if (cells.length < spanRowsMin) return null
  const spans = formats.map(format => {
    const times = cells.flatMap(cell => Date.parse(readCsvDate(cell, format) ?? '') || [])
    return { format, span: Math.max(...times) - Math.min(...times) }
  })
  const [one, other] = spans.sort((some, each) => some.span - each.span)
  const times = cells.length < manyRowsMin ? 8 : 3
  return one !== undefined && other !== undefined && one.span * times < other.span ? one.format : null
}

const shownDate = (cell: string, format: DateFormat): string =>
  readCsvDate(cell, format)?.slice(isYearless(format) ? 5 : 0) ?? ''

/** The dates of one entry are at most this far apart, though not all of them are. */
const closeDays = 20

function areClose(
  format: DateFormat,
  dated: readonly TableColumn[],
  booking: TableColumn | undefined,
): boolean {
  return dated.every(column =>
    column.cells.every((cell, row) => {
      const [one, other] = [readCsvDate(booking?.cells[row] ?? '', format), readCsvDate(cell, format)]
      return one === null || other === null || Math.abs(daysBetween(one, other)) <= closeDays
    }),
  )
}

export const daysBetween = (one: string, other: string): number =>
  (Date.parse(one) - Date.parse(other)) / 86_400_000

/** Few rows are sorted by chance. */
const sortedDaysMin = 4

/** Other dates of the table, those in its lines of balances, and those above it, are written alike. */
function fitsOthers(
  format: DateFormat,
  dated: readonly TableColumn[],
  { preamble, body }: TableShape,
): boolean {
  const others = [
    ...body.flatMap(({ cells }) => dated.map(({ at }) => bare(cells[at]))),
    ...preamble.flatMap(({ cells }) => cells.filter(cell => cell.length < 30)),
  ]
  const alike = others.filter(cell => {
    const formats = [...datesIn(cell).keys()]
    return formats.some(each => separatorOf(each) === separatorOf(format) && each.length === format.length)
  })
  return alike.every(cell => readCsvDate(cell, format) !== null)
}

const separatorOf = (format: DateFormat): string => /[^YMD]/.exec(format)?.[0] ?? ''

function isClearlySorted(format: DateFormat, column: TableColumn | undefined): boolean {
  const days = column?.filled.map(cell => readCsvDate(cell, format)).filter(day => day !== null) ?? []
  if (new Set(days).size < sortedDaysMin) return false
  return isAscending(days) || isAscending([...days].reverse())
}

export const isAscending = (days: readonly (string | null)[]): boolean =>
  days.every((day, index) => index === 0 || (days[index - 1] ?? '') <= (day ?? ''))

export const isDate = (cell: string): boolean => datesIn(cell).size > 0 || isYearlessDate(cell)

const isYearlessDate = (cell: string): boolean => yearlessFormats(cell).length > 0
