/** Sums of transactions by month, category, account or counterparty, in the database's exact arithmetic. */
import type { QueryOf, ResultOf } from '../../contract/operation.ts'
import type {
  SummaryKey,
  summarizeTransactions,
  TransactionGroup,
} from '../../contract/transactionSummary.ts'
import type { Connection, Database } from '../engine/door.ts'
import { searchedTransactions } from '../pages/search/searchedLists.ts'
import { inSnapshot } from '../pages/search/snapshot.ts'
import { boundPage, type TransactionFilters } from '../pages/transactionPages.ts'
import { filteredRows, noPage } from './filteredRows.ts'

type SummaryQuery = QueryOf<typeof summarizeTransactions>
type Summary = ResultOf<typeof summarizeTransactions>

/** The column that each key groups by. */
const columns: Readonly<Record<SummaryKey, string>> = {
  month: "to_char(t.booking_date, 'YYYY-MM')",
  category: 't.category_id',
  account: 't.account_id',
  counterparty: 'coalesce(t.merchant_name, t.counterparty_name)',
}

interface Row {
  /** Null for the totals. */
  place: number | null
  month: string | null
  categoryId: string | null
  categoryName: string | null
  categorySlug: string | null
  accountId: string | null
  counterparty: string | null
  currency: string
  count: number
  credit: string
  debit: string
  net: string
  groups: number
}

/** A search reads its index and the rows in one snapshot. */
export async function readSummary(db: Database, workspaceId: string, query: SummaryQuery): Promise<Summary> {
  return query.q === undefined
    ? await summaryOf(db, workspaceId, query)
    : await inSnapshot(db, workspaceId, inside => summaryOf(inside, workspaceId, query))
}

/** What the groups and sums need of a row, besides its amount. */
const summedColumns =
  'booking_date category_id account_id merchant_name counterparty_name currency side'.split(' ')

async function summaryOf(connection: Connection, workspaceId: string, query: SummaryQuery): Promise<Summary> {
  const { ownTransfers, ...others } = query
  const filters: TransactionFilters = {
    ...others,
    ownTransfers: ownTransfers === 'include' ? undefined : ownTransfers,
  }
  const page = boundPage(workspaceId, { filters, ...noPage })
  const { source, conditions } = await filteredRows(
    connection,
    searchedTransactions,
    page,
    filters,
    summedColumns,
  )
  const limit = conditions.mark(query.limit)
  const grouped = (key: SummaryKey) => (query.by.includes(key) ? columns[key] : 'null::text')
  // One query, so that groups and totals are of the same moment.
  const rows = await connection.query<Row>(
    `with grouped as materialized (
       select ${grouped('month')} as month, ${grouped('category')} as category_id,
         ${grouped('account')} as account_id, ${grouped('counterparty')} collate "C" as counterparty,
         t.currency, count(*)::int as count,
         coalesce(sum(t.amount) filter (where t.side = 'credit'), 0) as credit,
         coalesce(sum(t.amount) filter (where t.side = 'debit'), 0) as debit
       from ${source}
       group by 1, 2, 3, 4, 5
     ), ranked as (
       -- The largest groups of each currency take turns, because amounts of two currencies cannot be compared.
       select *, row_number() over (
         partition by month, currency order by credit + debit desc, category_id, account_id, counterparty
       ) as size_rank
       from grouped
     ), placed as (
       select *, (row_number() over (
         order by month desc nulls last, size_rank, currency, category_id, account_id, counterparty
       ))::int as place
       from ranked
     )
     select p.place, p.month, p.category_id as "categoryId", c.name as "categoryName", c.slug as "categorySlug",
       p.account_id as "accountId", p.counterparty, p.currency, p.count, p.credit, p.debit,
       p.credit - p.debit as net, 0 as groups
     from placed p left join categories c on c.workspace_id = $1 and c.id = p.category_id
     where p.place <= ${limit}::int
     union all
     select null, null, null, null, null, null, null, g.currency, sum(g.count)::int, sum(g.credit), sum(g.debit),
       sum(g.credit) - sum(g.debit), count(*)::int
     from grouped g group by g.currency
     order by 1, "currency"`,
    conditions.values,
  )
  const totals = rows.filter(({ place }) => place === null)
  return {
    data: rows.filter(({ place }) => place !== null).map(row => groupOf(row, query.by)),
    groups: totals.reduce((sum, { groups }) => sum + groups, 0),
    totals: totals.map(sumsOf),
  }
}

function groupOf(row: Row, by: readonly SummaryKey[]): TransactionGroup {
  const { month, categoryId, categoryName, categorySlug, accountId, counterparty } = row
  return {
    ...(by.includes('month') && { month }),
    ...(by.includes('category') && {
      category:
        categoryId === null ? null : { id: categoryId, name: categoryName ?? '', slug: categorySlug ?? '' },
    }),
    ...(by.includes('account') && { accountId: accountId ?? '' }),
    ...(by.includes('counterparty') && { counterparty }),
    ...sumsOf(row),
  }
}

const sumsOf = ({ currency, count, credit, debit, net }: Row) => ({ currency, count, credit, debit, net })
