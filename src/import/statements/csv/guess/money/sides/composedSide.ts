/** Two columns that say the side together: "Buy / Sell" for trades, and the kind of entry for all other rows. */
import { type TableColumn, withRole } from '../../columns.ts'
import { isSigned, type MoneySource } from '../moneySource.ts'
import { saidBy } from './sideTypes.ts'

const kindsMax = 20
const sidesMax = 6

/** Null unless the first says both sides, and the second says it where the first does not. */
export function composedSide(source: MoneySource, columns: readonly TableColumn[]): MoneySource | null {
  if (isSigned(source.amount)) return null
  const kinds = withRole(columns, 'type', 'status').filter(({ distinct }) => distinct <= kindsMax)
  for (const side of columns) {
    const silent = silentRows(side)
    if (silent === null) continue
    const isNamed = side.roles.includes('side')
    const saidIn = ({ cells }: TableColumn) => silent.filter(row => saidBy(cells[row] ?? '') !== null).length
    const [best] = kinds
      .filter(kind => kind !== side && (isNamed ? saidIn(kind) > 0 : saidIn(kind) === silent.length))
      .sort((one, other) => saidIn(other) - saidIn(one))
    if (best === undefined) continue
    const words = { credit: new Set<string>(), debit: new Set<string>() }
    const note = (cell: string) => words[saidBy(cell) ?? 'credit'].add(cell)
    for (const cell of side.filled) if (saidBy(cell) !== null) note(cell)
    for (const row of silent) if (saidBy(best.cells[row] ?? '') !== null) note(best.cells[row] ?? '')
    return {
      ...source,
      side,
      otherSide: best,
      words: { credit: [...words.credit], debit: [...words.debit] },
      isSideUncertain: true,
    }
  }
  return null
}

/** The rows in which a column of both sides says nothing; null if it is no such column, or says it in all rows. */
function silentRows({ cells, filled, distinct }: TableColumn): number[] | null {
  const said = new Set(filled.map(saidBy))
  if (distinct > sidesMax || !said.has('credit') || !said.has('debit')) return null
  const silent = cells.flatMap((cell, row) => (saidBy(cell) === null ? [row] : []))
  return silent.length === 0 ? null : silent
}
