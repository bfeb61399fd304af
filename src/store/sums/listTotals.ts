/** Exact counts and sums of the rows that a list's filters leave. */

import type { getBillTotals, getTransactionTotals } from '../../contract/console/lists.ts'
import { undoneStatuses } from '../../contract/console/listWords.ts'
import type { ResultOf } from '../../contract/operation.ts'
import { type Sieve, sieveOf } from '../../domain/search/sieve.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection, Database } from '../engine/door.ts'
import { type BillFilters, boundPage as boundBills } from '../pages/billPages.ts'
import { textQuery } from '../pages/search/indexed.ts'
import { markOf, rowsAfter, type SearchMark } from '../pages/search/marks.ts'
import { type SearchedList, searchedBills, searchedTransactions } from '../pages/search/searchedLists.ts'
import { addRanges } from '../pages/search/sift.ts'
import { boundPage as boundTransactions, type TransactionFilters } from '../pages/transactionPages.ts'
import { addBounds, type WalkPage } from '../pages/walk.ts'

/** Too many rows are not indexed yet to compare them all. */
export class NotIndexedYet extends Error {
  override name = 'NotIndexedYet'
}

interface Given {
  updatedAfter?: string | undefined
}

const noPage = { changed: null, after: null, limit: 1 } as const
const unindexedMax = 50_000

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
  filters: Parameters<typeof sieveOf>[0] & Given,
  sums: string,
): Promise<Row[]> {
  return await db.transaction(
    async connection => {
      const conditions = new Conditions(page.workspaceId)
      page.addFilters(conditions)
      addBounds(conditions, { columns: [{ name: 'walk_day', type: 'integer' }] }, ['t.walk_day'], page)
      if (filters.updatedAfter !== undefined) conditions.add('t.updated_at > ?', filters.updatedAfter)
      const sieve = sieveOf(filters)
      if (sieve !== null) addRanges(conditions, list, sieve)
      const source = await sourceOf(connection, list, page.workspaceId, conditions, sieve)
      return await connection.query<Row>(
        `select t.currency, count(*)::int as count, ${sums} from ${source} group by t.currency order by t.currency`,
        conditions.values,
      )
    },
    { snapshot: true },
  )
}

/** The rows to add up, as `t`. A search takes its rows from the index, and those after its mark one by one. */
async function sourceOf(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  conditions: Conditions,
  sieve: Sieve | null,
): Promise<string> {
  const { table, find, amount } = list
  const words = sieve?.words ?? null
  if (sieve === null || words === null) return `${table} t where ${conditions.text}`
  if (words.length === 0) return `${table} t where ${conditions.text} and false`
  const mark = await markOf(connection, list, workspaceId)
  const changed = await passingAfter(connection, list, workspaceId, mark, sieve)
  const query = conditions.mark(textQuery(workspaceId, words, words.length))
  const [at, id] = [conditions.mark(mark.changedAt), conditions.mark(mark.id)]
  const more = table === 'transactions' ? ', t.side, t.status' : ''
  // The inner limit makes the planner look up each row by its id.
  return `(
      select found.id, true as indexed from ${find}($1, ${query}::tsquery, 1000000000) as found (id)
      union all select one.id, false from unnest(${conditions.mark(changed)}::text[]) as one (id)
    ) hit cross join lateral (
      select t.currency, ${amount}${more} from ${table} t where ${conditions.text} and t.id = hit.id
        and (not hit.indexed or (t.updated_at, t.id) <= (${at}::timestamptz, ${id}::text)) limit 1
    ) t`
}

async function passingAfter(
  connection: Connection,
  list: SearchedList,
  workspaceId: string,
  mark: SearchMark,
  sieve: Sieve,
): Promise<string[]> {
  const rows = await rowsAfter(connection, list, workspaceId, mark, unindexedMax + 1)
  if (rows.length > unindexedMax) throw new NotIndexedYet('The search index is being built.')
  return rows.filter(sieve.passes).map(({ id }) => id)
}
