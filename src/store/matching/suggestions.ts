/** Suggested matches, and what people decided about them. */
import type { Bill } from '../../contract/bills.ts'
import type {
  listSuggestions as operation,
  SuggestedSettlement,
  Suggestion,
} from '../../contract/console/matching.ts'
import type { QueryOf } from '../../contract/operation.ts'
import { newId } from '../../domain/ids.ts'
import { billsTable } from '../bills.ts'
import { Conditions } from '../engine/conditions.ts'
import type { Connection } from '../engine/door.ts'
import { selectList } from '../engine/table.ts'
import { findTransactions } from '../transactions.ts'

export interface StoredSuggestion extends Omit<Suggestion, 'transaction' | 'bills'> {
  companyId: string
  transactionId: string
  /** Sorted. */
  billIds: string[]
}

export type NewSuggestion = Pick<
  StoredSuggestion,
  'companyId' | 'transactionId' | 'billIds' | 'score' | 'reasons'
> & { settlement?: SuggestedSettlement | null }

/** Inserts new suggestions and returns how many were new. Open ones get the latest score; decided ones do not change. */
export async function keepSuggestions(
  connection: Connection,
  workspaceId: string,
  suggestions: readonly NewSuggestion[],
  stamp: string,
): Promise<number> {
  const rows = await connection.query<{ isNew: boolean }>(
    `insert into suggestions as known
       (workspace_id, id, company_id, transaction_id, bill_ids, score, reasons, settlement, state, created_at)
     select $1, made.id, made.company_id, made.transaction_id,
       array(select jsonb_array_elements_text(made.bill_ids::jsonb)), made.score, made.reasons::jsonb,
       nullif(made.settlement, '')::jsonb, 'open', $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::text[])
       as made (id, company_id, transaction_id, bill_ids, score, reasons, settlement)
     on conflict (workspace_id, transaction_id, bill_ids) do update
       set score = excluded.score, reasons = excluded.reasons, settlement = excluded.settlement
     where known.state = 'open'
       and (known.score, known.reasons, known.settlement)
         is distinct from (excluded.score, excluded.reasons, excluded.settlement)
     returning (xmax = 0) as "isNew"`,
    [
      workspaceId,
      stamp,
      suggestions.map(() => newId('sug', Date.parse(stamp))),
      suggestions.map(({ companyId }) => companyId),
      suggestions.map(({ transactionId }) => transactionId),
      suggestions.map(({ billIds }) => JSON.stringify(billIds)),
      suggestions.map(({ score }) => score),
      suggestions.map(({ reasons }) => JSON.stringify(reasons)),
      suggestions.map(({ settlement }) => (settlement ? JSON.stringify(settlement) : '')),
    ],
  )
  return rows.filter(({ isNew }) => isNew).length
}

/** The company's declined suggestions. */
export async function listDeclined(
  connection: Connection,
  workspaceId: string,
  companyId: string,
): Promise<Pick<StoredSuggestion, 'transactionId' | 'billIds'>[]> {
  return await connection.query(
    `select transaction_id as "transactionId", bill_ids as "billIds" from suggestions
     where workspace_id = $1 and state = 'declined' and company_id = $2`,
    [workspaceId, companyId],
  )
}

/** Records that a transaction does or does not settle these bills, whether or not it had been suggested. */
export async function rememberDecision(
  connection: Connection,
  workspaceId: string,
  { companyId, transactionId, billIds, score, reasons, settlement = null }: NewSuggestion,
  decision: { state: 'confirmed' | 'declined'; by: string; stamp: string },
): Promise<void> {
  const { state, by, stamp } = decision
  await connection.query(
    `insert into suggestions
       (workspace_id, id, company_id, transaction_id, bill_ids, score, reasons, settlement, state, created_at, decided_by,
        decided_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10, $11, $10)
     on conflict (workspace_id, transaction_id, bill_ids) do update
       set state = excluded.state, decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
    [
      workspaceId,
      newId('sug', Date.parse(stamp)),
      companyId,
      transactionId,
      billIds,
      score,
      JSON.stringify(reasons),
      settlement && JSON.stringify(settlement),
      state,
      stamp,
      by,
    ],
  )
}

/** Marks confirmed suggestions that include this bill as declined. Called when the bill's match is undone. */
export async function declineConfirmed(
  connection: Connection,
  workspaceId: string,
  { transactionId, billId }: { transactionId: string; billId: string },
  { by, stamp }: { by: string; stamp: string },
): Promise<void> {
  await connection.query(
    `update suggestions set state = 'declined', decided_by = $4, decided_at = $5
     where workspace_id = $1 and transaction_id = $2 and $3::text = any(bill_ids) and state = 'confirmed'`,
    [workspaceId, transactionId, billId, by, stamp],
  )
}

const columns = `t.id, t.company_id as "companyId", t.transaction_id as "transactionId", t.bill_ids as "billIds",
  t.score, t.reasons, t.settlement, t.state, t.created_at as "createdAt", t.decided_at as "decidedAt"`

export async function findSuggestion(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<StoredSuggestion | null> {
  const [row] = await connection.query<StoredSuggestion>(
    `select ${columns} from suggestions t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

export type SuggestionFilters = Omit<QueryOf<typeof operation>, 'limit' | 'cursor'>

interface SuggestionPage {
  filters: SuggestionFilters
  /** Last item of the previous page. */
  after: { at: string; id: string } | null
  limit: number
}

/** Newest first. Returns one row past the limit if there are more. */
export async function listSuggestionPage(
  connection: Connection,
  workspaceId: string,
  { filters, after, limit }: SuggestionPage,
): Promise<StoredSuggestion[]> {
  const { companyId, state, billId } = filters
  const conditions = new Conditions(workspaceId)
  // The index starts with the state, so each state is read separately.
  const states = state === undefined ? "'open', 'confirmed', 'declined'" : `'${state}'`
  if (companyId !== undefined) conditions.add('t.company_id = ?', companyId)
  if (billId !== undefined) conditions.add('?::text = any(t.bill_ids)', billId)
  if (after !== null) conditions.add('(t.created_at, t.id) < (?::timestamptz, ?::text)', after.at, after.id)
  return await connection.query<StoredSuggestion>(
    `select ${columns}
     from unnest(array[${states}]) as wanted (state)
     cross join lateral (
       select t.* from suggestions t where ${conditions.text} and t.state = wanted.state
       order by t.created_at desc, t.id desc limit ${limit + 1}
     ) t
     order by t.created_at desc, t.id desc
     limit ${limit + 1}`,
    conditions.values,
  )
}

/** Adds the current transaction and bills to each suggestion. Skips those whose transaction is gone. */
export async function withRows(
  connection: Connection,
  workspaceId: string,
  suggestions: readonly StoredSuggestion[],
): Promise<Suggestion[]> {
  const transactionIds = suggestions.map(({ transactionId }) => transactionId)
  const transactions = await findTransactions(connection, workspaceId, [...new Set(transactionIds)])
  const transactionOf = new Map(transactions.map(each => [each.id, each]))
  const bills = await connection.query<Bill>(
    `select ${selectList(billsTable, 't')} from bills t where t.workspace_id = $1 and t.id = any($2)`,
    [workspaceId, [...new Set(suggestions.flatMap(({ billIds }) => billIds))]],
  )
  const billOf = new Map(bills.map(each => [each.id, each]))
  return suggestions.flatMap(({ companyId: _, transactionId, billIds, ...suggestion }) => {
    const transaction = transactionOf.get(transactionId)
    const named = billIds.flatMap(id => billOf.get(id) ?? [])
    return transaction ? [{ ...suggestion, transaction, bills: named }] : []
  })
}
