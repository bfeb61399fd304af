/** Sums for the console's overview, computed by the database in exact arithmetic. */
import type { Bill } from '../contract/bills.ts'
import { apartReasons, staleAfterDays } from '../contract/console/accounts/balances.ts'
import {
  type Overview,
  overviewAccountsApart,
  overviewDueBills,
  overviewMonths,
} from '../contract/console/overview.ts'
import { billsTable } from './bills.ts'
import type { Connection } from './engine/door.ts'
import { selectList } from './engine/table.ts'

/** Reads all accounts and bills, and the sums of the months shown. */
export async function readOverview(
  connection: Connection,
  workspaceId: string,
  { companyId = null, today }: { companyId?: string | null; today: string },
): Promise<Overview> {
  const values = [workspaceId, companyId]
  const balances = await connection.query<Overview['balances'][number]>(
    `with ${judged}
     select company_id as "companyId", company_name as "companyName", currency, ${recent}
     from judged where reason is null
     group by company_name, company_id, currency order by company_name, company_id, currency`,
    values,
  )
  const totals = await connection.query<Overview['totals'][number]>(
    `with ${judged} select currency, ${recent}
     from judged where reason is null group by currency order by count(*) desc, currency`,
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
    apart: await readApart(connection, workspaceId, companyId),
    months: await readMonths(connection, workspaceId, companyId, today),
    bills,
    dueNext,
  }
}

/**
 * The accounts, and why the balance of each does not count; null if it counts. The newest balance is that of the whole
 * workspace, so that an account is judged alike in every view.
 */
const judged = `newest as (
    select max(balance_updated_at) as at from accounts where workspace_id = $1 and enabled and balance is not null
  ), judged as (
    select a.*, c.name as company_name,
      case
        when not a.enabled then 'disabled'
        when a.balance is null then 'unknown'
        when a.balance_updated_at is null then 'undated'
        when a.balance_updated_at < newest.at - interval '${staleAfterDays} days' then 'stale'
      end as reason
    from accounts a join companies c on c.workspace_id = a.workspace_id and c.id = a.company_id cross join newest
    where a.workspace_id = $1 and ($2::text is null or a.company_id = $2)
  )`

const recent = `sum(balance) as balance, count(*)::int as accounts,
  min(balance_updated_at) as "oldestAt", max(balance_updated_at) as "newestAt"`

const reasonOrder = `array_position(array[${apartReasons.map(reason => `'${reason}'`).join(', ')}], reason)`

async function readApart(
  connection: Connection,
  workspaceId: string,
  companyId: string | null,
): Promise<Overview['apart']> {
  const values = [workspaceId, companyId]
  return {
    sums: await connection.query<Overview['apart']['sums'][number]>(
      `with ${judged}
       select reason, currency, sum(balance) as balance, count(*)::int as accounts
       from judged where reason is not null group by reason, currency order by ${reasonOrder}, currency`,
      values,
    ),
    accounts: await connection.query<Overview['apart']['accounts'][number]>(
      `with ${judged}
       select id, display_name as name, iban, company_name as "companyName", currency, balance,
         balance_updated_at as "balanceUpdatedAt", reason
       from judged where reason is not null
       order by ${reasonOrder}, display_name nulls last, id limit ${overviewAccountsApart}`,
      values,
    ),
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
       select s.month, s.currency,
         sum(s.credit) filter (where not s.is_own) as money_in, sum(s.debit) filter (where not s.is_own) as money_out,
         sum(s.credit) filter (where s.is_own) as own_in, sum(s.debit) filter (where s.is_own) as own_out,
         (sum(s.credits + s.debits) filter (where s.is_own))::int as own_count
       from transaction_months s
       where s.workspace_id = $1 and ($2::text is null or s.company_id = $2)
         and s.month >= (select min(month) from months) and s.month <= (select max(month) from months)
         and s.credits + s.debits > 0
       group by s.month, s.currency
     )
     select to_char(m.month, 'YYYY-MM') as month, c.currency,
       coalesce(moved.money_in, 0) as "moneyIn", coalesce(moved.money_out, 0) as "moneyOut",
       coalesce(moved.own_in, 0) as "ownIn", coalesce(moved.own_out, 0) as "ownOut",
       coalesce(moved.own_count, 0) as "ownCount"
     from months m cross join (select distinct currency from moved) as c
     left join moved on moved.month = m.month and moved.currency = c.currency
     order by c.currency, m.month`,
    [workspaceId, companyId, today],
  )
}
