/** What the page asks for: the filters, the order, and whether rows without a booking date are shown. */
import type { Query } from '../../../../src/client/index.ts'
import { type TransactionSort, transactionSorts } from '../../../../src/contract/console/listWords.ts'

type TransactionQuery = Query<'listTransactions'>

const sortNames: Record<TransactionSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest first',
  smallest: 'Smallest first',
  name: 'By name',
}

export const sortOptions = transactionSorts.map(value => ({ value, label: sortNames[value] }))

export const sortIn = (given: string | null): TransactionSort =>
  transactionSorts.find(sort => sort === given) ?? 'newest'

/** Every booked day. Rows without a booking date are in no range of days. */
const firstDay = '0001-01-01'

/**
 * Rows that are not booked yet come before all others, and could fill the first screen. Without a filter that is about
 * them, they are left out until someone asks for them. `booked` asks for the others; null if nothing can be left out.
 */
export function withoutUnbooked(given: TransactionQuery, asked: boolean) {
  const { dateFrom, dateTo, status, q, updatedAfter } = given
  const possible = [dateFrom, dateTo, status, q, updatedAfter].every(filter => !filter)
  const booked: TransactionQuery | null = possible ? { ...given, dateFrom: firstDay } : null
  const hides = booked !== null && !asked
  return { booked, hides, query: hides ? booked : given }
}
