/** Undoes the rows of one import, a few hundred at a time. Statements link rows to imports. */
import { piecesOf } from '../../domain/pieces.ts'
import { accountsTable } from '../accounts.ts'
import { deleteRows } from '../engine/deleteRows.ts'
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'
import { columnOf } from '../engine/table.ts'
import { transactionsTable } from '../transactionColumns.ts'
import { changedTransactions, sightedTransactions } from './rowsOfImport.ts'

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

/**
 * Restores the rows that the import changed, and stamps them as changed now. What they were before stays in
 * `import_changes`: that is how `laterWork` knows that nobody else has changed them.
 */
export async function restoreChanged(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  const changedIds = await changedTransactions(connection, workspaceId, importId)
  let count = 0
  for (const ids of piecesOf(changedIds, rowsPerQuery)) {
    const [row] = await connection.query<{ count: number }>(
      `with restored as (
         update transactions t set ${restoredValues.join(', ')}, updated_at = $3
         from import_changes c, jsonb_to_record(c.before) as b(${restoredTypes.join(', ')})
         where c.workspace_id = $1 and c.import_id = $2 and c.transaction_id = any($4)
           and t.workspace_id = $1 and t.id = c.transaction_id
         returning 1
       )
       select count(*)::int as count from restored`,
      [workspaceId, importId, stamp, ids],
    )
    count += row?.count ?? 0
  }
  return count
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

/** Deletes the transactions that the import created, and its statements with their sightings and batches. */
export async function deleteImported(
  connection: Connection,
  workspaceId: string,
  importId: string,
  madeIds: readonly string[],
): Promise<void> {
  for (const ids of piecesOf(madeIds, rowsPerQuery)) {
    for (const table of ['category_assignments', 'sightings', 'transaction_charges', 'import_changes']) {
      await connection.query(`delete from ${table} where workspace_id = $1 and transaction_id = any($2)`, [
        workspaceId,
        ids,
      ])
    }
    await deleteRows(connection, transactionsTable, workspaceId, ids)
  }
  for await (const { statementId, ids } of sightedTransactions(connection, workspaceId, importId)) {
    const [first = '', last = ''] = [ids[0], ids.at(-1)]
    for (const table of ['sightings', 'transaction_charges']) {
      await connection.query(
        `delete from ${table} where workspace_id = $1 and statement_id = $2 and transaction_id between $3 and $4`,
        [workspaceId, statementId, first, last],
      )
    }
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
