/** Rows with a date and no amount at all: remarks of the bank, or lines about parts of another entry. */
import { lineKindOf } from './cells/csvWords.ts'
import { isBlank } from './cells/plainText.ts'
import { bare, type CsvLayout, columnsAt, type Row, readDate } from './csvLayout.ts'
import { headerName } from './header/headerRoles.ts'
import { isMoneyCell } from './header/headerRow.ts'

const cellsMax = 500

/** Whether the row is whole, its amounts are blank, and no other cell may be its amount. */
export function isWithoutAmount({ cells }: Row, layout: CsvLayout): boolean {
  const moneyAt = (['amount', 'credit', 'debit'] as const).flatMap(name => columnsAt(layout, name))
  const known = (['bookingDate', 'valueDate', 'balance'] as const).flatMap(name => columnsAt(layout, name))
  const isOther = (cell: string, at: number) => {
    if (known.includes(at) || !/[.,]\d|^\s*[-+(\u2212]/.test(cell) || !isMoneyCell(cell)) return false
    // A rate, a price, a balance, or a part of an amount that another row has.
    const { roles } = headerName(bare(layout.header?.[at]) || bare(layout.header?.[at - 1]))
    return !roles.some(({ role }) => role === 'otherMoney' || role === 'balance')
  }
  return (
    moneyAt.every(at => at < cells.length && isBlank(bare(cells[at]))) &&
    !cells.slice(0, cellsMax).some(isOther)
  )
}

/** Rows with a date that have no amount, and are no lines of balances. */
export function blankRows(rows: readonly Row[], layout: CsvLayout): Row[] {
  const [dateAt = 0] = columnsAt(layout, 'bookingDate')
  return rows.filter(
    row =>
      readDate(bare(row.cells[dateAt]), layout) !== null &&
      isWithoutAmount(row, layout) &&
      row.cells.every(cell => lineKindOf(bare(cell)) === null),
  )
}
