/** The years of dates that are written without one: from other dates of the row, from above the rows, or as given. */
import { type DateFormat, datesIn, isYearless, middleOf, readCsvDate, readFullDate } from './cells/csvDate.ts'
import { monthOf } from './cells/monthNames.ts'
import { plainText } from './cells/plainText.ts'
import { bare, type CsvLayout, type Row } from './csvLayout.ts'

const dayMs = 86_400_000
const cellLengthMax = 200
const cellsMax = 40
const rowsMax = 40

export interface YearAbove {
  /** A day near all entries. */
  near: string
  /** The text may mean something else, such as the day of the export. */
  isUncertain: boolean
  written: string
}

type Dated = Pick<CsvLayout, 'dateFormat' | 'year'>

/** Follows the rows of a table, so that a list may go over the turn of a year. */
export class Years {
  readonly #layout: Dated
  readonly #above: string | null
  #last: string | null = null

  constructor(layout: Dated, preamble: readonly Row[]) {
    this.#layout = layout
    const isNeeded = isYearless(layout.dateFormat) && layout.year === undefined
    this.#above = isNeeded ? (yearAbove(preamble, layout.dateFormat)?.near ?? null) : null
  }

  /** A day near the next entry; null if it is not known, or not needed. */
  near(): string | null {
    if (!isYearless(this.#layout.dateFormat)) return null
    if (this.#layout.year === undefined) return this.#above
    return this.#last ?? middleOf(this.#layout.year)
  }

  note(date: string | null): void {
    this.#last = date ?? this.#last
  }
}

const closeDays = 45

/** A full date of the row that is close to a date without a year. */
export function fullDateNear(cells: readonly string[], written: string, format: DateFormat): string | null {
  for (const cell of cells.slice(0, cellsMax)) {
    const full = readFullDate(bare(cell), format)
    const date = full && readCsvDate(written, format, full)
    if (full && date && Math.abs(Date.parse(full) - Date.parse(date)) <= closeDays * dayMs) return full
  }
  return null
}

/** What the lines above a table say about the year of its entries; null if nothing. */
export function yearAbove(preamble: readonly Row[], format: DateFormat): YearAbove | null {
  const cells = cellsAbove(preamble)
  const days = daysAbove(preamble, format)
  const [first, last] = [days[0], days.at(-1)]
  if (first !== undefined && last !== undefined) return ofDays(first, last)
  const months = new Set(cells.flatMap(monthsIn))
  const [month] = months
  if (month !== undefined && months.size === 1)
    return { near: `${month}-15`, isUncertain: false, written: month }
  const years = new Set(cells.flatMap(cell => cell.match(/(?<!\d)20\d\d(?!\d)/g) ?? []))
  const [year] = years
  if (year === undefined || years.size > 1) return null
  return { near: middleOf(Number(year)), isUncertain: true, written: year }
}

const cellsAbove = (preamble: readonly Row[]): string[] =>
  preamble
    .slice(-rowsMax)
    .flatMap(row => row.cells.slice(0, cellsMax).map(cell => bare(cell).slice(0, cellLengthMax)))

/** The full dates above a table, the earliest first. */
export const daysAbove = (preamble: readonly Row[], format: DateFormat): string[] =>
  cellsAbove(preamble)
    .flatMap(cell => daysIn(cell, format))
    .sort()

/** Two days are a period. One is more likely the day of the export or of the last entry. */
function ofDays(first: string, last: string): YearAbove | null {
  const between = (Date.parse(last) - Date.parse(first)) / dayMs
  if (between > 366) return null
  const back = first === last ? 182 : Math.floor(between / 2)
  const near = new Date(Date.parse(last) - back * dayMs).toISOString().slice(0, 10)
  return { near, isUncertain: first === last, written: first === last ? last : `${first} to ${last}` }
}

/** Full dates in a text; of two meanings, the one in the order of the rows. */
function daysIn(text: string, format: DateFormat): string[] {
  const parted = text.replace(/(\d{4})-(\d{1,2}[./])/g, '$1 $2')
  const words = [text, ...parted.split(/[\s()[\];,–]+/)]
  return words.flatMap(word => {
    const date = word.replace(/[.:]$/, '')
    return readFullDate(date, format) ?? [...datesIn(date).values()][0] ?? []
  })
}

/** January 2026, 2026年1月 */
function monthsIn(text: string): string[] {
  const [, easternYear, easternMonth] = /(20\d\d)[年년] ?(\d{1,2})[月월](?! ?\d{1,2}[日일])/.exec(text) ?? []
  if (easternMonth !== undefined) return [`${easternYear}-${easternMonth.padStart(2, '0')}`]
  const words = plainText(text).split(' ')
  return words.flatMap((word, at) => {
    const month = monthOf(word)
    const year = /^20\d\d$/.exec(words[at + 1] ?? '')?.[0]
    return month === null || year === undefined ? [] : [`${year}-${month}`]
  })
}
