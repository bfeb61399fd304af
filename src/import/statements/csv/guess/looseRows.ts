/** Rows that belong to the row above: they continue its text, or have no date of their own. */

import { isHold, isPendingText, lineKindOf, saysPending } from '../cells/csvWords.ts'
import { isBlank } from '../cells/plainText.ts'
import { bare, type CsvLayout, columnsAt, isDated, type Row } from '../csvLayout.ts'
import { isMoneyCell } from '../header/headerRow.ts'
import { headingOf } from '../sections.ts'
import type { TableColumn } from './columns.ts'
import type { TableShape } from './tableShape.ts'

const isEmpty = (cell: string | undefined): boolean => isBlank(bare(cell))

/**
 * Whether many entries have a row below with text and nothing else, and at least one of these rows is between
 * entries or has its text where most entries have theirs: below the last one are remarks.
 */
export function isContinued({ body, entries, width }: TableShape, layout: CsvLayout): boolean {
  const known = (['bookingDate', 'valueDate', 'amount', 'credit', 'debit', 'balance'] as const).flatMap(
    name => columnsAt(layout, name),
  )
  const dated = new Set(entries)
  const isEntry = (row: Row) => dated.has(row)
  const isText = (row: Row) =>
    (row.cells.length >= width - 2 || isBelowText(entries, row, layout)) &&
    !isDated(row.cells, layout) &&
    known.every(at => isEmpty(row.cells[at])) &&
    row.cells.some((cell, at) => at > 0 && /\p{L}{2}/u.test(cell))
  const [first, last] = [body.findIndex(isEntry), body.findLastIndex(isEntry)]
  const isBetween = body.slice(first + 1, Math.max(first + 1, last)).some(isText)
  const below = body[last + 1]
  const isBelow = below !== undefined && isText(below) && isBelowText(entries, below, layout)
  return (isBetween || isBelow) && body.filter(isText).length * 4 >= entries.length
}

/** Lines with a text below that of an entry and nothing else, in a table where they are too few to be sure. */
export function strayTexts({ body, entries }: TableShape, layout: CsvLayout): Row[] {
  const dated = new Set(entries)
  const last = body.findLastIndex(row => dated.has(row))
  return body.filter(
    (row, index) =>
      index <= last + 1 &&
      !dated.has(row) &&
      row.cells.filter(cell => !isEmpty(cell)).length === 1 &&
      !saysPending(headingOf(row, layout) ?? '') &&
      row.cells.every(cell => lineKindOf(bare(cell)) === null) &&
      isBelowText(entries, row, layout),
  )
}

const isBelowText = (entries: readonly Row[], row: Row, layout: CsvLayout): boolean =>
  isEmpty(row.cells[0]) && isInTextOf(entries, row, layout)

/** Whether the row has its first text in a column of texts that most entries fill. */
function isInTextOf(entries: readonly Row[], { cells }: Row, layout: CsvLayout): boolean {
  const at = cells.findIndex(cell => !isEmpty(cell))
  const texts = (['description', 'reference', 'counterpartyName'] as const).flatMap(name =>
    columnsAt(layout, name),
  )
  return texts.includes(at) && entries.filter(row => !isEmpty(row.cells[at])).length * 2 > entries.length
}

/** A line among the rows or directly above them that says that the entries below it are not booked yet. */
export function pendingHeading({ preamble, body, entries }: TableShape, layout: CsvLayout): Row | undefined {
  const dated = new Set(entries)
  const isHeading = (row: Row) => saysPending(headingOf(row, layout) ?? '')
  const above = preamble.slice(-1).find(isHeading)
  const isAboveEntry = (index: number) => body.slice(index + 1, index + 3).some(row => dated.has(row))
  return above ?? body.find((row, index) => isHeading(row) && isAboveEntry(index))
}

/** Entries whose text says that they are not booked yet, in a table without a column that says so. */
export function pendingTexts({ entries }: TableShape, layout: CsvLayout): Row[] {
  const hasStatus = layout.columns.status !== undefined
  const texts = (['description', 'reference', 'counterpartyName'] as const).flatMap(name =>
    columnsAt(layout, name),
  )
  const says = hasStatus ? isHold : isPendingText
  const found = entries.filter(({ cells }) => texts.some(at => says(bare(cells[at]))))
  // If all of them do, it is how the bank writes.
  return found.length < entries.length ? found : []
}

/** Rows with an amount and a value date, but without a booking date: they may not be booked yet. */
export function unbookedRows({ body }: TableShape, layout: CsvLayout): Row[] {
  const [bookingAt] = columnsAt(layout, 'bookingDate')
  const [valueAt] = columnsAt(layout, 'valueDate')
  if (bookingAt === undefined || valueAt === undefined || layout.columns.status !== undefined) return []
  const moneyAt = (['amount', 'credit', 'debit'] as const).flatMap(name => columnsAt(layout, name))
  return body.filter(
    ({ cells }) =>
      isEmpty(cells[bookingAt]) &&
      isDated([cells[valueAt] ?? ''], layout) &&
      moneyAt.some(at => isMoneyCell(cells[at] ?? '')),
  )
}

/** Whether rows with amounts and without any date are between rows with dates. */
export function areDatesCarried({ body, entries }: TableShape, columns: readonly TableColumn[]): boolean {
  const placesOf = (wanted: TableColumn['kind']) =>
    columns.filter(({ kind }) => kind === wanted).map(({ at }) => at)
  const [moneyAt, dateAt] = [placesOf('money'), placesOf('date')]
  const dated = new Set(entries)
  const last = body.findLastIndex(row => dated.has(row))
  return body.slice(0, Math.max(last, 0)).some(({ cells }, index) => {
    if (index === 0 || dateAt.some(at => !isEmpty(cells[at]))) return false
    const hasMoney = moneyAt.some(at => isMoneyCell(cells[at] ?? ''))
    return hasMoney && cells.every(cell => lineKindOf(bare(cell)) === null)
  })
}
