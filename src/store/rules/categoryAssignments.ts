/** Which person or rule set or removed a transaction's category. Categories from a file have no row here. */
import type { Connection } from '../engine/door.ts'
import { asArrays, columnOf, insertSource, selectList, type Table } from '../engine/table.ts'

export const categoryAssignmentsTable: Table<keyof CategoryAssignment> = {
  name: 'category_assignments',
  fields: {
    transactionId: 'text',
    source: 'text',
    sourceId: 'text',
    categoryId: 'text',
    at: 'timestamptz(3)',
  },
}

export interface CategoryAssignment {
  transactionId: string
  source: 'person' | 'rule'
  /** Id of the person or rule. */
  sourceId: string
  /** Null if a person removed the category. */
  categoryId: string | null
  at: string
}

const replaced = Object.keys(categoryAssignmentsTable.fields)
  .filter(field => field !== 'transactionId')
  .map(field => `${columnOf(field)} = excluded.${columnOf(field)}`)

/** Inserts assignments, replacing existing ones. */
export async function insertAssignments(
  connection: Connection,
  workspaceId: string,
  rows: readonly CategoryAssignment[],
): Promise<void> {
  if (rows.length === 0) return
  await connection.query(
    `insert into category_assignments ${insertSource(categoryAssignmentsTable)}
     on conflict (workspace_id, transaction_id) do update set ${replaced.join(', ')}`,
    [workspaceId, ...asArrays(categoryAssignmentsTable, rows)],
  )
}

export async function findAssignment(
  connection: Connection,
  workspaceId: string,
  transactionId: string,
): Promise<CategoryAssignment | null> {
  const [row] = await connection.query<CategoryAssignment>(
    `select ${selectList(categoryAssignmentsTable, 't')} from category_assignments t
     where t.workspace_id = $1 and t.transaction_id = $2`,
    [workspaceId, transactionId],
  )
  return row ?? null
}

/** For transactions that an undo removes. */
export async function deleteAssignments(
  connection: Connection,
  workspaceId: string,
  transactionIds: readonly string[],
): Promise<void> {
  await connection.query(
    'delete from category_assignments where workspace_id = $1 and transaction_id = any($2)',
    [workspaceId, transactionIds],
  )
}

export interface NamedAssignment {
  /** The transaction's current category. */
  categoryId: string | null
  /** The last assignment; null if no person or rule ever set the category. */
  assigned: Omit<CategoryAssignment, 'transactionId'> | null
  /** Current name of that person or rule; null if it no longer exists. */
  by: string | null
}

/** Null if there is no such transaction. */
export async function findNamedAssignment(
  connection: Connection,
  workspaceId: string,
  transactionId: string,
): Promise<NamedAssignment | null> {
  const [row] = await connection.query<{ categoryId: string | null; by: string | null }>(
    `select t.category_id as "categoryId", coalesce(u.name, r.name) as by
     from transactions t
     left join category_assignments a on a.workspace_id = t.workspace_id and a.transaction_id = t.id
     left join users u on a.source = 'person' and u.user_id = a.source_id
     left join category_rules r on a.source = 'rule' and r.workspace_id = a.workspace_id and r.id = a.source_id
     where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, transactionId],
  )
  return row ? { ...row, assigned: await findAssignment(connection, workspaceId, transactionId) } : null
}
