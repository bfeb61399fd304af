/** Which statements contain which transactions, so that an entry which is imported again is recognised. */
import type { Transaction } from '../../contract/transactions.ts'
import type { Connection } from '../engine/door.ts'
import { type Insert, insertRows, selectFields, type Table } from '../engine/table.ts'
import { transactionsTable } from '../transactionColumns.ts'

export const sightingsTable: Table<keyof Sighting> = {
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

export const sightingsInsert = (rows: readonly Sighting[]): Insert => ({ table: sightingsTable, rows })

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

/** Pending transactions with one of these amounts, references or end-to-end ids. */
export async function sightedPending(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  amounts: readonly string[],
  references: readonly string[],
  endToEndIds: readonly string[],
): Promise<SightedTransaction[]> {
  return await connection.query<SightedTransaction>(
    `${sighted('unnest($3::numeric[]) as e(amount)', 'x.amount = e.amount and x.day is null', 'pending')}
     union
     ${sighted('unnest($4::text[]) as e(reference)', 'x.bank_reference = e.reference and x.day is null', 'pending')}
     union
     ${sighted('unnest($5::text[]) as e(id)', 'x.end_to_end_id = e.id and x.day is null', 'pending')}`,
    [workspaceId, accountId, amounts, references, endToEndIds],
  )
}

/**
 * Booked transactions with these amounts, each within its range of days, or with one of these references, or with one of
 * these end-to-end ids while they were pending.
 */
export async function sightedNearDays(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  { amounts, from, to }: { amounts: readonly string[]; from: readonly string[]; to: readonly string[] },
  references: readonly string[],
  endToEndIds: readonly string[],
): Promise<SightedTransaction[]> {
  return await connection.query<SightedTransaction>(
    `${sighted(
      'unnest($3::numeric[], $4::date[], $5::date[]) as e(amount, first_day, last_day)',
      'x.amount = e.amount and x.day between e.first_day and e.last_day',
      'booked',
    )}
     union
     ${sighted('unnest($6::text[]) as e(reference)', 'x.bank_reference = e.reference', 'booked')}
     union
     ${sighted('unnest($7::text[]) as e(id)', 'x.end_to_end_id = e.id and x.day is null', 'booked')}`,
    [workspaceId, accountId, amounts, from, to, references, endToEndIds],
  )
}

/** Maximum number of booked transactions of each side whose end-to-end ids are looked at, newest first. */
const lookedForIdsMax = 2_000

/**
 * Booked transactions with these end-to-end ids in a range of days. There is no index on the id of every sighting, as it
 * would slow down each import; so the newest transactions of these days are read.
 */
export async function sightedWithIds(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  { first, last, ids }: { first: string; last: string; ids: readonly string[] },
): Promise<SightedTransaction[]> {
  return await connection.query<SightedTransaction>(
    `${sightingColumns}
     from unnest(array[3, 4, 5]::smallint[]) as booked (facet)
     cross join lateral (
       select x.* from transactions x
       where x.workspace_id = $1 and x.account_id = $2 and x.facet = booked.facet
         and x.walk_day between date '1970-01-01' - $4::date and date '1970-01-01' - $3::date
       order by x.walk_day, x.walk_created, x.id limit ${lookedForIdsMax}
     ) t
     cross join lateral (
       select x.* from sightings x
       where x.workspace_id = $1 and x.transaction_id = t.id and x.end_to_end_id = any($5) offset 0
     ) s
     cross join lateral (
       select x.format from statements x where x.workspace_id = $1 and x.id = s.statement_id offset 0
     ) m`,
    [workspaceId, accountId, first, last, ids],
  )
}

/** What an entry could match. */
interface AccountHas {
  sightings: boolean
  /** Some of the sightings have to be entered before they are found. */
  waiting: boolean
  pending: boolean
  batches: boolean
}

export async function accountHas(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<AccountHas> {
  const of = (table: string) =>
    `exists (select from ${table} x where x.workspace_id = $1 and x.account_id = $2`
  // Pending transactions have the facets below 3, one for each side.
  const [row] = await connection.query<AccountHas>(
    `select ${of('sightings')}) or ${of('waiting_sightings')}) as sightings,
       ${of('waiting_sightings')}) as waiting, ${of('batches')}) as batches,
       ${of('transactions')} and x.facet = any(array[0, 1, 2]::smallint[])) as pending`,
    [workspaceId, accountId],
  )
  return row ?? { sightings: false, waiting: false, pending: false, batches: false }
}
