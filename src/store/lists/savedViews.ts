/** Views of a list that a person saved. Only they see them. */
import type { SavedView } from '../../contract/console/lists.ts'
import type { Connection } from '../engine/door.ts'

const columns = `v.id, v.list, v.name, v.view ->> 'query' as query, v.view -> 'columns' as columns,
  v.created_at as "createdAt"`

export async function listViews(
  connection: Connection,
  workspaceId: string,
  userId: string,
): Promise<SavedView[]> {
  return await connection.query<SavedView>(
    `select ${columns} from saved_views v where v.workspace_id = $1 and v.user_id = $2
     order by v.list, v.name, v.id`,
    [workspaceId, userId],
  )
}

/** Replaces the person's view of the same list and name. */
export async function saveView(
  connection: Connection,
  workspaceId: string,
  userId: string,
  { id, list, name, query, columns: shown, createdAt }: SavedView,
): Promise<SavedView> {
  const [row] = await connection.query<SavedView>(
    `insert into saved_views as v (workspace_id, id, user_id, list, name, view, created_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7)
     on conflict (workspace_id, user_id, list, name) do update set view = excluded.view
     returning ${columns}`,
    [workspaceId, id, userId, list, name, JSON.stringify({ query, columns: shown }), createdAt],
  )
  if (row === undefined) throw new Error('The view was not saved.')
  return row
}

export async function deleteView(
  connection: Connection,
  workspaceId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const rows = await connection.query(
    'delete from saved_views where workspace_id = $1 and id = $2 and user_id = $3 returning id',
    [workspaceId, id, userId],
  )
  return rows.length > 0
}
