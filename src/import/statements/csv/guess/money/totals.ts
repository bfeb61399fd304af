/** Opening and closing balances above or below the rows of a table. */
import { amountKey, difference, signed, sumOf } from '../../../../../domain/money/decimal.ts'
import { readMoney } from '../../cells/csvAmount.ts'
import { lineKindOf } from '../../cells/csvWords.ts'
import { bare, type CsvLayout, columnsAt, type Row } from '../../csvLayout.ts'
import { isDateCell } from '../../header/headerRow.ts'
import type { TableShape } from '../tableShape.ts'
import type { Trial } from './trial.ts'

/** Whether the opening balance plus all entries is the closing balance. */
export function addsUp(shape: TableShape, layout: CsvLayout, trial: Trial): boolean {
  if (trial.unreadable > 0) return false
  const moved = sumOf(
    trial.entries
      .filter(({ status }) => status === 'booked')
      .map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount)),
  )
  if (!/[1-9]/.test(moved)) return false
  const lines = linesIn(shape, layout)
  // A balance may be written above the rows and again among them.
  const of = (kind: string) => [
    ...new Map(
      lines.filter(line => line.kind === kind).map(({ amount }) => [amountKey(amount), amount]),
    ).values(),
  ]
  const [[opening, ...openings], [closing, ...closings]] = [of('opening'), of('closing')]
  if (opening === undefined || closing === undefined || openings.length > 0 || closings.length > 0)
    return false
  return amountKey(difference(closing, opening)) === amountKey(normal(moved))
}

/** The opening balances above the rows and among them. */
export const openingsIn = (shape: TableShape, layout: CsvLayout): string[] =>
  linesIn(shape, layout).flatMap(({ kind, amount }) => (kind === 'opening' ? [amount] : []))

const normal = (decimal: string): string => (signed(decimal).amount === '0' ? '0' : decimal)

interface BalanceLine {
  kind: string
  amount: string
}

const linesIn = ({ preamble, body }: TableShape, layout: CsvLayout): BalanceLine[] => [
  ...preamble.flatMap(row => lineOf(row, layout, []) ?? []),
  ...body.flatMap(row => lineOf(row, layout, moneyColumns(layout)) ?? []),
]

const moneyColumns = (layout: CsvLayout): number[] =>
  (['amount', 'balance', 'credit', 'debit'] as const).flatMap(name => columnsAt(layout, name))

/** Among the rows, the amount is in a column of amounts; above them, it is next to the words. */
function lineOf({ cells }: Row, layout: CsvLayout, moneyAt: readonly number[]): BalanceLine | null {
  const at = cells.findIndex(cell => lineKindOf(bare(cell)) !== null)
  const kind = lineKindOf(bare(cells[at]))
  if (kind === null || kind === 'total') return null
  const [debitAt] = columnsAt(layout, 'debit')
  const places = [...moneyAt, ...cells.keys()].filter(place => place > at || moneyAt.includes(place))
  for (const place of places) {
    const cell = cells[place] ?? ''
    const money = isDateCell(cell) ? null : readMoney(bare(cell), layout.decimal)
    if (money === null) continue
    const isOwed = money.negative || (moneyAt.length > 0 && place === debitAt)
    return { kind, amount: isOwed ? `-${money.amount}` : money.amount }
  }
  return null
}
