/** Rows with more cells than columns: a text that is not in quotation marks contains the separator. */
import { bare, type CsvLayout, columnsAt, isDated, type Row, readDate, widthOf } from './csvLayout.ts'

/** Without blank cells at the end. */
export const filledLength = (cells: readonly string[]): number =>
  cells.findLastIndex(cell => bare(cell) !== '') + 1

/** The cells with the surplus joined to the text in a column. */
export function joinedAt(cells: readonly string[], at: number, width: number, delimiter: string): string[] {
  const end = at + 1 + Math.max(0, filledLength(cells) - width)
  return [...cells.slice(0, at), cells.slice(at, end).join(delimiter), ...cells.slice(end)]
}

const wholePart = /^[-+\u2212]?(?:\d{1,15}|\d{1,3}(?:\.\d{3}){1,4})$/
const decimalPart = /^\d\d$/

/**
 * The cells with amounts put together that a decimal comma has split: exactly as many as there are surplus cells. Null if
 * there are more or fewer.
 */
export function joinedDecimals(
  cells: readonly string[],
  width: number,
): { cells: string[]; at: number[] } | null {
  const joined: string[] = []
  const at: number[] = []
  for (let index = 0; index < cells.length; index += 1) {
    const [cell = '', next] = [cells[index], cells[index + 1]]
    if (next !== undefined && wholePart.test(cell.trim()) && decimalPart.test(next.trim())) {
      at.push(joined.length)
      joined.push(`${cell.trim()},${next.trim()}`)
      index += 1
    } else joined.push(cell)
  }
  return joined.length === width ? { cells: joined, at } : null
}

export type SurplusReading =
  | { kind: 'row'; row: Row }
  /** The row is read by the places of its cells, and the rest is left out. */
  | { kind: 'cut'; row: Row }
  | { kind: 'refused'; reason: string }

export function withoutSurplus(row: Row, layout: CsvLayout): SurplusReading {
  const { header, surplus, delimiter } = layout
  const width = header?.length ?? layout.width
  if (width === undefined || filledLength(row.cells) <= width) return { kind: 'row', row }
  if (surplus === 'decimals') {
    const joined = joinedDecimals(row.cells, width)
    if (joined !== null) return { kind: 'row', row: { ...row, cells: joined.cells } }
    if (!hasDate(row, layout)) return { kind: 'row', row }
    const reason = `it has ${row.cells.length} cells and there are ${width} column names; its amounts cannot be put together`
    return { kind: 'refused', reason }
  }
  if (typeof surplus === 'number')
    return { kind: 'row', row: { ...row, cells: joinedAt(row.cells, surplus, width, delimiter) } }
  if (surplus === 'refused' && hasDate(row, layout)) {
    const reason = `it has ${filledLength(row.cells)} cells and there are ${width} ${header === null ? 'columns' : 'column names'}; a text with the separator in it must be in quotation marks`
    return { kind: 'refused', reason }
  }
  const isCut = surplus === undefined && filledLength(row.cells) > Math.max(width, widthOf(layout))
  return { kind: isCut ? 'cut' : 'row', row }
}

/** Dates that look like numbers are known by their column. */
const hasDate = ({ cells }: Row, layout: CsvLayout): boolean =>
  isDated(cells, layout) ||
  columnsAt(layout, 'bookingDate').some(at => readDate(bare(cells[at]), layout) !== null)
