/**
 * Finds the rows of an import, a few hundred at a time: a query over all rows of a large one would keep everybody else
 * waiting on the embedded store. `offset 0` makes PostgreSQL look up row by row. Without statistics, as on a new store, it
 * once chose to compare every row with every other one.
 */
import type { Connection } from '../engine/door.ts'
import { rowsPerQuery } from '../engine/longWork.ts'

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
  const made: string[] = []
  // updated_at is never before created_at, so the index on updated_at leads to all of them.
  let last = { updatedAt: at, id: '' }
  for (;;) {
    const rows = await connection.query<{ id: string; updatedAt: string; isMade: boolean }>(
      `select page.id, page.updated_at as "updatedAt", page.created_at = $2 and exists (
         select from sightings s, lateral (
           select import_id from statements where workspace_id = $1 and id = s.statement_id offset 0
         ) m
         where s.workspace_id = $1 and s.transaction_id = page.id and m.import_id is not null offset 0
       ) as "isMade"
       from (
         select t.id, t.updated_at, t.created_at from transactions t
         where t.workspace_id = $1 and (t.updated_at, t.id) > ($3, $4)
         order by t.updated_at, t.id limit ${rowsPerQuery}
       ) page`,
      [workspaceId, at, last.updatedAt, last.id],
    )
    made.push(...rows.filter(({ isMade }) => isMade).map(({ id }) => id))
    const end = rows.at(-1)
    if (end === undefined || rows.length < rowsPerQuery) return made
    last = end
  }
}

/** Transactions that were there before and that the import changed. */
export async function changedTransactions(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    'select transaction_id as id from import_changes where workspace_id = $1 and import_id = $2',
    [workspaceId, importId],
  )
  return rows.map(({ id }) => id)
}

/** Transactions in the import's statements, piece by piece, each as often as statements have it. */
export async function* sightedTransactions(
  connection: Connection,
  workspaceId: string,
  importId: string,
): AsyncGenerator<{ statementId: string; ids: string[] }, void, undefined> {
  const statements = await connection.query<{ id: string }>(
    'select id from statements where workspace_id = $1 and import_id = $2',
    [workspaceId, importId],
  )
  for (const { id: statementId } of statements) {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: { id: string }[] = await connection.query(
        `select transaction_id as id from sightings
         where workspace_id = $1 and statement_id = $2 and transaction_id > $3
         order by transaction_id limit ${rowsPerQuery}`,
        [workspaceId, statementId, last],
      )
      yield { statementId, ids: rows.map(({ id }) => id) }
      last = rows.length < rowsPerQuery ? undefined : rows.at(-1)?.id
    }
  }
}
