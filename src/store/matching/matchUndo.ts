/** Matches and suggestions when an import is undone. */
import type { Match } from '../../contract/console/matching.ts'
import type { Connection } from '../engine/door.ts'

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

/**
 * Matches that involve transactions that the import created, or its bills, but were not made by the import
 * itself. The transactions are given: joins over statements and sightings are slow without statistics.
 */
export async function listLaterMatches(
  connection: Connection,
  workspaceId: string,
  importId: string,
  madeIds: readonly string[],
): Promise<LaterMatch[]> {
  return await connection.query<LaterMatch>(
    `select ${standing}
     from bills b
     ${maker}
     where b.workspace_id = $1 and b.matched_transaction_id = any($3) and m.import_id is distinct from $2
     union
     select ${standing}
     from bill_details d
     join bills b on b.workspace_id = d.workspace_id and b.id = d.bill_id
     ${maker}
     where d.workspace_id = $1 and d.import_id = $2
       and b.matched_transaction_id is not null and m.import_id is distinct from $2
     order by "billId"`,
    [workspaceId, importId, madeIds],
  )
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
    `update bills b set status = 'matched', paid_at = null, updated_at = $3
     from import_changes c
     join imports i on i.workspace_id = c.workspace_id and i.id = c.import_id
     where c.workspace_id = $1 and c.import_id = $2 and c.before ->> 'status' <> 'booked'
       and b.workspace_id = $1 and b.matched_transaction_id = c.transaction_id
       and b.status = 'paid' and b.updated_at = i.at
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
  madeIds: readonly string[],
): Promise<void> {
  await connection.query(
    `delete from suggestions g
     where g.workspace_id = $1 and g.state in ('open', 'declined') and (
       g.transaction_id = any($3)
       or g.bill_ids && array(
         select d.bill_id from bill_details d where d.workspace_id = $1 and d.import_id = $2
       )
     )`,
    [workspaceId, importId, madeIds],
  )
}
