/** Matches between bills and transactions. Writers run inside a workspace write and use its stamp. */
import type { Bill } from '../../contract/bills.ts'
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'
import { insertPayments, type MatchMaker, type NewPayment } from './billPayments.ts'
import { openBillStatuses } from './matchCandidates.ts'

export interface NewMatch extends NewPayment {
  statusBefore: Bill['status']
}

/** The time at which booked transaction `t` counts as paid: the start of its day, in UTC. */
const paidAt = "(coalesce(t.booking_date, t.value_date, t.created_at::date)::timestamp at time zone 'UTC')"

/**
 * The state of a settled bill: paid once each of its payments is booked, on the day of the last one. A payment that was
 * booked with less than it was to pay leaves the bill as it is, for a person to look at.
 */
const stateOf = (billId: string, transactionId: string) => `
  select bool_and(t.status = 'booked' and t.amount >= (
      select coalesce(sum(used.amount), 0) from bill_payments used
      where used.workspace_id = $1 and used.transaction_id = t.id
    )) as "isPaid", max(${paidAt}) as at
  from (
    select ${transactionId} as id
    union select p.transaction_id from bill_payments p where p.workspace_id = $1 and p.bill_id = ${billId}
  ) paying
  join transactions t on t.workspace_id = $1 and t.id = paying.id`

/** Settles bills: each match is the payment that completes its bill. */
export async function applyMatches(
  connection: Connection,
  workspaceId: string,
  matches: readonly NewMatch[],
  by: MatchMaker,
  stamp: string,
): Promise<void> {
  const billIds = matches.map(({ billId }) => billId)
  const transactionIds = matches.map(({ transactionId }) => transactionId)
  await insertPayments(connection, workspaceId, matches, by, stamp)
  await connection.query(
    `update bills b
     set matched_transaction_id = made.transaction_id, updated_at = $4,
       status = case when state."isPaid" then 'paid' else 'matched' end,
       paid_at = case when state."isPaid" then state.at end
     from unnest($2::text[], $3::text[]) as made (bill_id, transaction_id)
     cross join lateral (${stateOf('made.bill_id', 'made.transaction_id')}) state
     where b.workspace_id = $1 and b.id = made.bill_id`,
    [workspaceId, billIds, transactionIds, stamp],
  )
  await connection.query(
    `insert into bill_matches
       (workspace_id, bill_id, transaction_id, actor_kind, actor_id, import_id, at, score, reasons, status_before)
     select $1, made.bill_id, made.transaction_id, $2, $3, $4, $5, made.score, made.reasons::jsonb, made.status_before
     from unnest($6::text[], $7::text[], $8::integer[], $9::text[], $10::text[])
       as made (bill_id, transaction_id, score, reasons, status_before)`,
    [
      workspaceId,
      by.kind,
      by.id,
      by.importId,
      stamp,
      billIds,
      transactionIds,
      matches.map(({ score }) => score),
      matches.map(({ reasons }) => JSON.stringify(reasons)),
      matches.map(({ statusBefore }) => statusBefore),
    ],
  )
}

/** Marks matched bills that these transactions pay as paid if all of their payments are now booked. Returns how many. */
export async function settleBooked(
  connection: Connection,
  workspaceId: string,
  transactionIds: readonly string[],
  stamp: string,
): Promise<number> {
  let count = 0
  for (const ids of piecesOf(transactionIds, rowsPerQuery))
    count += await settlePaidBy(connection, workspaceId, ids, stamp)
  return count
}

async function settlePaidBy(
  connection: Connection,
  workspaceId: string,
  transactionIds: readonly string[],
  stamp: string,
): Promise<number> {
  const rows = await connection.query(
    `with touched as materialized (
       select b.id, b.matched_transaction_id as "transactionId" from bills b
       where b.workspace_id = $1 and b.matched_transaction_id = any($2) and b.status = 'matched'
       union
       select b.id, b.matched_transaction_id from bill_payments p
       join bills b on b.workspace_id = $1 and b.id = p.bill_id
       where p.workspace_id = $1 and p.transaction_id = any($2) and b.status = 'matched'
     ), settled as materialized (
       select touched.id, state.at from touched
       cross join lateral (${stateOf('touched.id', 'touched."transactionId"')}) state
       where state."isPaid"
     )
     update bills b set status = 'paid', paid_at = settled.at, updated_at = $3
     from settled where b.workspace_id = $1 and b.id = settled.id
     returning b.id`,
    [workspaceId, transactionIds, stamp],
  )
  return rows.length
}

export const isOpenStatus = (status: Bill['status']): boolean =>
  openBillStatuses.some(each => each === status)
