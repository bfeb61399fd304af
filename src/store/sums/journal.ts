/** What a journal of a workspace is made from: its transactions from the oldest on, sums by day, and the bank's balances. */
import type { Connection } from '../engine/door.ts'

export interface OldestFirstRow {
  id: string
  companyId: string
  accountId: string
  amount: string
  currency: string
  side: 'credit' | 'debit' | null
  status: string
  type: string | null
  description: string | null
  reference: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  merchantName: string | null
  bookingDate: string | null
  valueDate: string | null
  categoryId: string | null
  categoryName: string | null
  createdAt: string
  updatedAt: string
  walkDay: number
  walkCreated: string
}

/** Walks the index of the list backwards: oldest booking day first, and transactions without one last. */
export async function* oldestFirst(
  connection: Connection,
  workspaceId: string,
  rowsPerPage: number,
): AsyncGenerator<OldestFirstRow[], void, undefined> {
  // Before every row: larger than any of the index.
  let [day, created, id] = [2_147_483_647, '9223372036854775807', '']
  for (;;) {
    const rows: OldestFirstRow[] = await connection.query<OldestFirstRow>(
      `select t.id, t.company_id as "companyId", t.account_id as "accountId", t.amount, t.currency, t.side, t.status,
         t.type, t.description, t.reference, t.counterparty_name as "counterpartyName",
         t.counterparty_iban as "counterpartyIban", t.merchant_name as "merchantName",
         t.booking_date as "bookingDate", t.value_date as "valueDate", t.category_id as "categoryId",
         c.name as "categoryName", t.created_at as "createdAt", t.updated_at as "updatedAt",
         t.walk_day as "walkDay", t.walk_created as "walkCreated"
       from transactions t left join categories c on c.workspace_id = t.workspace_id and c.id = t.category_id
       where t.workspace_id = $1 and (t.walk_day, t.walk_created, t.id) < ($2::int, $3::bigint, $4::text collate "C")
       order by t.walk_day desc, t.walk_created desc, t.id desc limit $5::int`,
      [workspaceId, day, created, id, rowsPerPage],
    )
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPage) return
    ;({ walkDay: day, walkCreated: created, id } = last)
  }
}

export interface DailySum {
  accountId: string
  day: string
  /** Money in less money out. */
  net: string
}

/** Booked transactions in the currency of their account. */
export async function dailySums(connection: Connection, workspaceId: string): Promise<DailySum[]> {
  return await connection.query<DailySum>(
    `select t.account_id as "accountId", t.booking_date as day,
       sum(case when t.side = 'debit' then -t.amount else t.amount end) as net
     from transactions t join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
     where t.workspace_id = $1 and t.status = 'booked' and t.side is not null and t.booking_date is not null
       and t.currency = a.currency
     group by 1, 2 order by 1, 2`,
    [workspaceId],
  )
}

export interface StatementBalance {
  accountId: string
  from: string | null
  to: string
  opening: string | null
  closing: string
}

/** Of statements, not of notices and reports, and in the currency of their account. */
export async function statementBalances(
  connection: Connection,
  workspaceId: string,
): Promise<StatementBalance[]> {
  return await connection.query<StatementBalance>(
    `select t.account_id as "accountId", t.from_day as "from", t.to_day as "to", t.opening, t.closing
     from statements t join accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
     where t.workspace_id = $1 and t.scope = 'statement' and t.to_day is not null and t.closing is not null
       and coalesce(t.currency, a.currency) = a.currency
     order by t.account_id, t.to_day, t.from_day, t.id`,
    [workspaceId],
  )
}

/** The most decimal places that an amount has. */
export async function amountScale(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ scale: number }>(
    `select coalesce(max(scale(t.amount)), 0)::int as scale from transactions t where t.workspace_id = $1`,
    [workspaceId],
  )
  return row?.scale ?? 0
}
