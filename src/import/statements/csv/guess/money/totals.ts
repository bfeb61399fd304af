/** Opening and closing balances above or below the rows of a table. */
import { amountKey, difference, signed, sumOf } from '../../../../../domain/money/decimal.ts'
import { readMoney } from '../../cells/csvAmount.ts'
import { lineKindOf } from '../../cells/csvWords.ts'
import { bare, type CsvLayout, type Row } from '../../csvLayout.ts'
import { isDateCell } from '../../header/headerRow.ts'
import type { TableShape } from '../tableShape.ts'
import type { Trial } from './trial.ts'

/** Whether the opening balance plus all entries is the closing balance. */
export function addsUp({ preamble, body }: TableShape, layout: CsvLayout, trial: Trial): boolean {
  if (trial.unreadable > 0) return false
  const moved = sumOf(
    trial.entries
      .filter(({ status }) => status === 'booked')
      .map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount)),
  )
  if (!/[1-9]/.test(moved)) return false
  const lines = [...preamble, ...body].flatMap(row => lineOf(row, layout) ?? [])
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

const normal = (decimal: string): string => (signed(decimal).amount === '0' ? '0' : decimal)

function lineOf({ cells }: Row, { decimal }: CsvLayout): { kind: string; amount: string } | null {
  const at = cells.findIndex(cell => lineKindOf(bare(cell)) !== null)
  const kind = lineKindOf(bare(cells[at]))
  if (kind === null || kind === 'total') return null
  for (const cell of cells.slice(at + 1)) {
    const money = isDateCell(cell) ? null : readMoney(bare(cell), decimal)
    if (money !== null) return { kind, amount: money.negative ? `-${money.amount}` : money.amount }
  }
  return null
}
