/** The queries of a digest: which months have transactions, and the sums of each day. */
import type { ChangeResource } from '../../contract/changes.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection } from '../engine/door.ts'
import { type DaySums, daySums, type SumsRow } from './digestSums.ts'
import { feedTables } from './feedTables.ts'

export interface DigestFilter {
  companyId?: string | undefined
  accountId?: string | undefined
}

/** By day; null for transactions without a booking date. */
export type Days = Map<string | null, DaySums>

interface ChangedMonth {
  /** Such as `2026-10`; null for transactions without a booking date. */
  month: string | null
  /** When anything in it last changed, or later. */
  changedAt: string
}

/** The months that have, or had, transactions. */
export async function monthsOf(
  connection: Connection,
  workspaceId: string,
  { dateFrom, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined },
): Promise<{ clock: string; epoch: string; months: ChangedMonth[] }> {
  // A period of 16 days may reach into two months. Days count backwards from 1970.
  const rows = await connection.query<{
    clock: string
    epoch: string
    first: string | null
    last: string | null
    changedAt: string | null
  }>(
    `select w.clock, w.epoch, p.changed_at as "changedAt",
       case when p.period > -134217728 then to_char(date '1970-01-01' - ((p.period << 4) + 15), 'YYYY-MM') end as first,
       case when p.period > -134217728 then to_char(date '1970-01-01' - (p.period << 4), 'YYYY-MM') end as last
     from workspaces w left join transaction_periods p
       on p.workspace_id = w.workspace_id and p.account_id = '' and p.facet = -1
     where w.workspace_id = $1`,
    [workspaceId],
  )
  const months = new Map<string | null, string>()
  for (const { first, last, changedAt } of rows) {
    if (changedAt === null) continue
    for (const month of new Set([first, last])) {
      if (isOutside(month, dateFrom, dateTo)) continue
      const known = months.get(month)
      if (known === undefined || known < changedAt) months.set(month, changedAt)
    }
  }
  const [row] = rows
  if (row === undefined) throw new Error(`There is no workspace ${workspaceId}.`)
  return {
    clock: row.clock,
    epoch: row.epoch,
    months: [...months].map(([month, changedAt]) => ({ month, changedAt })),
  }
}

function isOutside(month: string | null, dateFrom: string | undefined, dateTo: string | undefined): boolean {
  if (month === null) return dateFrom !== undefined || dateTo !== undefined
  return (
    (dateFrom !== undefined && month < dateFrom.slice(0, 7)) ||
    (dateTo !== undefined && month > dateTo.slice(0, 7))
  )
}

/** The days of a month of transactions, and the clock at that moment. */
export async function daysOfMonth(
  connection: Connection,
  workspaceId: string,
  { companyId, accountId }: DigestFilter,
  month: string | null,
): Promise<{ clock: string; days: Days }> {
  const conditions = new Conditions(workspaceId)
  if (month === null) conditions.add('t.walk_day = -2147483648')
  else {
    const first = conditions.mark(`${month}-01`)
    // walk_day is `date '1970-01-01' - booking_date`, and indexed.
    conditions.add(`t.walk_day <= date '1970-01-01' - ${first}::date`)
    conditions.add(`t.walk_day > date '1970-01-01' - (${first}::date + interval '1 month')::date`)
  }
  if (companyId !== undefined) conditions.add('t.company_id = ?', companyId)
  if (accountId !== undefined) conditions.add('t.account_id = ?', accountId)
  return await read(connection, conditions, 'transaction', {
    day: 't.booking_date',
    currency: 't.currency',
    credit: `sum(t.amount) filter (where t.side = 'credit')`,
    debit: `sum(t.amount) filter (where t.side = 'debit')`,
  })
}

/** The days on which the rows of another resource were created. */
export async function daysOfResource(
  connection: Connection,
  workspaceId: string,
  resource: ChangeResource,
  {
    companyId,
    dateFrom,
    dateTo,
  }: DigestFilter & { dateFrom?: string | undefined; dateTo?: string | undefined },
): Promise<{ clock: string; days: Days }> {
  const conditions = new Conditions(workspaceId)
  const { company } = feedTables[resource]
  const day = "(t.created_at at time zone 'UTC')::date"
  if (companyId !== undefined && company !== null) conditions.add(`${company} = ?`, companyId)
  if (dateFrom !== undefined) conditions.add(`${day} >= ?`, dateFrom)
  if (dateTo !== undefined) conditions.add(`${day} <= ?`, dateTo)
  return await read(connection, conditions, resource, {
    day,
    currency: 'null::text',
    credit: 'null::numeric',
    debit: 'null::numeric',
  })
}

/** One query, so that rows and clock are of the same moment. Each row is hashed once. */
async function read(
  connection: Connection,
  conditions: Conditions,
  resource: ChangeResource,
  { day, currency, credit, debit }: Record<'day' | 'currency' | 'credit' | 'debit', string>,
): Promise<{ clock: string; days: Days }> {
  const { name, stamp } = feedTables[resource]
  const instant = `to_char(${stamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const half = (from: number) => `('x' || substr(h.hex, ${from}, 16))::bit(64)::bigint`
  const rows = await connection.query<SumsRow & { clock: string; day: string | null }>(
    `select w.clock, s.* from workspaces w left join lateral (
       select ${day} as day, ${currency} as currency, count(*)::int as rows, ${credit} as credit, ${debit} as debit,
         sum(${half(1)}) as high, sum(${half(17)}) as low,
         (count(*) filter (where ${half(17)} < 0))::int as "lowNegatives"
       from ${name} t cross join lateral (
         select encode(sha256(convert_to(t.id || E'\\n' || ${instant}, 'UTF8')), 'hex') as hex offset 0
       ) h
       where ${conditions.text} group by 1, 2
     ) s on true
     where w.workspace_id = $1`,
    conditions.values,
  )
  const [first] = rows
  if (first === undefined) throw new Error('There is no such workspace.')
  return { clock: first.clock, days: daySums(rows.filter(row => row.rows !== null)) }
}
