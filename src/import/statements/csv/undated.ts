/** Rows with an amount and without a booking date: entries that are not booked yet, or sums. */
import { isPendingWord } from './cells/csvWords.ts'
import { bare, type CsvLayout, cellOf, columnsAt, isDated, type Row } from './csvLayout.ts'
import { isMoneyCell } from './header/headerRow.ts'

/** Without a date, money in and money out in one row are the sums of both columns. */
export const isSumOfBoth = (row: Row, layout: CsvLayout): boolean =>
  cellOf(row, layout, 'bookingDate') === '' &&
  cellOf(row, layout, 'valueDate') === '' &&
  (['credit', 'debit'] as const).every(name => /[1-9]/.test(cellOf(row, layout, name)))

/**
 * Whether the row has another date, such as that of the purchase, where the mapping reads none, or no date at all and a word
 * that says that it is not booked.
 */
export const isUnbooked = (row: Row, layout: CsvLayout): boolean =>
  !layout.datesCarried &&
  cellOf(row, layout, 'bookingDate') === '' &&
  cellOf(row, layout, 'valueDate') === '' &&
  (isDated(row.cells, layout) || saysUnbooked(row))

export const saysUnbooked = ({ cells }: Row): boolean =>
  cells.some(cell => isPendingWord(bare(cell), undefined))

/** Rows with an amount that are not booked yet, in a table without a column that says so. */
export function unbookedAmong(rows: readonly Row[], layout: CsvLayout): Row[] {
  if (layout.columns.status !== undefined) return []
  const moneyAt = (['amount', 'credit', 'debit'] as const).flatMap(name => columnsAt(layout, name))
  return rows.filter(row => isUnbooked(row, layout) && moneyAt.some(at => isMoneyCell(bare(row.cells[at]))))
}
