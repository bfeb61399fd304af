/** Which statements contain which transactions, so that an entry which is imported again is recognised. */
import type { Transaction } from '../../contract/transactions.ts'
import { newId } from '../../domain/ids.ts'
import type { Connection } from '../engine/door.ts'
import { insertRows, preparedInsert, selectFields, type Table } from '../engine/table.ts'
import { transactionsTable } from '../transactionColumns.ts'

const sightingsTable: Table<keyof Sighting> = {
  name: 'sightings',
  fields: {
    statementId: 'text',
    transactionId: 'text',
    accountId: 'text',
    amount: 'numeric',
    day: 'date',
    bankReference: 'text',
    endToEndId: 'text',
    facts: 'text',
  },
}

export interface Sighting {
  statementId: string
  transactionId: string
  accountId: string
  amount: string
  /** The booking date; null for a pending entry. */
  day: string | null
  bankReference: string | null
  endToEndId: string | null
  facts: string
}

export const insertSightings = (connection: Connection, workspaceId: string, rows: readonly Sighting[]) =>
  insertRows(connection, sightingsTable, workspaceId, rows)

export const preparedSightings = (connection: Connection, workspaceId: string, rows: readonly Sighting[]) =>
  preparedInsert(connection, sightingsTable, workspaceId, rows)

/** The transactions, among those given, that the statement already contains. */
export async function sightedBy(
  connection: Connection,
  workspaceId: string,
  statementId: string,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await connection.query<{ id: string }>(
    `select s.transaction_id as id from sightings s
     where s.workspace_id = $1 and s.statement_id = $2 and s.transaction_id = any($3)`,
    [workspaceId, statementId, transactionIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The fields that an incoming entry is compared with. */
const comparedFields = [
  'side',
  'currency',
  'amount',
  'status',
  'bookingDate',
  'valueDate',
  'description',
  'reference',
  'counterpartyName',
  'counterpartyIban',
  'createdAt',
  'updatedAt',
] as const

/** A transaction as one statement shows it, together with its current fields. */
export interface SightedTransaction extends Pick<Transaction, (typeof comparedFields)[number]> {
  transactionId: string
  statementId: string
  format: string
  /** As in the statement, even if the transaction has changed since. */
  sightedAmount: string
  sightedDay: string | null
  bankReference: string | null
  endToEndId: string | null
  facts: string
}

const sightingColumns = `
  select s.transaction_id as "transactionId", s.statement_id as "statementId", m.format,
    s.amount as "sightedAmount", s.day as "sightedDay",
    s.bank_reference as "bankReference", s.end_to_end_id as "endToEndId", s.facts,
    ${selectFields(transactionsTable, 't', comparedFields)}`

/**
 * Joins in a fixed order: from the values looked for to their sightings, and from each sighting to its statement and
 * transaction, with an index for each step. `offset 0` keeps the planner from reordering the joins: it has no
 * statistics for tables that were just filled, and any other order reads the account's whole history for each entry.
 */
const sighted = (lookedFor: string, where: string, status: 'booked' | 'pending') => `${sightingColumns}
  from ${lookedFor}
  cross join lateral (
    select x.* from sightings x where x.workspace_id = $1 and x.account_id = $2 and ${where} offset 0
  ) s
  cross join lateral (
    select x.format from statements x where x.workspace_id = $1 and x.id = s.statement_id offset 0
  ) m
  cross join lateral (
    select x.* from transactions x where x.workspace_id = $1 and x.id = s.transaction_id offset 0
  ) t
  where t.status = '${status}'`

export interface AmountsAndDays {
  amounts: readonly string[]
  days: readonly string[]
}

/** Booked transactions with these amounts on these days, except those of the given statement. */
export async function sightedOnDays(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  { amounts, days }: AmountsAndDays,
  exceptStatementId: string,
): Promise<SightedTransaction[]> {
  return await connection.query<SightedTransaction>(
    sighted(
      'unnest($3::numeric[], $4::date[]) as e(amount, day)',
      'x.amount = e.amount and x.day = e.day and x.statement_id <> $5',
      'booked',
    ),
    [workspaceId, accountId, amounts, days, exceptStatementId],
  )
}

/** Pending transactions with one of these amounts or references. */
export async function sightedPending(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  amounts: readonly string[],
  references: readonly string[],
): Promise<SightedTransaction[]> {
  return await connection.query<SightedTransaction>(
    `${sighted('unnest($3::numeric[]) as e(amount)', 'x.amount = e.amount and x.day is null', 'pending')}
     union
     ${sighted('unnest($4::text[]) as e(reference)', 'x.bank_reference = e.reference and x.day is null', 'pending')}`,
    [workspaceId, accountId, amounts, references],
  )
}

/** Booked transactions with these amounts, each within its range of days, or with one of these references. */
export async function sightedNearDays(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  { amounts, from, to }: { amounts: readonly string[]; from: readonly string[]; to: readonly string[] },
  references: readonly string[],
): Promise<SightedTransaction[]> {
  return await connection.query<SightedTransaction>(
    `${sighted(
      'unnest($3::numeric[], $4::date[], $5::date[]) as e(amount, first_day, last_day)',
      'x.amount = e.amount and x.day between e.first_day and e.last_day',
      'booked',
    )}
     union
     ${sighted('unnest($6::text[]) as e(reference)', 'x.bank_reference = e.reference', 'booked')}`,
    [workspaceId, accountId, amounts, from, to, references],
  )
}

/** Whether the account has anything that an entry could match. */
export async function accountHas(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<{ sightings: boolean; pending: boolean; batches: boolean }> {
  const of = (table: string) =>
    `exists (select from ${table} x where x.workspace_id = $1 and x.account_id = $2`
  // Pending transactions have the facets below 3, one for each side.
  const [row] = await connection.query<{ sightings: boolean; pending: boolean; batches: boolean }>(
    `select ${of('sightings')}) as sightings, ${of('batches')}) as batches,
       ${of('transactions')} and x.facet = any(array[0, 1, 2]::smallint[])) as pending`,
    [workspaceId, accountId],
  )
  return row ?? { sightings: false, pending: false, batches: false }
}

/** Format of the placeholder statement for an account's transactions without one, such as those of a workspace file. */
export const workspaceFormat = 'workspace'

/**
 * Adds sightings for transactions that no statement shows in their current form, so that statements imported later
 * recognise them: those created or changed by a workspace file. Rows that last changed before the account's previous
 * run already have their sightings.
 */
export async function sightTransactions(
  connection: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  stamp: string,
): Promise<void> {
  for (const accountId of accountIds) {
    const [row] = await connection.query<{ statementId: string | null; since: string }>(
      `select (select m.id from statements m
         where m.workspace_id = $1 and m.account_id = $2 and m.fingerprint = $3) as "statementId",
        coalesce((select d.sighted_at from account_details d
         where d.workspace_id = $1 and d.account_id = $2), timestamptz '-infinity')::text as since`,
      [workspaceId, accountId, workspaceFormat],
    )
    const statementId = row?.statementId ?? newId('stm', Date.parse(stamp))
    const added = await sightUnsighted(
      connection,
      workspaceId,
      accountId,
      statementId,
      row?.since ?? '-infinity',
    )
    if (added > 0 && row?.statementId === null) {
      await insertWorkspaceStatement(connection, workspaceId, accountId, statementId)
    }
    await noteSighted(connection, workspaceId, accountId, null)
  }
}

async function sightUnsighted(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  statementId: string,
  since: string,
): Promise<number> {
  const rows = await connection.query<{ count: number }>(
    `with added as (
       insert into sightings (workspace_id, statement_id, transaction_id, account_id, amount, day, facts)
       select t.workspace_id, $3, t.id, t.account_id, t.amount, t.booking_date, ''
       from transactions t
       -- One lookup per transaction, whatever the statistics say: any other join gets slower with each row added.
       left join lateral (
         select true as found from sightings s
         where s.workspace_id = t.workspace_id and s.transaction_id = t.id
           and s.amount = t.amount and s.day is not distinct from t.booking_date limit 1
       ) known on true
       where t.workspace_id = $1 and t.account_id = $2 and t.updated_at >= $4::timestamptz and known.found is null
       on conflict (workspace_id, statement_id, transaction_id) do update
         set amount = excluded.amount, day = excluded.day
       returning 1
     )
     select count(*)::int as count from added`,
    [workspaceId, accountId, statementId, since],
  )
  return rows[0]?.count ?? 0
}

async function insertWorkspaceStatement(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  statementId: string,
): Promise<void> {
  await connection.query(
    `insert into statements (workspace_id, id, account_id, format, scope, fingerprint, entries, check_state)
     values ($1, $2, $3, $4, 'notice', $4, 0, 'cannot_be_told')`,
    [workspaceId, statementId, accountId, workspaceFormat],
  )
}

/**
 * Records that all transactions which changed up to `stamp` have sightings. Pass the stamp of a write that adds its own
 * sightings, or null for the workspace's clock.
 */
export async function noteSighted(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  stamp: string | null,
): Promise<void> {
  await connection.query(
    `insert into account_details (workspace_id, account_id, sighted_at)
     select workspace_id, $2, coalesce($3::timestamptz, clock) from workspaces where workspace_id = $1
     on conflict (workspace_id, account_id) do update set sighted_at = excluded.sighted_at`,
    [workspaceId, accountId, stamp],
  )
}
