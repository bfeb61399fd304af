/** How a table is laid out, and the cells of a row by their meaning. */
import type { CsvMapping, columnNames } from '../../../contract/console/csvMapping.ts'
import { readCsvDate, yearFirstFormats } from './cells/csvDate.ts'
import { isBlank } from './cells/plainText.ts'

/** The part of the mapping a table reader needs: the bytes are already decoded. */
export type CsvLayout = Omit<CsvMapping, 'encoding'>

export type ColumnName = (typeof columnNames)[number]

export interface Row {
  cells: readonly string[]
  line: number
}

/** Whether any cell is a date as the mapping writes them. Plain digits, and two numbers with a point, may be a number. */
export const isDated = (cells: readonly string[], layout: DateLayout): boolean =>
  cells.some(cell => !/^\d+(?:\.\d+)?$/.test(bare(cell)) && readDate(bare(cell), layout) !== null)

type DateLayout = Pick<CsvLayout, 'dateFormat' | 'otherDates' | 'mixedDates'>

/** A date as the mapping writes most of them, or in another way that it has too. */
export const readDate = (text: string, layout: DateLayout, near?: string): string | null =>
  readCsvDate(text, layout.dateFormat, near) ?? readOtherDate(text, layout)

/** A date in the second way, or with the year first, if the mapping has such dates. */
export function readOtherDate(text: string, { otherDates, mixedDates }: DateLayout): string | null {
  const formats = [...(otherDates ? [otherDates] : []), ...(mixedDates ? yearFirstFormats : [])]
  for (const format of formats) {
    const date = readCsvDate(text, format)
    if (date !== null) return date
  }
  return null
}

/** The columns of a meaning, in the order in which they are read. */
export function columnsAt({ columns }: Pick<CsvLayout, 'columns'>, name: ColumnName): readonly number[] {
  const at = columns[name]
  if (at === undefined) return []
  return typeof at === 'number' ? [at] : at
}

/** The highest column that is read. */
export const widthOf = (layout: Pick<CsvLayout, 'columns'>): number =>
  Math.max(...Object.values(layout.columns).flat()) + 1

/** The text of the only column of a meaning; empty if there is none, or if it says that there is no value. */
export function cellOf(row: Row, layout: Pick<CsvLayout, 'columns'>, name: ColumnName): string {
  const [at] = columnsAt(layout, name)
  const text = at === undefined ? '' : bare(row.cells[at])
  return isBlank(text) ? '' : text
}

/** All texts of a meaning, joined; one that repeats another is left out. */
export function joinedOf(row: Row, layout: Pick<CsvLayout, 'columns'>, name: ColumnName): string {
  const texts: string[] = []
  for (const at of columnsAt(layout, name)) {
    const text = bare(row.cells[at])
    if (!isBlank(text) && !texts.some(other => repeats(text, other))) texts.push(text)
  }
  return texts.join(' ')
}

const repeatLengthMin = 8
const repeats = (text: string, other: string): boolean =>
  text === other || (text.length >= repeatLengthMin && other.includes(text))

/** The first text of a meaning that is not blank. */
export function firstOf(row: Row, layout: Pick<CsvLayout, 'columns'>, name: ColumnName): string {
  for (const at of columnsAt(layout, name)) {
    const text = bare(row.cells[at])
    if (!isBlank(text)) return text
  }
  return ''
}

/** Without blanks, tildes and quotation marks around it, one that was never opened or closed, and a spreadsheet's ="…". */
export function bare(cell: string | undefined): string {
  const text = withoutMark(withoutTildes(cell?.trim() ?? ''))
  if (!text.includes('"')) return text
  const formula = /^="([^"]*)"$/.exec(text)?.[1]
  if (formula !== undefined) return formula.trim()
  const marks = text.split('"').length - 1
  if (marks === 1) return text.replace(/^"|"$/, '').trim()
  // "UAB "Paper" Vilnius", from a bank that does not double the marks inside.
  if (marks === 4 && /^"[^"]+ "[^"]+"[^"]*"$/.test(text)) return text.slice(1, -1).trim()
  return marks === 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}

/** Some banks separate columns by ~|~. */
const withoutTildes = (text: string): string =>
  text.startsWith('~') || text.endsWith('~') ? text.replace(/^~|~$/g, '').trim() : text

/** Spreadsheets put an apostrophe before a text that looks like a number. Some Dutch names start with one too. */
function withoutMark(text: string): string {
  if (!text.startsWith("'") || /^'[a-z]\b/.test(text)) return text
  return text.length > 1 && text.endsWith("'") ? text.slice(1, -1).trim() : text.slice(1).trim()
}
