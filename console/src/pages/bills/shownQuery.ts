/** What the page asks for: the filters, the order, and whether documents that are not read yet are shown. */
import type { Query } from '../../../../src/client/index.ts'
import { type BillSort, billSorts } from '../../../../src/contract/console/listWords.ts'
import { billStatusOrder } from './text.ts'

type BillQuery = Query<'listBills'>

const sortNames: Record<BillSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  due: 'Due first',
  largest: 'Largest first',
  smallest: 'Smallest first',
  name: 'By supplier',
}

export const sortOptions = billSorts.map(value => ({ value, label: sortNames[value] }))

export const sortIn = (given: string | null): BillSort => billSorts.find(sort => sort === given) ?? 'newest'

const unread = ['new', 'processing'] as const
const read = billStatusOrder.filter(status => !(unread as readonly string[]).includes(status))

/**
 * Documents that are still being read have no supplier and no amount, and the newest ones could fill the first screen.
 * Without a filter that is about them, they are left out until someone asks for them.
 */
export function withoutUnread(given: BillQuery, asked: boolean) {
  const { status, q, updatedAfter } = given
  const possible = [status, q, updatedAfter].every(filter => !filter)
  return {
    unread: possible ? ({ ...given, status: unread } satisfies BillQuery) : null,
    query: possible && !asked ? { ...given, status: read } : given,
  }
}
