/** Matches between bills and transactions. Writers run inside a workspace write and use its stamp. */
import type { Bill } from '../../contract/bills.ts'
import type { Match } from '../../contract/console/matching.ts'
import type { Connection } from '../engine/door.ts'
import { openBillStatuses } from './matchCandidates.ts'

export interface NewMatch {
  billId: string
  transactionId: string
  statusBefore: Bill['status']
  score: number
  reasons: Match['reasons']
}

export interface MatchMaker {
  kind: Match['by']['kind'] | 'key'
  id: string
  importId: string | null
}

/** The time at which booked transaction `t` counts as paid: the start of its day, in UTC. */
const paidAt = "(coalesce(t.booking_date, t.value_date, t.created_at::date)::timestamp at time zone 'UTC')"

export async function applyMatches(
  connection: Connection,
  workspaceId: string,
  matches: readonly NewMatch[],
  by: MatchMaker,
  stamp: string,
): Promise<void> {
  const billIds = matches.map(({ billId }) => billId)
  const transactionIds = matches.map(({ transactionId }) => transactionId)
  await connection.query(
    `update bills b
     set matched_transaction_id = t.id, updated_at = $4,
       status = case when t.status = 'booked' then 'paid' else 'matched' end,
       paid_at = case when t.status = 'booked' then ${paidAt} end
     from unnest($2::text[], $3::text[]) as made (bill_id, transaction_id)
     join transactions t on t.workspace_id = $1 and t.id = made.transaction_id
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

/** Marks bills matched to these transactions as paid if the transaction is now booked. Returns how many. */
export async function settleBooked(
  connection: Connection,
  workspaceId: string,
  transactionIds: readonly string[],
  stamp: string,
): Promise<number> {
  const rows = await connection.query(
    `update bills b set status = 'paid', paid_at = ${paidAt}, updated_at = $3
     from transactions t
     where b.workspace_id = $1 and b.matched_transaction_id = any($2) and b.status = 'matched'
       and t.workspace_id = $1 and t.id = b.matched_transaction_id and t.status = 'booked'
     returning b.id`,
    [workspaceId, transactionIds, stamp],
  )
  return rows.length
}

export interface UndoneMatch extends Pick<Match, 'transactionId' | 'score' | 'reasons'> {
  statusBefore: Bill['status']
}

/** Undoes a bill's match, restores its earlier status and returns the match; null if the bill has no match. */
export async function undoMatch(
  connection: Connection,
  workspaceId: string,
  billId: string,
  stamp: string,
): Promise<UndoneMatch | null> {
  // Bills that were already matched in a workspace file have no recorded earlier status.
  const [match] = await connection.query<UndoneMatch>(
    `select b.matched_transaction_id as "transactionId", coalesce(m.status_before, 'pending_match') as "statusBefore",
       coalesce(m.score, 0) as score, coalesce(m.reasons, '[]') as reasons
     from bills b left join bill_matches m on m.workspace_id = b.workspace_id and m.bill_id = b.id
     where b.workspace_id = $1 and b.id = $2 and b.matched_transaction_id is not null`,
    [workspaceId, billId],
  )
  if (match === undefined) return null
  await connection.query('delete from bill_matches where workspace_id = $1 and bill_id = $2', [
    workspaceId,
    billId,
  ])
  await connection.query(
    `update bills set status = $3, matched_transaction_id = null, paid_at = null, updated_at = $4
     where workspace_id = $1 and id = $2`,
    [workspaceId, billId, match.statusBefore, stamp],
  )
  return match
}

/** Bills already matched to a transaction. */
export async function billsSettledBy(
  connection: Connection,
  workspaceId: string,
  transactionId: string,
): Promise<Pick<Bill, 'id' | 'totalAmount'>[]> {
  return await connection.query(
    `select id, total_amount as "totalAmount" from bills
     where workspace_id = $1 and matched_transaction_id = $2`,
    [workspaceId, transactionId],
  )
}

export const isOpenStatus = (status: Bill['status']): boolean =>
  openBillStatuses.some(each => each === status)
