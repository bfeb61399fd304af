/** Exact counts and sums of the rows that a list's filters leave. */

import type { getBillTotals, getTransactionTotals } from '../../contract/console/lists.ts'
import { undoneStatuses } from '../../contract/console/listWords.ts'
import type { ResultOf } from '../../contract/operation.ts'
import type { Database } from '../engine/door.ts'
import { type BillFilters, boundPage as boundBills } from '../pages/billPages.ts'
import { type SearchedList, searchedBills, searchedTransactions } from '../pages/search/searchedLists.ts'
import { boundPage as boundTransactions, type TransactionFilters } from '../pages/transactionPages.ts'
import type { WalkPage } from '../pages/walk.ts'
import { type FiltersToAdd, filteredRows, noPage } from './filteredRows.ts'

interface Given {
  updatedAfter?: string | undefined
}

const moved = `(t.status not in (${undoneStatuses.map(status => `'${status}'`).join(', ')}))`

export async function transactionTotals(
  db: Database,
  workspaceId: string,
  filters: TransactionFilters & Given,
): Promise<ResultOf<typeof getTransactionTotals>> {
  const totals = await totalsOf<{
    currency: string
    count: number
    credit: string
    debit: string
    net: string
    undone: number
  }>(
    db,
    searchedTransactions,
    boundTransactions(workspaceId, { filters, ...noPage }),
    filters,
    `coalesce(sum(t.amount) filter (where t.side = 'credit' and ${moved}), 0) as credit,
     coalesce(sum(t.amount) filter (where t.side = 'debit' and ${moved}), 0) as debit,
     coalesce(sum(case t.side when 'credit' then t.amount when 'debit' then -t.amount end) filter (where ${moved}), 0) as net,
     (count(*) filter (where not ${moved}))::int as undone`,
  )
  return { count: countOf(totals), totals }
}

export async function billTotals(
  db: Database,
  workspaceId: string,
  filters: BillFilters & Given,
): Promise<ResultOf<typeof getBillTotals>> {
  const totals = await totalsOf<{ currency: string | null; count: number; total: string }>(
    db,
    searchedBills,
    boundBills(workspaceId, { filters, ...noPage }),
    filters,
    'coalesce(sum(t.total_amount), 0) as total',
  )
  return { count: countOf(totals), totals }
}

const countOf = (totals: readonly { count: number }[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0)

async function totalsOf<Row extends object>(
  db: Database,
  list: SearchedList,
  page: WalkPage,
  filters: FiltersToAdd,
  sums: string,
): Promise<Row[]> {
  const columns = list.table === 'transactions' ? ['currency', 'side', 'status'] : ['currency']
  return await db.transaction(
    async connection => {
      const { source, conditions } = await filteredRows(connection, list, page, filters, columns)
      return await connection.query<Row>(
        `select t.currency, count(*)::int as count, ${sums} from ${source} group by t.currency order by t.currency`,
        conditions.values,
      )
    },
    { snapshot: true, workspaceId: page.workspaceId },
  )
}
