/** Finds the table in a file: its delimiter, its column names, and its rows between what the bank adds above and below. */
import { parse } from 'csv-parse/sync'
import { delimiters } from '../../../../contract/console/csvMapping.ts'
import { type DateFormat, datesIn } from '../cells/csvDate.ts'
import { isOnlyBalance } from '../cells/csvWords.ts'
import { bare, type CsvLayout, type Row } from '../csvLayout.ts'
import { headerScore, isDateCell, isMoneyCell, isRowOfNames, isYearlessCell } from '../header/headerRow.ts'
import { bareDateColumns, isBareCell } from './bareDates.ts'

export interface TableShape {
  delimiter: CsvLayout['delimiter']
  header: readonly string[] | null
  /** Rows above the header, or above the first entry. */
  preamble: readonly Row[]
  /** All rows below it. */
  body: readonly Row[]
  /** Those with a date and an amount, by which columns are judged. */
  entries: readonly Row[]
  width: number
  /** The line of the first row above the column names, or above the first entry, that looks like an entry. */
  entryAboveAt: number | null
  /** Where another table with other columns starts, which is not read. */
  otherTableAt: number | null
  /** How its dates look. */
  dates: DateKind
  /** Columns of dates that look like numbers. */
  bareAt: ReadonlySet<number>
}

/** Full dates come first, as others also look like something else: without a year, or like numbers. */
export const dateKinds = ['full', 'yearless', 'bare'] as const
export type DateKind = (typeof dateKinds)[number]

const rowsMax = 600
const cellsMax = 120

/** The rows of a text by the delimiter, for when it is looked at again. */
export type RowsBy = Map<string, Row[]>

/** The possible tables in the text at the start of a file, the most likely first. Without a delimiter there are no columns. */
export function tablesIn(text: string, dates: DateKind = 'full', rowsBy: RowsBy = new Map()): TableShape[] {
  const rowsOf = (delimiter: string) => {
    const rows = rowsBy.get(delimiter) ?? rowsIn(text, delimiter)
    rowsBy.set(delimiter, rows)
    return rows
  }
  return delimiters
    .filter(delimiter => text.includes(delimiter))
    .flatMap(delimiter => shapeOf(rowsOf(delimiter), delimiter, dates) ?? [])
    .sort((one, other) => weightOf(other) - weightOf(one))
}

const weightOf = ({ entries, width, header }: TableShape): number =>
  entries.length * Math.min(width, 30) * (header === null ? 1 : 2)

/** Without the last line, which may be cut off, and without a cell that has no end in this text. */
export function rowsIn(text: string, delimiter: string): Row[] {
  let lines = text
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0 || text.length > wholeLengthMax) lines = withoutLastLine(lines, tries)
    const rows = rowsOf(lines, delimiter)
    if (rows !== null) return rows
  }
  return []
}

/** A longer text is probably only the start of the file. */
const wholeLengthMax = 60_000
const triesMax = 6

function withoutLastLine(text: string, tries: number): string {
  const end = Math.floor(text.length * (1 - tries * tries * 0.01))
  return text.slice(0, text.lastIndexOf('\n', end - 2) + 1)
}

/** Null if a quotation mark is not closed. */
function rowsOf(text: string, delimiter: string): Row[] | null {
  const { stackTraceLimit } = Error
  // With a wrong delimiter, the parser makes an error for each row that has another number of columns, and drops it.
  Error.stackTraceLimit = 0
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: rowsMax,
    })
    return (records as unknown as { record: string[]; info: { lines: number } }[]).map(
      ({ record, info }) => ({
        cells: record,
        line: info.lines,
      }),
    )
  } catch {
    return null
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Null if no row has a date and an amount. */
export function shapeOf(
  rows: readonly Row[],
  delimiter: CsvLayout['delimiter'],
  dates: DateKind = 'full',
): TableShape | null {
  const bareAt = dates === 'bare' ? bareDateColumns(rows) : new Set<number>()
  const isBareDate = (cell: string, at: number) => bareAt.has(at) && isBareCell(cell)
  const isEntry = entriesAmong(
    rows,
    dates === 'full' ? isDateCell : dates === 'yearless' ? isYearlessCell : isBareDate,
  )
  const width = commonWidth(rows.filter((_, index) => isEntry[index]))
  if (width < 2) return null
  const headerAt = headerIn(rows, isEntry, width)
  const first = headerAt ?? isEntry.indexOf(true) - 1
  const below = rows.slice(first + 1)
  const header = headerAt === null ? null : (rows[headerAt]?.cells ?? null)
  const otherAt = below.findIndex(({ cells }) => isOtherHeader(cells, header))
  const body = otherAt === -1 ? below : below.slice(0, otherAt)
  const entries = body.filter((_, index) => isEntry[first + 1 + index])
  if (entries.length === 0) return null
  const above =
    headerAt === null
      ? entryAbove(rows.slice(0, first + 1), width, entries)
      : rows.slice(0, headerAt).find((_, index) => isEntry[index])
  return {
    delimiter,
    header,
    preamble: rows.slice(0, headerAt ?? first + 1),
    body,
    entries,
    width: Math.max(width, header?.length ?? 0),
    entryAboveAt: above?.line ?? null,
    otherTableAt: otherAt === -1 ? null : (below[otherAt]?.line ?? null),
    dates,
    bareAt,
  }
}

/**
 * Without column names, a row as wide as the others with a date and an amount, whose date is written in another way. A line
 * about the account has the number of the account where no entry has one.
 */
function entryAbove(above: readonly Row[], width: number, entries: readonly Row[]): Row | undefined {
  const isAccount = (cell: string | undefined) => /^(?:[A-Z]{2})?[\d ]{16,40}$/.test(bare(cell))
  const isAboutAccount = (cell: string, at: number) =>
    isAccount(cell) && !entries.some(({ cells }) => isAccount(cells[at]))
  return above.find(
    ({ cells }) =>
      cells.length === width &&
      dateOfEntry(cells, isDateCell) !== null &&
      !cells.some((cell, at) => isOnlyBalance(bare(cell)) || isAboutAccount(cell, at)),
  )
}

type IsDate = (cell: string, at: number) => boolean

/** Rows with a date and an amount. A balance above the table has both too, but its date in another column. */
function entriesAmong(rows: readonly Row[], isDate: IsDate): boolean[] {
  const dated = rows.map(({ cells }) => dateOfEntry(cells, isDate))
  // A line of balances has other columns than an entry.
  const isBalanceLine = balanceLines(rows, dated)
  const unbalanced = rows.map((_, index) => (isBalanceLine[index] ? null : (dated[index] ?? null)))
  const places = unbalanced.some(place => place !== null) ? unbalanced : dated
  const counts = new Map<number, number>()
  for (const place of places) if (place !== null) counts.set(place, (counts.get(place) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const usual = new Set(
    [...counts]
      .filter(([, count]) => count === most || (count > 1 && count * 3 >= most))
      .map(([place]) => place),
  )
  const formats = new Map([...usual].map(place => [place, usualFormats(rows, places, place)]))
  const fitted = places.map((place, index) => {
    if (place === null || !usual.has(place)) return false
    const usualOnes = formats.get(place) ?? []
    const found = datesIn(bare(rows[index]?.cells[place]))
    return usualOnes.length === 0 || usualOnes.some(format => found.has(format))
  })
  const isLacking = (index: number) => {
    const place = places[index] ?? null
    return place !== null && !usual.has(place)
  }
  return withOtherDates(rows, fitted, isLacking, isDate)
}

/** Rows that lack the first date of the others, such as the booking date, and have one where the others have theirs. */
function withOtherDates(
  rows: readonly Row[],
  fitted: readonly boolean[],
  isLacking: (index: number) => boolean,
  isDate: IsDate,
): boolean[] {
  const entries = rows.filter((_, index) => fitted[index])
  const known = new Map<number, boolean>()
  const isUsual = (at: number) => {
    const dated = entries.filter(({ cells }) => isDate(cells[at] ?? '', at))
    const found = known.get(at) ?? dated.length * 2 > entries.length
    known.set(at, found)
    return found
  }
  return rows.map(({ cells }, index) => {
    if (fitted[index] || !isLacking(index)) return fitted[index] ?? false
    return cells.slice(0, cellsMax).some((cell, at) => isDate(cell, at) && isUsual(at))
  })
}

const balanceRowsMin = 3

/** Unless a word such as a way of repayment is in one column of all rows: then it says nothing about a balance. */
function balanceLines(rows: readonly Row[], dated: readonly (number | null)[]): boolean[] {
  const isLine = rows.map(({ cells }) => cells.slice(0, cellsMax).some(cell => isOnlyBalance(bare(cell))))
  const entries = rows.filter((_, index) => dated[index] !== null)
  const isAll = rows.every((_, index) => dated[index] === null || isLine[index])
  if (!isAll || entries.length < balanceRowsMin) return isLine
  const usual = (entries[0]?.cells ?? []).findIndex((_, at) =>
    entries.every(({ cells }) => isOnlyBalance(bare(cells[at]))),
  )
  if (usual === -1) return isLine
  return rows.map(({ cells }) => cells.some((cell, at) => at !== usual && isOnlyBalance(bare(cell))))
}

/**
 * The way in which nearly all dates of a column are written, and others that several have next to it. A single row with
 * another one may be a line of balances.
 */
function usualFormats(
  rows: readonly Row[],
  places: readonly (number | null)[],
  wanted: number,
): DateFormat[] {
  const cells = rows.flatMap(({ cells }, index) => (places[index] === wanted ? [bare(cells[wanted])] : []))
  const counts = new Map<DateFormat, number>()
  for (const cell of cells) {
    for (const format of datesIn(cell).keys()) counts.set(format, (counts.get(format) ?? 0) + 1)
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one)
  if (best === undefined || best[1] < 2 || best[1] * 3 < cells.length * 2) return []
  const others = cells.filter(cell => !datesIn(cell).has(best[0]))
  const isNext = (format: DateFormat) => {
    const count = others.filter(cell => datesIn(cell).has(format)).length
    return count >= 2 && count * 10 >= cells.length
  }
  return [best[0], ...[...counts.keys()].filter(isNext)]
}

/** The column of the first date of a row that also has an amount. */
function dateOfEntry(cells: readonly string[], isDate: IsDate): number | null {
  const some = cells.slice(0, cellsMax)
  const dateAt = some.findIndex(isDate)
  if (dateAt === -1) return null
  return some.some((cell, at) => at !== dateAt && isMoneyCell(cell)) ? dateAt : null
}

function commonWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].sort(([one, many], [other, more]) => more - many || other - one)[0]?.[0] ?? 0
}

/** The row with the most known names above most of the entries; otherwise names directly above the first entry. */
function headerIn(rows: readonly Row[], isEntry: readonly boolean[], width: number): number | null {
  const total = isEntry.filter(Boolean).length
  let [best, bestScore] = [-1, 0]
  let seen = 0
  for (const [index, { cells }] of rows.entries()) {
    if (isEntry[index]) seen += 1
    if (seen * 2 > total) break
    const score = isEntry[index] ? 0 : headerScore(cells)
    // Of names in two rows, the lower ones say more: the upper ones are headings of groups.
    const isLower = score >= 3 && best !== -1 && best === index - 1
    if (score > bestScore || isLower) [best, bestScore] = [index, score]
  }
  if (best !== -1) return best
  const first = rows.findIndex(({ cells }, index) => isEntry[index] && cells.length >= width)
  const above = rows[first - 1]
  return above && isRowOfNames(above.cells, rows[first]?.cells ?? []) ? first - 1 : null
}

const isOtherHeader = (cells: readonly string[], header: readonly string[] | null): boolean =>
  header !== null &&
  headerScore(cells) >= 3 &&
  !cells.every((cell, index) => cell.trim() === header[index]?.trim())
