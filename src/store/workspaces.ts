import { randomBytes } from 'node:crypto'
import type { Connection } from './engine/door.ts'

export interface StoredWorkspace {
  id: string
  name: string
  createdAt: string
}

const columns = 'workspace_id as id, name, created_at as "createdAt"'

export async function findWorkspace(
  connection: Connection,
  workspaceId: string,
): Promise<StoredWorkspace | null> {
  const [row] = await connection.query<StoredWorkspace>(
    `select ${columns} from workspaces where workspace_id = $1`,
    [workspaceId],
  )
  return row ?? null
}

export interface WorkspaceSummary extends StoredWorkspace {
  version: string
  companies: number
}

/** All workspaces of the store, for the operator. */
export async function listWorkspaces(connection: Connection): Promise<WorkspaceSummary[]> {
  return await connection.query<WorkspaceSummary>(
    `select ${columns}, clock as version,
       (select count(*)::int from companies c where c.workspace_id = w.workspace_id) as companies
     from workspaces w order by created_at, workspace_id`,
  )
}

export async function anyWorkspaceExists(connection: Connection): Promise<boolean> {
  const rows = await connection.query('select from workspaces limit 1')
  return rows.length > 0
}

/** Creates the workspace with its clock at the given instant; false if it already exists. */
export async function insertWorkspace(
  connection: Connection,
  workspace: { id: string; name: string },
  clock: string,
): Promise<boolean> {
  const rows = await connection.query(
    `insert into workspaces (workspace_id, name, clock, created_at) values ($1, $2, $3, $3)
     on conflict do nothing returning workspace_id`,
    [workspace.id, workspace.name, clock],
  )
  return rows.length > 0
}

export async function renameWorkspace(
  connection: Connection,
  workspaceId: string,
  name: string,
): Promise<boolean> {
  const rows = await connection.query(
    'update workspaces set name = $2 where workspace_id = $1 and name <> $2 returning workspace_id',
    [workspaceId, name],
  )
  return rows.length > 0
}

/** Makes every cursor of the change feed invalid. After a restore, they count from changes that are gone. */
export async function renewEpochs(connection: Connection): Promise<void> {
  // Not the column's default: on several nodes at once, Citus runs only immutable functions.
  await connection.query(
    `update workspaces set epoch = $1 || lpad(to_hex(hashtextextended(workspace_id, 0)), 16, '0')`,
    [randomBytes(8).toString('hex')],
  )
}
