/** How dates that look like numbers are written. Most of them can be several dates, so a person is asked. */
import { type DateFormat, isYearless, readCsvDate } from '../cells/csvDate.ts'
import { isMidnight } from '../cells/numberedDate.ts'
import { daysAbove } from '../years.ts'
import { commonFormats, isBareCell } from './bareDates.ts'
import { shown, type TableColumn } from './columns.ts'
import type { Doubt } from './guess.ts'
import type { TableShape } from './tableShape.ts'

/** Null if no format fits all of them. */
export function guessBareFormat(
  { filled }: TableColumn,
  shape: TableShape,
  doubts: Doubt[],
): DateFormat | null {
  const cells = filled.filter(isBareCell)
  const formats = bySpan(commonFormats(cells), cells)
  const proven = formats.filter(format => areInPeriod(daysOf(cells, format), shape, format))
  const [first] = proven.length > 0 ? proven : formats
  const [example = ''] = cells
  if (first === undefined) return null
  const isPossible = first !== 'YYYMMDD' || isChinese(shape)
  if (proven.length === 1 || (formats.length === 1 && isPossible && isCertain(first, cells))) return first
  const shown = (format: DateFormat) =>
    `${readCsvDate(example, format)?.slice(isYearless(format) ? 5 : 0)} (${format})`
  const reason =
    formats.length === 1
      ? `is "${example}" the date ${shown(first)}?`
      : `"${example}" can be ${formats.map(shown).join(' or ')}`
  doubts.push({ at: 'dateFormat', reason })
  return first
}

/** Elsewhere, 1150327 may be a day of 2015, counted from 1900. */
const isChinese = ({ header }: TableShape): boolean =>
  header?.some(name => /\p{Script=Han}/u.test(name.slice(0, nameLengthMax))) ?? false

const nameLengthMax = 60

const daysOf = (cells: readonly string[], format: DateFormat): string[] =>
  cells.flatMap(cell => readCsvDate(cell, format) ?? [])

/** The entries of a table are close to each other, so the shortest time is the most likely. */
function bySpan(formats: readonly DateFormat[], cells: readonly string[]): DateFormat[] {
  const spans = new Map(formats.map(format => [format, spanOf(daysOf(cells, format))]))
  return [...formats].sort((one, other) => (spans.get(one) ?? 0) - (spans.get(other) ?? 0))
}

function spanOf(days: readonly string[]): number {
  const times = days.map(day => Date.parse(day))
  return Math.max(...times) - Math.min(...times)
}

const dayMs = 86_400_000
const marginMs = 3 * dayMs
/** Numbers that are no dates are spread over decades. */
const spanMaxMs = 1_500 * dayMs

/** Whether all days are in the period above the table. */
function areInPeriod(days: readonly string[], { preamble }: TableShape, format: DateFormat): boolean {
  const above = daysAbove(preamble, format)
  const [from, to] = [above[0], above.at(-1)]
  if (from === undefined || to === undefined || from === to || isYearless(format)) return false
  return days.every(
    day => Date.parse(day) >= Date.parse(from) - marginMs && Date.parse(day) <= Date.parse(to) + marginMs,
  )
}

/** Few rows are sorted by chance. */
const sortedDaysMin = 4

/**
 * The only format that fits sorted rows. The day of a moment depends on the place, and the number of a day on the
 * program: some count from 1904.
 */
function isCertain(format: DateFormat, cells: readonly string[]): boolean {
  if (format === 'DD.MM') return cells.every(cell => /\.\d\d$/.test(cell))
  if (format === 'day number') return false
  const days = daysOf(cells, format)
  const isAscending = (all: readonly string[]) =>
    all.every((day, at) => at === 0 || (all[at - 1] ?? '') <= day)
  const isSorted = isAscending(days) || isAscending([...days].reverse())
  if (!isSorted || spanOf(days) > spanMaxMs) return false
  return format === 'unix' ? cells.every(isMidnight) : new Set(days).size >= sortedDaysMin
}

const eastMidnight = /T(2[1-3]:00):00(?:\.0{1,9})?Z$/

/** The same full hour of UTC in all rows is midnight further east. */
export function midnightDoubts(column: TableColumn): Doubt[] {
  const { filled } = column
  const [first] = filled
  const time = eastMidnight.exec(first ?? '')?.[1]
  if (time === undefined || !filled.every(cell => eastMidnight.test(cell))) return []
  const reason = `all entries in ${shown(column)} are at ${time} UTC or another full hour, which may be midnight of the next day; is ${first?.slice(0, 10)} right?`
  return [{ at: 'bookingDate', reason }]
}
