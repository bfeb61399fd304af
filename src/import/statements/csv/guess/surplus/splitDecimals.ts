/** Amounts with decimal commas that are not in quotation marks, in a table separated by commas. */
import { bare, type CsvLayout } from '../../csvLayout.ts'
import { headerName } from '../../header/headerRoles.ts'
import { joinedDecimals } from '../../surplus.ts'
import type { Doubt } from '../guess.ts'
import type { TableShape } from '../tableShape.ts'

export interface GuessedSurplus {
  shape: TableShape
  settings: Pick<CsvLayout, 'surplus' | 'width'>
  doubts: Doubt[]
}

const moneyNames: ReadonlySet<string> = new Set(['amount', 'credit', 'debit', 'balance', 'fee', 'otherMoney'])

/** Null unless the surplus cells of every entry are the decimal places of columns that are named as money. */
export function guessSplitDecimals(shape: TableShape): GuessedSurplus | null {
  const { header, entries, body, delimiter } = shape
  const [first] = entries
  if (header === null || delimiter !== ',' || first === undefined) return null
  const width = header.length
  const isMoney = header.map(name => headerName(bare(name)).roles.some(({ role }) => moneyNames.has(role)))
  const join = (cells: readonly string[]) => {
    const joined = cells.length > width ? joinedDecimals(cells, width) : null
    return joined?.at.every(at => isMoney[at]) ? joined.cells : null
  }
  const joined = new Map(
    body.flatMap(row => {
      const cells = join(row.cells)
      return cells === null ? [] : [[row, { ...row, cells }] as const]
    }),
  )
  if (!entries.every(row => joined.has(row))) return null
  const reason = `line ${first.line} has more cells than column names; its amounts are taken to have decimal commas, which split them`
  return {
    shape: {
      ...shape,
      body: body.map(row => joined.get(row) ?? row),
      entries: entries.map(row => joined.get(row) ?? row),
      width,
    },
    settings: { surplus: 'decimals' },
    doubts: [{ at: 'surplus', reason }],
  }
}
