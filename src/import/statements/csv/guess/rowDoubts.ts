/** What to ask about rows that are not plain entries: without an amount or a date, or not booked yet. */
import { bare, type CsvLayout, isDated, type Row } from '../csvLayout.ts'
import { isDateCell, isMoneyCell } from '../header/headerRow.ts'
import { noContext, readRow } from '../tableRow.ts'
import { saysUnbooked, unbookedAmong } from '../undated.ts'
import type { TableColumn } from './columns.ts'
import type { Doubt } from './guess.ts'
import { pendingHeading, pendingTexts, unbookedRows } from './looseRows.ts'
import type { TableShape } from './tableShape.ts'

export const carriedDoubt: Doubt = {
  at: 'bookingDate',
  reason: 'rows without a date are read with the date of the row above; is that right?',
}

/** "line 3 has" or "line 3 and 2 more have"; null without rows. */
function linesOf([first, ...rest]: readonly Row[], one: string, many: string): string | null {
  if (first === undefined) return null
  return rest.length === 0
    ? `line ${first.line} ${one}`
    : `line ${first.line} and ${rest.length} more ${many}`
}

const asked = (at: Doubt['at'], lines: string | null, reason: string): Doubt[] =>
  lines === null ? [] : [{ at, reason: `${lines} ${reason}` }]

export const blankDoubts = (rows: readonly Row[]): Doubt[] =>
  asked('rows', linesOf(rows, 'has', 'have'), 'a date and no amount, and will be left out; is that right?')

/** Rows that are not read, though they have a date and an amount in columns that are not used. */
export function leftOutDoubts(
  shape: TableShape,
  mapping: CsvLayout,
  columns: readonly TableColumn[],
): Doubt[] {
  const used = new Set(Object.values(mapping.columns).flat())
  const at = (kind: TableColumn['kind']) =>
    columns.filter(column => column.kind === kind && (kind === 'date' || !used.has(column.at)))
  const [dates, money] = [at('date'), at('money').filter(({ roles }) => roles.includes('amount'))]
  const isLost = (row: Row) =>
    dates.some(column => isDateCell(row.cells[column.at] ?? '')) &&
    money.some(
      column => /[1-9]/.test(row.cells[column.at] ?? '') && isMoneyCell(row.cells[column.at] ?? ''),
    ) &&
    isNoEntry(row, mapping)
  const lost = money.length === 0 ? [] : shape.body.filter(isLost)
  const names = money.map(({ name }) => `"${name}"`).join(' or ')
  return asked(
    'rows',
    linesOf(lost, 'has', 'have'),
    `an amount in ${names} only, and will be left out; is that right?`,
  )
}

const isNoEntry = (row: Row, mapping: CsvLayout): boolean => {
  const { kind, problems } = readRow(row, mapping, noContext)
  return kind === 'other' && problems.every(({ reason }) => reason.startsWith('it has neither'))
}

export const strayDoubts = (rows: readonly Row[]): Doubt[] =>
  asked(
    'rows',
    linesOf(rows, 'has', 'have'),
    'only a text, and will be added to the entry above; is that right?',
  )

export const unbookedDoubts = (shape: TableShape, mapping: CsvLayout): Doubt[] =>
  asked(
    'bookingDate',
    linesOf(unbookedRows(shape, mapping), 'has', 'have'),
    'only a value date; is that booked? It is read as such',
  )

/** Doubts about entries that are read as pending. */
export function pendingDoubts(shape: TableShape, layout: CsvLayout): Doubt[] {
  const unbooked = unbookedAmong(shape.body, layout)
  const said = unbooked.filter(row => saysUnbooked(row) && !isDated(row.cells, layout))
  const dated = unbooked.filter(row => !said.includes(row))
  return [
    ...headingDoubts(shape, layout),
    ...textDoubts(shape, layout),
    ...asked(
      'unbooked',
      linesOf(dated, 'has', 'have'),
      'no booking date next to another date; it is read as pending',
    ),
    ...asked(
      'unbooked',
      linesOf(said, 'has', 'have'),
      'no date and says that it is not booked yet; it is read as pending',
    ),
  ]
}

function textDoubts(shape: TableShape, layout: CsvLayout): Doubt[] {
  const lines = linesOf(pendingTexts(shape, layout), 'says', 'say')
  if (lines === null) return []
  return [{ at: 'unbooked', reason: `the text in ${lines} that it is not booked yet; it is read as pending` }]
}

function headingDoubts(shape: TableShape, layout: CsvLayout): Doubt[] {
  const heading = pendingHeading(shape, layout)
  if (heading === undefined) return []
  const words = heading.cells.map(bare).find(cell => cell !== '')
  const reason = `line ${heading.line} says "${words}"; the entries below it are read as pending, until another heading`
  return [{ at: 'unbooked', reason }]
}
