/** The rows of one import: which later work depends on them, and how to undo them. Statements link rows to imports. */
import { piecesOf } from '../../domain/pieces.ts'
import { accountsTable } from '../accounts.ts'
import { deleteRows } from '../engine/deleteRows.ts'
import type { Connection } from '../engine/door.ts'
import { columnOf } from '../engine/table.ts'
import { transactionsTable } from '../transactionColumns.ts'

/** An import, and the stamp of everything that it wrote. */
export interface ImportKey {
  id: string
  at: string
}

/** Transactions that the import created: they have its stamp, and an imported statement contains them. */
export async function madeTransactions(
  connection: Connection,
  workspaceId: string,
  { at }: ImportKey,
): Promise<string[]> {
  // updated_at is never before created_at, so the query can use the index on updated_at.
  const rows = await connection.query<{ id: string }>(
    `select t.id from transactions t
     where t.workspace_id = $1 and t.updated_at >= $2 and t.created_at = $2 and exists (
       select from sightings s join statements m on m.workspace_id = s.workspace_id and m.id = s.statement_id
       where s.workspace_id = t.workspace_id and s.transaction_id = t.id and m.import_id is not null
     )`,
    [workspaceId, at],
  )
  return rows.map(({ id }) => id)
}

export interface LaterWork {
  /** Its transactions whose category a person has set or cleared. */
  chosen: number
  /** Its transactions that pay a bill without a recorded match. */
  settling: number
  /** Transactions that it created or changed and that have changed since, other than by a category assignment. */
  changed: number
  /** Transactions from elsewhere in accounts that it created. */
  strangers: number
  /** Accounts that it created and that a person has renamed or hidden. */
  named: number
}

export async function laterWork(
  connection: Connection,
  workspaceId: string,
  { id, at }: ImportKey,
  madeIds: readonly string[],
): Promise<LaterWork> {
  const [row] = await connection.query<LaterWork>(
    `with made as (select unnest($4::text[]) collate "C" as id), touched as (
       select id from made
       union select c.transaction_id from import_changes c where c.workspace_id = $1 and c.import_id = $2
     )
     select
       (select count(*) from made join category_assignments a
          on a.workspace_id = $1 and a.transaction_id = made.id and a.source = 'person')::int as chosen,
       (select count(*) from bills b join made on made.id = b.matched_transaction_id
        where b.workspace_id = $1 and not exists (
          select from bill_matches x where x.workspace_id = b.workspace_id and x.bill_id = b.id
        ))::int as settling,
       (select count(*) from touched join transactions t on t.workspace_id = $1 and t.id = touched.id
        where t.updated_at <> $3 and not exists (
          select from category_assignments a
          where a.workspace_id = $1 and a.transaction_id = t.id and a.at = t.updated_at
        ))::int as changed,
       (select count(*) from account_details d
        join transactions t on t.workspace_id = d.workspace_id and t.account_id = d.account_id
        where d.workspace_id = $1 and d.import_id = $2 and not exists (select from made where made.id = t.id)
       )::int as strangers,
       (select count(*) from account_details d
        join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
        where d.workspace_id = $1 and d.import_id = $2 and (a.nickname is not null or not a.enabled)
       )::int as named`,
    [workspaceId, id, at, madeIds],
  )
  return row ?? { chosen: 0, settling: 0, changed: 0, strangers: 0, named: 0 }
}

/**
 * Every field that an import may have changed. A row saved by an earlier version lacks the fields added since; those
 * keep their current values.
 */
const restored = Object.entries(transactionsTable.fields).filter(
  ([field]) => !['id', 'companyId', 'accountId', 'categoryId', 'createdAt', 'updatedAt'].includes(field),
)
const restoredValues = restored.map(([field]) => {
  const column = columnOf(field)
  return `${column} = case when c.before ? '${field}' then b."${field}" else t.${column} end`
})
const restoredTypes = restored.map(([field, type]) => `"${field}" ${type}`)

/** Restores the rows that the import changed, and stamps them as changed now. */
export async function restoreChanged(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  const rows = await connection.query<{ count: number }>(
    `with restored as (
       update transactions t set ${restoredValues.join(', ')}, updated_at = $3
       from import_changes c, jsonb_to_record(c.before) as b(${restoredTypes.join(', ')})
       where c.workspace_id = $1 and c.import_id = $2 and t.workspace_id = $1 and t.id = c.transaction_id
       returning 1
     )
     select count(*)::int as count from restored`,
    [workspaceId, importId, stamp],
  )
  await connection.query('delete from import_changes where workspace_id = $1 and import_id = $2', [
    workspaceId,
    importId,
  ])
  return rows[0]?.count ?? 0
}

/** The accounts that the import has statements for. */
export async function accountsOfImport(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const rows = await connection.query<{ accountId: string }>(
    'select distinct account_id as "accountId" from statements where workspace_id = $1 and import_id = $2',
    [workspaceId, importId],
  )
  return rows.map(({ accountId }) => accountId)
}

/** The embedded store answers other requests between the pieces. */
const rowsPerDelete = 500

/** Deletes the transactions that the import created, and its statements with their sightings and batches. */
export async function deleteImported(
  connection: Connection,
  workspaceId: string,
  importId: string,
  madeIds: readonly string[],
): Promise<void> {
  for (const ids of piecesOf(madeIds, rowsPerDelete)) {
    for (const table of ['category_assignments', 'sightings', 'transaction_charges']) {
      await connection.query(`delete from ${table} where workspace_id = $1 and transaction_id = any($2)`, [
        workspaceId,
        ids,
      ])
    }
    await deleteRows(connection, transactionsTable, workspaceId, ids)
  }
  for (const table of ['sightings', 'transaction_charges']) {
    await connection.query(
      `delete from ${table} x using statements m
       where m.workspace_id = $1 and m.import_id = $2 and x.workspace_id = $1 and x.statement_id = m.id`,
      [workspaceId, importId],
    )
  }
  for (const table of ['batches', 'statements']) {
    await connection.query(`delete from ${table} where workspace_id = $1 and import_id = $2`, [
      workspaceId,
      importId,
    ])
  }
}

/** Deletes the accounts that the import created. They must be empty by now. */
export async function deleteMadeAccounts(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const rows = await connection.query<{ accountId: string }>(
    `delete from account_details where workspace_id = $1 and import_id = $2 returning account_id as "accountId"`,
    [workspaceId, importId],
  )
  const ids = rows.map(({ accountId }) => accountId)
  for (const table of ['transaction_cells', 'transaction_periods', 'statements']) {
    await connection.query(`delete from ${table} where workspace_id = $1 and account_id = any($2)`, [
      workspaceId,
      ids,
    ])
  }
  await deleteRows(connection, accountsTable, workspaceId, ids)
  return ids
}
