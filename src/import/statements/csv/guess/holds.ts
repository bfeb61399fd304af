/** A table in which nothing is booked yet: its only amounts are those of holds, and no row has a booking date. */
import { plainText } from '../cells/plainText.ts'
import type { CsvLayout } from '../csvLayout.ts'
import { type TableColumn, withRole } from './columns.ts'

const starts = ['blokad', 'reserv', 'autoris', 'authoriz', 'vorgemerkt']

const isHoldName = (name: string): boolean =>
  plainText(name)
    .split(' ')
    .some(word => word === 'hold' || word === 'holds' || starts.some(start => word.startsWith(start)))

/** The layout with the blank booking date, so that all rows are pending. */
export function withHolds(layout: CsvLayout, columns: readonly TableColumn[]): CsvLayout {
  const amount = columns.find(({ at }) => at === layout.columns.amount)
  const [blank] = withRole(columns, 'bookingDate').filter(({ kind }) => kind === 'blank')
  if (amount === undefined || blank === undefined || !isHoldName(amount.name)) return layout
  return { ...layout, columns: { ...layout.columns, bookingDate: blank.at }, unbooked: 'pending' }
}
