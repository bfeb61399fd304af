/** One account next to different names in all rows of one side: it may be our own, to which others paid. */
import type { Entry } from '../../../statement.ts'
import { plainText } from '../../cells/plainText.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import type { TableColumn } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import type { Trial } from '../money/trial.ts'
import type { TableShape } from '../tableShape.ts'
import { whoseDoubt } from './partyDoubts.ts'

const rowsMin = 2

/** Nothing is asked where it is asked anyway, or where the account is the same in all rows. */
export function oneAccountDoubts(
  at: CsvLayout['columns'],
  columns: readonly TableColumn[],
  { entries: rows }: TableShape,
  { entries }: Trial,
): Doubt[] {
  const account = columns.find(column => column.at === at.counterpartyIban)
  if (account?.kind !== 'iban' || account.distinct < 2) return []
  const sides = new Map(entries.map(({ line, side }) => [line, side]))
  const isOneForMany = (side: Entry['side']) => {
    const placed = rows.flatMap(({ line }, row) => (sides.get(line) === side ? [row] : []))
    const numbers = new Set(placed.map(row => account.cells[row] ?? ''))
    const names = new Set(placed.map(row => nameIn(row, side, at, columns)))
    return placed.length >= rowsMin && numbers.size === 1 && !numbers.has('') && names.size > 1
  }
  return isOneForMany('credit') || isOneForMany('debit') ? [whoseDoubt(account)] : []
}

/** The other party's name, as the row has it. */
function nameIn(
  row: number,
  side: Entry['side'],
  { counterpartyName, payerName, payeeName }: CsvLayout['columns'],
  columns: readonly TableColumn[],
): string {
  const places = [counterpartyName ?? [], (side === 'credit' ? payerName : payeeName) ?? []].flat()
  const names = places.map(at => plainText(columns.find(column => column.at === at)?.cells[row] ?? ''))
  return names.find(name => name !== '') ?? ''
}
