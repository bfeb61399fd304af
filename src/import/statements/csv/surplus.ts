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

export type SurplusReading =
  | { kind: 'row'; row: Row }
  /** The row is read by the places of its cells, and the rest is left out. */
  | { kind: 'cut'; row: Row }
  | { kind: 'refused'; reason: string }

export function withoutSurplus(row: Row, layout: CsvLayout): SurplusReading {
  const { header, surplus, delimiter } = layout
  const width = header?.length ?? layout.width
  if (width === undefined || filledLength(row.cells) <= width) return { kind: 'row', row }
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
