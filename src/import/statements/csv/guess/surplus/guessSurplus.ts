/** Which text contains the separator, in a table whose texts are not in quotation marks. */
import { currencyInCell } from '../../cells/currencies.ts'
import { isBlank } from '../../cells/plainText.ts'
import { bare, type Row } from '../../csvLayout.ts'
import { isDateCell, isMoneyCell, isYearlessCell } from '../../header/headerRow.ts'
import { filledLength, joinedAt } from '../../surplus.ts'
import { isBareCell } from '../bareDates.ts'
import { columnsOf, type TableColumn } from '../columns.ts'
import type { TableShape } from '../tableShape.ts'
import { type GuessedSurplus, guessSplitDecimals } from './splitDecimals.ts'

/**
 * The surplus cells belong to a text if it is the only column to which they can belong, so that dates, amounts and
 * currencies of every row are where those of the other rows are.
 */
export function guessSurplus(shape: TableShape): GuessedSurplus {
  const split = guessSplitDecimals(shape)
  if (split !== null) return split
  const { header, entries, delimiter } = shape
  const width = header?.length ?? shape.width
  const isLong = ({ cells }: Row) => filledLength(cells) > width
  const [long, fitting] = [entries.filter(isLong), entries.filter(row => !isLong(row))]
  const [first] = long
  if (first === undefined || fitting.length === 0) return { shape, settings: {}, doubts: [] }
  const named = header === null ? 'columns' : 'column names'
  const counted = header === null ? { width } : {}
  const columns = columnsOf({ ...shape, entries: fitting, width })
  const places = long.map(row => placeOf(row, columns, delimiter))
  const [place] = places
  const other = places.findIndex(each => each !== place || each === null)
  if (place === undefined || place === null || other !== -1) {
    const row = long[Math.max(other, 0)] ?? first
    const reason = `line ${row.line} has ${filledLength(row.cells)} cells and there are ${width} ${named}, and it is not clear which text contains the separator; such rows are refused`
    return {
      shape: { ...shape, entries: fitting, width },
      settings: { surplus: 'refused', ...counted },
      doubts: [{ at: 'surplus', reason }],
    }
  }
  const joined = new Map(
    shape.body
      .filter(isLong)
      .map(row => [row, { ...row, cells: joinedAt(row.cells, place, width, delimiter) }]),
  )
  const all = (rows: readonly Row[]) => rows.map(row => joined.get(row) ?? row)
  const shown = header === null ? `column ${place + 1}` : `"${bare(header[place])}"`
  const reason = `line ${first.line} has more cells than ${named}; the separator is taken as part of ${shown}`
  return {
    shape: { ...shape, body: all(shape.body), entries: all(entries), width },
    settings: { surplus: place, ...counted },
    doubts: [{ at: 'surplus', reason }],
  }
}

/** The only column to which the surplus can belong, if it is one of texts. */
function placeOf({ cells }: Row, columns: readonly TableColumn[], delimiter: string): number | null {
  const places = columns.filter(({ at }) => {
    const row = joinedAt(cells, at, columns.length, delimiter)
    return columns.every(column => fits(row[column.at] ?? '', column, delimiter))
  })
  const [place] = places
  if (place === undefined || places.length > 1 || place.kind !== 'text') return null
  // A number after a separator may be a part of an amount, as in 1,234.50.
  const added = cells.slice(place.at + 1, place.at + 1 + filledLength(cells) - columns.length)
  return added.some(isMoneyCell) ? null : place.at
}

function fits(cell: string, { kind, isBare, filled, cells }: TableColumn, delimiter: string): boolean {
  const text = bare(cell)
  if (isBlank(text)) return filled.length < cells.length || kind === 'text' || kind === 'blank'
  // A year may follow a separator, but a word after a date is not its day of the week.
  const isSplit = text
    .split(delimiter)
    .slice(1)
    .some(part => !/^\s*\d/.test(part))
  if (kind === 'date')
    return !isSplit && (isBare ? isBareCell(text) : isDateCell(text) || isYearlessCell(text))
  if (kind === 'money') return isMoneyCell(text)
  if (kind === 'currency') return currencyInCell(text) !== null
  return true
}
