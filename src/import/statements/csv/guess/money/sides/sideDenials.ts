/** Words for credit and debit that say the opposite of what is read. */
import type { Entry } from '../../../../statement.ts'
import { sideOf } from '../../../cells/csvWords.ts'
import type { CsvLayout } from '../../../csvLayout.ts'
import { isSideColumn, shown, type TableColumn, withRole } from '../../columns.ts'
import type { Doubt } from '../../guess.ts'
import type { TableShape } from '../../tableShape.ts'

/** In a column of kinds that is not read as the side, such as one next to columns of debits and credits. */
export function sideDenials(
  columns: readonly TableColumn[],
  { entries: rows }: TableShape,
  { columns: { side: sideAt } }: CsvLayout,
  entries: readonly Entry[],
): Doubt[] {
  if (sideAt !== undefined) return []
  const sides = new Map(entries.map(({ line, side, amount }) => [line, /[1-9]/.test(amount) ? side : null]))
  for (const column of withRole(columns, 'side', 'type').filter(isSideColumn)) {
    const said = rows.flatMap(({ line }, row) => {
      const [word, side] = [sideOf(column.cells[row] ?? '', undefined), sides.get(line) ?? null]
      return word === null || side === null ? [] : [{ word, isDenied: word !== side }]
    })
    const denied = said.filter(({ isDenied }) => isDenied).length
    if (denied * 2 <= said.length || new Set(said.map(({ word }) => word)).size < 2) continue
    const reason = `${shown(column)} says the opposite of what is read as money in and money out; which is right?`
    return [{ at: 'side', reason }]
  }
  return []
}
