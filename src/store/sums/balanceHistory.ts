/** What the history of a balance is made of: statements, and the booked entries of each day. */
import {
  type BalanceHistory,
  historyDays,
  historyStatementsMax,
} from '../../contract/console/accounts/balanceHistory.ts'
import type { DaySum, FixedPoint } from '../../domain/balanceHistory.ts'
import type { Connection } from '../engine/door.ts'

export async function listStatements(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<BalanceHistory['statements']> {
  return await connection.query<BalanceHistory['statements'][number]>(
    `select id, import_id as "importId", number, from_day as "fromDay", to_day as "toDay", opening, closing,
       closing_at as "closingAt", entries, check_state as "checkState"
     from statements where workspace_id = $1 and account_id = $2 and scope = 'statement'
     order by to_day desc nulls last, id desc limit ${historyStatementsMax}`,
    [workspaceId, accountId],
  )
}

/** The balances at the end of days that statements and the bank state, in the account's currency; by day. */
export async function fixedPoints(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  today: string,
): Promise<FixedPoint[]> {
  return await connection.query<FixedPoint>(
    `with stated as (
       select s.to_day as day, s.closing as balance, 1 as rank, s.id
       from statements s join accounts a on a.workspace_id = s.workspace_id and a.id = s.account_id
       where s.workspace_id = $1 and s.account_id = $2 and s.scope = 'statement' and s.to_day is not null
         and s.closing is not null and coalesce(s.currency, a.currency) = a.currency
         and s.to_day >= $3::date - ${historyDays}
       union all
       select (balance_updated_at at time zone 'UTC')::date, balance, 2, ''
       from accounts where workspace_id = $1 and id = $2 and balance is not null
         and balance_updated_at >= $3::date - ${historyDays}
     )
     -- A statement's balance is of the end of its day; what the bank says later that day may not be.
     select distinct on (day) day, balance from stated order by day, rank, id desc`,
    [workspaceId, accountId, today],
  )
}

/** Reads the entries of a year by the index of the account's booked rows. */
export async function daySums(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  today: string,
): Promise<DaySum[]> {
  return await connection.query<DaySum>(
    `select t.booking_date as day, sum(case t.side when 'credit' then t.amount else -t.amount end) as sum
     from transactions t join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
     where t.workspace_id = $1 and t.account_id = $2 and t.facet in (3, 4)
       -- walk_day is 1970-01-01 minus the booking date.
       and t.walk_day <= date '1970-01-01' - ($3::date - ${historyDays}) and t.walk_day > -2147483648
       and t.currency = a.currency
     group by t.booking_date order by t.booking_date`,
    [workspaceId, accountId, today],
  )
}
