/** Which statement has which transaction among its entries: how an entry that comes again is known. */
import type { Transaction } from '../../contract/transactions.ts'
import { newId } from '../../domain/ids.ts'
import type { Connection } from '../engine/door.ts'
import { insertRows, selectFields, type Table } from '../engine/table.ts'
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
  /** The booking date; null for an entry that is pending. */
  day: string | null
  bankReference: string | null
  endToEndId: string | null
  facts: string
}

export const insertSightings = (connection: Connection, workspaceId: string, rows: readonly Sighting[]) =>
  insertRows(connection, sightingsTable, workspaceId, rows)

/** Which of the transactions the statement has already. */
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

/** What an entry that comes in is compared with. */
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

/** A transaction as one statement told it, with what it is now. */
export interface SightedTransaction extends Pick<Transaction, (typeof comparedFields)[number]> {
  transactionId: string
  statementId: string
  format: string
  /** As the statement has it, whatever became of the transaction since. */
  sightedAmount: string
  sightedDay: string | null
  bankReference: string | null
  endToEndId: string | null
  facts: string
}

const told = `
  select s.transaction_id as "transactionId", s.statement_id as "statementId", m.format,
    s.amount as "sightedAmount", s.day as "sightedDay",
    s.bank_reference as "bankReference", s.end_to_end_id as "endToEndId", s.facts,
    ${selectFields(transactionsTable, 't', comparedFields)}`

/**
 * From what is looked for to its sightings, and from each of them on: in this order, by an index each, whatever the
 * planner knows of tables that have just been filled. Another order reads the account's whole history for each entry.
 */
const sighted = (lookedFor: string, where: string, status: 'booked' | 'pending') => `${told}
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

/** Booked transactions of these amounts on these days, but for those that the given statement has itself. */
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

/** Pending transactions that have one of these amounts, or one of these references. */
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

/** Booked transactions of these amounts between each two days, or with one of these references. */
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

/** Whether the account has any of what an entry could be. */
export async function accountHas(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<{ sightings: boolean; pending: boolean; batches: boolean }> {
  const of = (table: string) =>
    `exists (select from ${table} x where x.workspace_id = $1 and x.account_id = $2`
  // The facets of pending transactions are those below 3, one for each side.
  const [row] = await connection.query<{ sightings: boolean; pending: boolean; batches: boolean }>(
    `select ${of('sightings')}) as sightings, ${of('batches')}) as batches,
       ${of('transactions')} and x.facet = any(array[0, 1, 2]::smallint[])) as pending`,
    [workspaceId, accountId],
  )
  return row ?? { sightings: false, pending: false, batches: false }
}

/** What stands for the transactions of an account that came by no statement, such as those of a workspace file. */
export const workspaceFormat = 'workspace'

/**
 * Notes the transactions that no statement has as they are, so that a statement which has them finds them too: those of
 * a workspace file, and those that one has changed. Those that last changed before the account was looked at the last time have been noted already.
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
       -- One look per transaction, whatever is known of the values: any other way to join gets slower with each row added.
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

/** All that last changed until then has been sighted: until the stamp of a write that sights what it adds, else the clock. */
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
