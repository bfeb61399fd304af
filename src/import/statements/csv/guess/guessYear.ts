/** What to ask about the year of dates that are written without one. */
import { isYearless, readCsvDate } from '../cells/csvDate.ts'
import { bare, type CsvLayout, columnsAt } from '../csvLayout.ts'
import { fullDateNear, yearAbove } from '../years.ts'
import type { Doubt } from './guess.ts'
import type { TableShape } from './tableShape.ts'

export function yearDoubts({ preamble, entries, header }: TableShape, layout: CsvLayout): Doubt[] {
  const { dateFormat } = layout
  if (!isYearless(dateFormat)) return []
  const [at = 0] = columnsAt(layout, 'bookingDate')
  const isKnown = entries.every(({ cells }) => fullDateNear(cells, bare(cells[at]), dateFormat) !== null)
  if (isKnown) return []
  // A table without column names has no lines above it that the reader could know.
  const above = header === null ? null : yearAbove(preamble, dateFormat)
  if (above === null) return [{ at: 'year', reason: 'no date has a year; in which year is the first entry?' }]
  if (!above.isUncertain) return []
  const first = readCsvDate(bare(entries[0]?.cells[at]), dateFormat, above.near)?.slice(0, 4)
  const reason = `no date has a year; by "${above.written}" above them, is the first entry in ${first}?`
  return [{ at: 'year', reason }]
}
