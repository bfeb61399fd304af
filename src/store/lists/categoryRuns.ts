/** Changes of many categories at once, with what they replaced. */
import type { Connection } from '../engine/door.ts'
import type { CategoryAssignment } from '../rules/categoryAssignments.ts'

export interface CategoryRun {
  id: string
  userId: string
  categoryId: string | null
  before: readonly ReplacedCategory[]
}

export interface ReplacedCategory {
  transactionId: string
  categoryId: string | null
  /** Who had assigned it; null if nobody had. */
  assigned: Omit<CategoryAssignment, 'transactionId'> | null
}

/** A person's newest changes are kept; the message that offers to undo one does not stay for long. */
const keptRuns = 10

/** The category of each transaction and who assigned it, in no order. Ids that do not exist are left out. */
export async function replacedCategories(
  connection: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReplacedCategory[]> {
  const rows = await connection.query<ReplacedCategory & { assignedJson: string | null }>(
    `select t.id as "transactionId", t.category_id as "categoryId",
       case when a.source is not null then json_build_object('source', a.source, 'sourceId', a.source_id,
         'categoryId', a.category_id, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
       end as "assignedJson"
     from transactions t
     left join category_assignments a on a.workspace_id = t.workspace_id and a.transaction_id = t.id
     where t.workspace_id = $1 and t.id = any($2)`,
    [workspaceId, ids],
  )
  return rows.map(({ transactionId, categoryId, assignedJson }) => ({
    transactionId,
    categoryId,
    assigned: assignedJson === null ? null : JSON.parse(assignedJson),
  }))
}

export async function insertRun(
  connection: Connection,
  workspaceId: string,
  { id, userId, categoryId, before }: CategoryRun,
  at: string,
): Promise<void> {
  await connection.query(
    `insert into category_runs (workspace_id, id, user_id, created_at, category_id, before)
     values ($1, $2, $3, $4, $5, $6::jsonb)`,
    [workspaceId, id, userId, at, categoryId, JSON.stringify(before)],
  )
  await connection.query(
    `delete from category_runs where workspace_id = $1 and id = any(
       array(select id from category_runs where workspace_id = $1 and user_id = $2
         order by created_at desc, id desc offset ${keptRuns}))`,
    [workspaceId, userId],
  )
}

/** Removes the run and returns it; null if the person has no such run. */
export async function takeRun(
  connection: Connection,
  workspaceId: string,
  userId: string,
  id: string,
): Promise<CategoryRun | null> {
  const [row] = await connection.query<Omit<CategoryRun, 'before'> & { before: string }>(
    `delete from category_runs where workspace_id = $1 and id = $2 and user_id = $3
     returning id, user_id as "userId", category_id as "categoryId", before::text as before`,
    [workspaceId, id, userId],
  )
  return row ? { ...row, before: JSON.parse(row.before) } : null
}
