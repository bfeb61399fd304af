/** How the dates of a table are written. */
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
import { type DateKinds, eitherKind, isLikelyPair, kindsIn, rareDate, readKinds } from './dateKinds.ts'
import type { Doubt } from './guess.ts'
import { lateDoubts, periodOf, withLikelyYears } from './shortYears.ts'
import type { TableShape } from './tableShape.ts'

export interface FormatChoice {
  dated: readonly TableColumn[]
  shape: TableShape
  /** Dates of this currency are usually written with the month first. */
  isMonthFirst: boolean
  /** The country writes the year first. */
  isYearFirst: boolean
  doubts: Doubt[]
}

/**
 * A day above 12 proves the order of day and month, and so do names of months. Otherwise all dates of the
 * file count: a table is sorted by date, and the dates of one entry are close to each other.
 */
export function kindsOf(columns: readonly TableColumn[], choice: FormatChoice): DateKinds | null {
  const { dated, shape, isMonthFirst, doubts } = choice
  const written = columns.flatMap(({ filled }) => filled).filter(isDate)
  // Next to dates in another format, those with the year first are plain.
  const others = written.filter(cell => !isYearFirst(cell))
  const cells = others.length > 0 ? others : written
  const isShort = cells.some(isYearlessDate)
  // Of several with the year first, none needs to be named.
  const fitting = kindsIn(cells, isShort).filter(({ other }) => !other || others.length > 0)
  let left = withLikelyYears(fitting, cells, choice.isYearFirst)
  for (const proof of [
    (kinds: DateKinds) => fitsOthers(kinds, dated, shape),
    (kinds: DateKinds) => areClose(kinds, dated, columns[0]),
    (kinds: DateKinds) => isClearlySorted(kinds, columns[0]),
  ]) {
    const proven = left.filter(proof)
    if (proven.length > 0) left = proven
  }
  const [first] = left
  if (first === undefined) {
    const usual = written.length > 0 && others.length === 0 ? usualYearFirst(written) : null
    return usual && { format: usual, other: null }
  }
  const example = cells.find(cell => new Set(left.map(kinds => readKinds(cell, kinds))).size > 1)
  if (example === undefined) {
    doubts.push(...pairDoubts(cells, first), ...lateDoubts(cells, first))
    return first
  }
  const pairs = left.filter(isLikelyPair)
  const possible = pairs.length > 0 ? pairs : left
  const likely =
    possible.find(({ format }) => isMonthFirst && format.startsWith('M')) ??
    shortest(possible, cells) ??
    possible[0] ??
    first
  const meanings = new Map(left.map(kinds => [shownDate(example, kinds), formatFor(example, kinds)]))
  const shown = [...meanings].map(([date, format]) => `${date} (${format})`)
  const areYearsSure = new Set([...meanings.keys()].map(date => date.slice(0, 4))).size === 1
  const why = areYearsSure || isShort ? '; no day is above 12' : ''
  doubts.push({ at: 'dateFormat', reason: `"${example}" can be ${shown.join(' or ')}${why}` })
  return likely
}

/** Which of the two ways of writing dates is the one of this date. */
const formatFor = (cell: string, { format, other }: DateKinds): string =>
  readCsvDate(cell, format) === null ? (other ?? format) : format

/** What to ask about dates of which some are written in another way. */
function pairDoubts(cells: readonly string[], kinds: DateKinds): Doubt[] {
  const { format, other } = kinds
  const [either, rare] = [eitherKind(cells, kinds), rareDate(cells, kinds)]
  if (either !== undefined) {
    const reason = `some dates are written as ${format} and some as ${other}; "${either}" is read as ${shownDate(either, kinds)} and can be ${readCsvDate(either, other ?? format)}`
    return [{ at: 'dateFormat', reason }]
  }
  if (rare === undefined) return []
  const reason = `"${rare}" is written unlike most dates, as ${other} and not ${format}; is its row an entry?`
  return [{ at: 'dateFormat', reason }]
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
function shortest(all: readonly DateKinds[], cells: readonly string[]): DateKinds | null {
  if (cells.length < spanRowsMin) return null
  const spans = all.map(kinds => ({ kinds, span: periodOf(kinds, cells) }))
  const [one, other] = spans.sort((some, each) => some.span - each.span)
  const times = cells.length < manyRowsMin ? 8 : 3
  return one !== undefined && other !== undefined && one.span * times < other.span ? one.kinds : null
}

const shownDate = (cell: string, kinds: DateKinds): string =>
  readKinds(cell, kinds)?.slice(isYearless(kinds.format) ? 5 : 0) ?? ''

/** The dates of one entry are at most this far apart, though not all of them are. */
const closeDays = 20

function areClose(
  kinds: DateKinds,
  dated: readonly TableColumn[],
  booking: TableColumn | undefined,
): boolean {
  return dated.every(column =>
    column.cells.every((cell, row) => {
      const [one, other] = [
        readKinds(booking?.cells[row] ?? '', kinds),
        readKinds(cell, kinds) ?? plainDay(cell),
      ]
      return one === null || other === null || Math.abs(daysBetween(one, other)) <= closeDays
    }),
  )
}

/** A day with the year first needs no format. */
function plainDay(cell: string): string | null {
  for (const format of yearFirstFormats) {
    const day = /^\d{4}/.test(cell) ? readCsvDate(cell, format) : null
    if (day !== null) return day
  }
  return null
}

export const daysBetween = (one: string, other: string): number =>
  (Date.parse(one) - Date.parse(other)) / 86_400_000

/** Few rows are sorted by chance. */
const sortedDaysMin = 4

/** Other dates of the table, those in its lines of balances, and those above it, are written alike. */
function fitsOthers(
  kinds: DateKinds,
  dated: readonly TableColumn[],
  { preamble, body }: TableShape,
): boolean {
  const others = [
    ...body.flatMap(({ cells }) => dated.map(({ at }) => bare(cells[at]))),
    ...preamble.flatMap(({ cells }) => cells.filter(cell => cell.length < 30)),
  ]
  const alike = others.filter(cell => {
    const formats = [...datesIn(cell).keys()]
    return formats.some(each => isAlike(each, kinds.format) || (kinds.other && isAlike(each, kinds.other)))
  })
  return alike.every(cell => readKinds(cell, kinds) !== null)
}

const isAlike = (one: DateFormat, other: DateFormat): boolean =>
  separatorOf(one) === separatorOf(other) && one.length === other.length

const separatorOf = (format: DateFormat): string => /[^YMD]/.exec(format)?.[0] ?? ''

function isClearlySorted(kinds: DateKinds, column: TableColumn | undefined): boolean {
  const days = column?.filled.map(cell => readKinds(cell, kinds)).filter(day => day !== null) ?? []
  if (new Set(days).size < sortedDaysMin) return false
  return isAscending(days) || isAscending([...days].reverse())
}

export const isAscending = (days: readonly (string | null)[]): boolean =>
  days.every((day, index) => index === 0 || (days[index - 1] ?? '') <= (day ?? ''))

export const isDate = (cell: string): boolean => datesIn(cell).size > 0 || isYearlessDate(cell)

const isYearlessDate = (cell: string): boolean => yearlessFormats(cell).length > 0
