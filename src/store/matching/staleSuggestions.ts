/** Which open suggestions are out of date, and deleting them. */
import type { Connection } from '../engine/door.ts'
import { openBillStatuses } from './matchCandidates.ts'
import type { NewSuggestion } from './suggestions.ts'

/** What is open on the bills of suggestion `s`. */
const openSum = `
  select sum(b.total_amount - coalesce((
    select sum(p.amount + p.discount + p.charge + p.tolerance) from bill_payments p
    where p.workspace_id = b.workspace_id and p.bill_id = b.id
  ), 0))
  from bills b where b.workspace_id = s.workspace_id and b.id = any(s.bill_ids)`

/** Deletes open suggestions whose bills or transaction are already matched, are gone, or no longer add up. */
export async function closeSettledSuggestions(connection: Connection, workspaceId: string): Promise<void> {
  const statuses = openBillStatuses.map(status => `'${status}'`).join(', ')
  await connection.query(
    `delete from suggestions s
     where s.workspace_id = $1 and s.state = 'open' and (
       cardinality(s.bill_ids) > (
         select count(*) from bills b
         where b.workspace_id = s.workspace_id and b.id = any(s.bill_ids) and b.status in (${statuses})
       )
       or exists (
         select from bills b where b.workspace_id = s.workspace_id and b.matched_transaction_id = s.transaction_id
       )
       or exists (
         select from bill_payments p where p.workspace_id = s.workspace_id and p.transaction_id = s.transaction_id
       )
       or not exists (
         select from transactions t
         where t.workspace_id = s.workspace_id and t.id = s.transaction_id and t.status in ('pending', 'booked')
           and case when s.settlement is null
             then t.amount = (${openSum})
             else t.amount = (s.settlement ->> 'amount')::numeric
               and (s.settlement ->> 'open')::numeric = (${openSum})
           end
       )
     )`,
    [workspaceId],
  )
}

/** Deletes open single-bill suggestions for these bills, except `kept`: the bill or the payment has changed. */
export async function dropSuggestionsExcept(
  connection: Connection,
  workspaceId: string,
  billIds: readonly string[],
  kept: readonly Pick<NewSuggestion, 'transactionId' | 'billIds'>[],
): Promise<void> {
  const single = kept.filter(suggestion => suggestion.billIds.length === 1)
  await connection.query(
    `delete from suggestions s
     where s.workspace_id = $1 and s.state = 'open' and s.settlement is null
       and cardinality(s.bill_ids) = 1 and s.bill_ids[1] = any($2)
       and not exists (
         select from unnest($3::text[], $4::text[]) as kept (bill_id, transaction_id)
         where kept.bill_id = s.bill_ids[1] and kept.transaction_id = s.transaction_id
       )`,
    [
      workspaceId,
      billIds,
      single.map(suggestion => suggestion.billIds[0] ?? ''),
      single.map(({ transactionId }) => transactionId),
    ],
  )
}

/** The pairs that a run has compared: all of these transactions, and these bills with recent transactions. */
export interface ComparedPairs {
  transactionIds: readonly string[]
  billIds: readonly string[]
  recentIds: readonly string[]
}

/** Deletes open suggestions of other amounts among these pairs, except `kept`. */
export async function dropSettlementsExcept(
  connection: Connection,
  workspaceId: string,
  { transactionIds, billIds, recentIds }: ComparedPairs,
  kept: readonly Pick<NewSuggestion, 'transactionId' | 'billIds'>[],
): Promise<void> {
  await connection.query(
    `delete from suggestions s
     where s.workspace_id = $1 and s.state = 'open' and s.settlement is not null
       and (s.transaction_id = any($2) or (s.bill_ids && $3::text[] and s.transaction_id = any($4)))
       and not exists (
         select from unnest($5::text[], $6::text[]) as kept (bill_ids, transaction_id)
         where array(select jsonb_array_elements_text(kept.bill_ids::jsonb)) = s.bill_ids
           and kept.transaction_id = s.transaction_id
       )`,
    [
      workspaceId,
      transactionIds,
      billIds,
      recentIds,
      kept.map(suggestion => JSON.stringify(suggestion.billIds)),
      kept.map(({ transactionId }) => transactionId),
    ],
  )
}

/** Those of the transactions that an open suggestion of equal amounts may explain. */
export async function explainedAmong(
  connection: Connection,
  workspaceId: string,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await connection.query<{ id: string }>(
    `select distinct s.transaction_id as id from suggestions s
     where s.workspace_id = $1 and s.transaction_id = any($2) and s.state = 'open' and s.settlement is null`,
    [workspaceId, transactionIds],
  )
  return new Set(rows.map(({ id }) => id))
}
