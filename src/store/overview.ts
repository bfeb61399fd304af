/** Sums for the console's overview, computed by the database in exact arithmetic. */
import type { Bill } from '../contract/bills.ts'
import { type Overview, overviewDueBills, overviewMonths } from '../contract/console/overview.ts'
import { billsTable } from './bills.ts'
import type { Connection } from './engine/door.ts'
import { selectList } from './engine/table.ts'

/** Reads all accounts and bills, and the transactions of the months shown. */
export async function readOverview(
  connection: Connection,
  workspaceId: string,
  { companyId = null, today }: { companyId?: string | null; today: string },
): Promise<Overview> {
  const values = [workspaceId, companyId]
  const balances = await connection.query<Overview['balances'][number]>(
    `select c.id as "companyId", c.name as "companyName", a.currency, sum(a.balance) as balance,
       count(*)::int as accounts
     from accounts a join companies c on c.workspace_id = a.workspace_id and c.id = a.company_id
     where a.workspace_id = $1 and a.enabled and ($2::text is null or a.company_id = $2)
     group by c.id, c.name, a.currency order by c.name, c.id, a.currency`,
    values,
  )
  const totals = await connection.query<Overview['totals'][number]>(
    `select currency, sum(balance) as balance, count(*)::int as accounts
     from accounts where workspace_id = $1 and enabled and ($2::text is null or company_id = $2)
     group by currency order by count(*) desc, currency`,
    values,
  )
  const bills = await connection.query<Overview['bills'][number]>(
    `select status, currency, count(*)::int as count, sum(total_amount) as total
     from bills where workspace_id = $1 and ($2::text is null or company_id = $2)
     group by status, currency order by status, currency`,
    values,
  )
  const dueNext = await connection.query<Bill>(
    `select ${selectList(billsTable, 't')} from bills t
     where t.workspace_id = $1 and ($2::text is null or t.company_id = $2)
       and t.status not in ('paid', 'rejected', 'archived') and t.due_date is not null
       -- A matched transaction settles the bill, even if the bill is not marked as paid.
       and t.matched_transaction_id is null
     order by t.due_date, t.id limit ${overviewDueBills}`,
    values,
  )
  return {
    balances,
    totals,
    months: await readMonths(connection, workspaceId, companyId, today),
    bills,
    dueNext,
  }
}

/** One row for every month and every currency with transactions, so that empty months are shown too. */
async function readMonths(
  connection: Connection,
  workspaceId: string,
  companyId: string | null,
  today: string,
) {
  return await connection.query<Overview['months'][number]>(
    `with months as (
       select generate_series(
         date_trunc('month', $3::date::timestamp) - interval '${overviewMonths - 1} months',
         date_trunc('month', $3::date::timestamp), interval '1 month')::date as month
     ), moved as (
       select date_trunc('month', t.booking_date::timestamp)::date as month, t.currency,
         coalesce(sum(t.amount) filter (where t.side = 'credit'), 0) as money_in,
         coalesce(sum(t.amount) filter (where t.side = 'debit'), 0) as money_out
       from transactions t
       where t.workspace_id = $1 and ($2::text is null or t.company_id = $2)
         -- walk_day is 1970-01-01 minus the booking date. Filtering by it uses the list's index.
         and t.walk_day <= date '1970-01-01' - (select min(month) from months)
         and t.walk_day > date '1970-01-01' - (select (max(month) + interval '1 month')::date from months)
         and t.status = 'booked' and t.type is distinct from 'InternalCredit'
         and t.type is distinct from 'InternalDirectDebit'
       group by 1, 2
     )
     select to_char(m.month, 'YYYY-MM') as month, c.currency,
       coalesce(moved.money_in, 0) as "moneyIn", coalesce(moved.money_out, 0) as "moneyOut"
     from months m cross join (select distinct currency from moved) as c
     left join moved on moved.month = m.month and moved.currency = c.currency
     order by c.currency, m.month`,
    [workspaceId, companyId, today],
  )
}
