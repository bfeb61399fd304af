/** Dates that look like numbers: 12.03, 310326, 46112 and 1774951872. The name of their column must say that they are dates. */
import { bareFormatsIn, type DateFormat } from '../cells/csvDate.ts'
import { bare, type Row } from '../csvLayout.ts'
import { headerName, type NamedRole } from '../header/headerRoles.ts'
import { headerScore } from '../header/headerRow.ts'

const headerRowsMax = 100

export const isBareCell = (cell: string): boolean => bareFormatsIn(bare(cell)).length > 0

/** Columns named as dates whose cells are numbers that can all be dates of one format. */
export function bareDateColumns(rows: readonly Row[]): Set<number> {
  const scores = rows.slice(0, headerRowsMax).map(({ cells }) => headerScore(cells))
  const best = Math.max(0, ...scores)
  if (best === 0) return new Set()
  const headerAt = scores.indexOf(best)
  const names = rows[headerAt]?.cells ?? []
  const below = rows.slice(headerAt + 1)
  return new Set(
    [...names.keys()].filter(at => {
      const numbers = below
        .map(({ cells }) => bare(cells[at]))
        .filter(cell => /\d/.test(cell) && !/\p{L}/u.test(cell))
      return isOnlyDate(headerName(bare(names[at])).roles) && commonFormats(numbers).length > 0
    }),
  )
}

const entryDates = new Set(['bookingDate', 'date', 'transactionDate', 'valueDate'])

/** "Valor" may be a date or an amount. */
export const isOnlyDate = (roles: readonly NamedRole[]): boolean =>
  roles.length > 0 && roles.every(({ role }) => entryDates.has(role))

/** The formats that fit all cells; none if there are no cells. */
export function commonFormats(cells: readonly string[]): DateFormat[] {
  const [first, ...rest] = cells.map(bareFormatsIn)
  return (first ?? []).filter(format => rest.every(formats => formats.includes(format)))
}

const paddedDay = /^\d{1,2}\.\d\d$/

/** Days and months with a point between them, in two digits: 12.3 may be what a spreadsheet made of 12.30. */
export const areDaysAndMonths = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every(cell => paddedDay.test(cell)) && commonFormats(cells).includes('DD.MM')
