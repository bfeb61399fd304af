/** The sides of all rows of a table whose amounts have no sign. They depend on rows before and after them. */
import { signed } from '../../../domain/money/decimal.ts'
import { type Side, type Sides, sidesByBalance, type UnsignedRow } from './balanceSides.ts'
import { readMoney } from './cells/csvAmount.ts'
import { type CsvLayout, cellOf, type Row } from './csvLayout.ts'
import { noContext, readRow } from './tableRow.ts'

/** Null if the amounts have signs. Each account and each currency has balances of its own. */
export function sidesOfRows(rows: readonly Row[], layout: CsvLayout): Sides | null {
  if (layout.sign !== 'balance') return null
  const plain: CsvLayout = { ...layout, sign: 'written' }
  const groups = new Map<string, UnsignedRow[]>()
  let last: UnsignedRow[] | null = null
  const waiting: UnsignedRow[] = []
  for (const row of rows) {
    const { kind, entries, balance, account } = readRow(row, plain, noContext)
    const [entry] = entries
    if (kind === 'entry' && entry !== undefined && entry.status === 'booked') {
      const key = JSON.stringify([account.iban, account.otherId, entry.currency])
      const group = groups.get(key) ?? waiting.splice(0)
      groups.set(key, group)
      group.push({ line: row.line, amount: signed(entry.amount), balance, day: entry.bookingDate })
      last = group
    } else if (kind === 'other') {
      const line = balanceLine(row, layout)
      if (line !== null) (last ?? waiting).push(line)
    }
  }
  const all = new Map<number, Side>()
  for (const group of groups.values()) {
    for (const [line, side] of sidesByBalance(group, layout.oldest)) all.set(line, side)
  }
  return all
}

/** A line such as that of the opening balance, without an amount. */
function balanceLine(row: Row, layout: CsvLayout): UnsignedRow | null {
  const money =
    cellOf(row, layout, 'amount') === '' ? readMoney(cellOf(row, layout, 'balance'), layout.decimal) : null
  return money && { line: row.line, amount: null, balance: money, day: null }
}
