/** Matches and suggestions when an import is undone. */
import type { Match } from '../../contract/console/matching.ts'
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'
import { sightedTransactions } from '../imports/rowsOfImport.ts'
import { removePayment } from './billPayments.ts'

/** Transactions that the import was the first to bring: one of its statements has them, and no earlier one does. */
export async function firstBroughtBy(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const brought = new Set<string>()
  for await (const { ids } of sightedTransactions(connection, workspaceId, importId)) {
    const rows = await connection.query<{ id: string }>(
      `select seen.id from unnest($3::text[]) as seen (id)
       where (
         select true from sightings s, lateral (
           select import_id from statements where workspace_id = $1 and id = s.statement_id offset 0
         ) st
         where s.workspace_id = $1 and s.transaction_id = seen.id collate "C" and st.import_id is distinct from $2
           and (st.import_id is null
             or (select earlier.at from imports earlier where earlier.workspace_id = $1 and earlier.id = st.import_id)
               < (select i.at from imports i where i.workspace_id = $1 and i.id = $2))
         limit 1
       ) is null`,
      [workspaceId, importId, ids],
    )
    for (const { id } of rows) brought.add(id)
  }
  return [...brought]
}

export interface LaterMatch {
  billId: string
  supplierName: string | null
  invoiceNumber: string | null
  transactionId: string
  /** Null if the bill was already matched in a workspace file. */
  at: string | null
  byKind: Match['by']['kind'] | null
  byName: string | null
  importFile: string | null
}

const standing = `b.id as "billId", b.supplier_name as "supplierName", b.invoice_number as "invoiceNumber",
  b.matched_transaction_id as "transactionId", m.at, m.actor_kind as "byKind", u.name as "byName",
  later.file_name as "importFile"`
const maker = `left join bill_matches m on m.workspace_id = b.workspace_id and m.bill_id = b.id
  left join users u on m.actor_kind = 'person' and u.user_id = m.actor_id
  left join imports later on later.workspace_id = m.workspace_id and later.id = m.import_id`

/** Matches that involve the import's transactions or bills but were not made by the import itself. */
export async function listLaterMatches(
  connection: Connection,
  workspaceId: string,
  importId: string,
  transactionIds: readonly string[],
): Promise<LaterMatch[]> {
  const matchedIds: string[] = []
  for (const ids of piecesOf(transactionIds, rowsPerQuery)) {
    const rows = await connection.query<{ id: string }>(
      'select id from bills where workspace_id = $1 and matched_transaction_id = any($2)',
      [workspaceId, ids],
    )
    matchedIds.push(...rows.map(({ id }) => id))
  }
  return await connection.query<LaterMatch>(
    `with involved as materialized (
       select matched.id collate "C" as id from unnest($3::text[]) as matched (id)
       union
       select bill_id from bill_details where workspace_id = $1 and import_id = $2
     )
     select ${standing}
     from involved
     join bills b on b.workspace_id = $1 and b.id = involved.id
     ${maker}
     where b.matched_transaction_id is not null and m.import_id is distinct from $2
     order by "billId"`,
    [workspaceId, importId, matchedIds],
  )
}

export interface LaterPayment extends Omit<LaterMatch, 'importFile'> {
  amount: string
}

/** Part payments with the import's transactions or bills. A person recorded each of them. */
export async function listLaterPayments(
  connection: Connection,
  workspaceId: string,
  importId: string,
  transactionIds: readonly string[],
): Promise<LaterPayment[]> {
  const payments: { billId: string; transactionId: string }[] = []
  for (const ids of piecesOf(transactionIds, rowsPerQuery)) {
    const rows = await connection.query<{ billId: string; transactionId: string }>(
      `select bill_id as "billId", transaction_id as "transactionId" from bill_payments
       where workspace_id = $1 and transaction_id = any($2)`,
      [workspaceId, ids],
    )
    payments.push(...rows)
  }
  return await connection.query<LaterPayment>(
    `with involved as materialized (
       select paid.bill_id collate "C" as bill_id, paid.transaction_id collate "C" as transaction_id
       from unnest($3::text[], $4::text[]) as paid (bill_id, transaction_id)
       union
       select paid.* from bill_details d, lateral (
         select bill_id, transaction_id from bill_payments where workspace_id = $1 and bill_id = d.bill_id offset 0
       ) paid
       where d.workspace_id = $1 and d.import_id = $2
     )
     select b.id as "billId", b.supplier_name as "supplierName", b.invoice_number as "invoiceNumber",
       p.transaction_id as "transactionId", p.at, p.actor_kind as "byKind", u.name as "byName", p.amount
     from involved
     join bill_payments p
       on p.workspace_id = $1 and p.bill_id = involved.bill_id and p.transaction_id = involved.transaction_id
     join bills b on b.workspace_id = $1 and b.id = p.bill_id
     left join users u on p.actor_kind = 'person' and u.user_id = p.actor_id
     -- The payment that settles a bill is listed as its match.
     where p.import_id is distinct from $2 and b.matched_transaction_id is distinct from p.transaction_id
     order by "billId", "transactionId"`,
    [
      workspaceId,
      importId,
      payments.map(({ billId }) => billId),
      payments.map(({ transactionId }) => transactionId),
    ],
  )
}

/** Bills that the import matched, and that a person has moved since. */
export async function listMovedMatches(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<Pick<LaterMatch, 'billId' | 'supplierName' | 'invoiceNumber'>[]> {
  return await connection.query(
    `select b.id as "billId", b.supplier_name as "supplierName", b.invoice_number as "invoiceNumber"
     from bill_matches m
     join bill_work w on w.workspace_id = m.workspace_id and w.bill_id = m.bill_id and w.worked_at > m.at
     join bills b on b.workspace_id = m.workspace_id and b.id = m.bill_id
     where m.workspace_id = $1 and m.import_id = $2
       and not exists (
         select from bill_details d
         where d.workspace_id = m.workspace_id and d.bill_id = m.bill_id and d.import_id = $2
       )
     order by b.id`,
    [workspaceId, importId],
  )
}

/** Undoes matches and part payments that people made with the rows of the import, and forgets that they did. */
export async function undoLaterMatches(
  connection: Connection,
  workspaceId: string,
  matches: readonly Pick<LaterMatch, 'billId' | 'transactionId'>[],
  stamp: string,
): Promise<number> {
  for (const { billId, transactionId } of matches) {
    await removePayment(connection, workspaceId, billId, transactionId, stamp)
    await connection.query(
      `delete from suggestions where workspace_id = $1 and transaction_id = $2 and $3 = any(bill_ids)
         and state = 'confirmed'`,
      [workspaceId, transactionId, billId],
    )
  }
  return matches.length
}

/** Undoes the matches that the import made and restores the bills' earlier status. Returns how many. */
export async function undoMatchesOf(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  const rows = await connection.query(
    `with taken as (
       delete from bill_matches where workspace_id = $1 and import_id = $2 returning bill_id, status_before
     ), unpaid as (
       delete from bill_payments where workspace_id = $1 and import_id = $2
     )
     update bills b
     set status = taken.status_before, matched_transaction_id = null, paid_at = null, updated_at = $3
     from taken where b.workspace_id = $1 and b.id = taken.bill_id
     returning b.id`,
    [workspaceId, importId, stamp],
  )
  return rows.length
}

/**
 * Sets bills from paid back to matched if they became paid because the import booked a pending transaction. Only bills
 * that still carry the import's stamp: anything else has changed since. Returns how many.
 */
export async function undoSettled(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  const rows = await connection.query(
    `with booked as materialized (
       select c.transaction_id as id from import_changes c
       where c.workspace_id = $1 and c.import_id = $2 and c.before ->> 'status' <> 'booked'
     ), paid as materialized (
       select bill.id from booked, lateral (
         select id from bills where workspace_id = $1 and matched_transaction_id = booked.id offset 0
       ) bill
       union
       select bill.bill_id from booked, lateral (
         select bill_id from bill_payments where workspace_id = $1 and transaction_id = booked.id offset 0
       ) bill
     )
     update bills b set status = 'matched', paid_at = null, updated_at = $3
     from paid
     where b.workspace_id = $1 and b.id = paid.id and b.status = 'paid'
       and b.updated_at = (select i.at from imports i where i.workspace_id = $1 and i.id = $2)
     returning b.id`,
    [workspaceId, importId, stamp],
  )
  return rows.length
}

/** Deletes suggestions for transactions or bills that the undo removes. Confirmed ones are matches and stay. */
export async function dropSuggestionsOf(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<void> {
  const transactionIds = await firstBroughtBy(connection, workspaceId, importId)
  for (const ids of piecesOf(transactionIds, rowsPerQuery)) {
    await connection.query(
      `delete from suggestions
       where workspace_id = $1 and transaction_id = any($2) and state in ('open', 'declined')`,
      [workspaceId, ids],
    )
  }
  await connection.query(
    `delete from suggestions g
     where g.workspace_id = $1 and g.state in ('open', 'declined') and (
       select true from bill_details d
       where d.workspace_id = $1 and d.bill_id = any(g.bill_ids) and d.import_id = $2
       limit 1
     )`,
    [workspaceId, importId],
  )
}
