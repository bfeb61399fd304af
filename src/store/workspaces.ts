import type { Session } from './engine/door.ts'

export interface StoredWorkspace {
  id: string
  name: string
  createdAt: string
}

const columns = 'workspace_id as id, name, created_at as "createdAt"'

export async function findWorkspace(session: Session, workspaceId: string): Promise<StoredWorkspace | null> {
  const [row] = await session.query<StoredWorkspace>(
    `select ${columns} from workspaces where workspace_id = $1`,
    [workspaceId],
  )
  return row ?? null
}

export interface WorkspaceSummary extends StoredWorkspace {
  version: string
  companies: number
}

/** For the operator, who sees every workspace of the store. */
export async function listWorkspaces(session: Session): Promise<WorkspaceSummary[]> {
  return await session.query<WorkspaceSummary>(
    `select ${columns}, clock as version,
       (select count(*)::int from companies c where c.workspace_id = w.workspace_id) as companies
     from workspaces w order by created_at, workspace_id`,
  )
}

export async function anyWorkspaceExists(session: Session): Promise<boolean> {
  const rows = await session.query('select from workspaces limit 1')
  return rows.length > 0
}

/** Makes the workspace with its clock at the given instant; false where it is there already. */
export async function insertWorkspace(
  session: Session,
  workspace: { id: string; name: string },
  clock: string,
): Promise<boolean> {
  const rows = await session.query(
    `insert into workspaces (workspace_id, name, clock, created_at) values ($1, $2, $3, $3)
     on conflict do nothing returning workspace_id`,
    [workspace.id, workspace.name, clock],
  )
  return rows.length > 0
}

export async function renameWorkspace(session: Session, workspaceId: string, name: string): Promise<boolean> {
  const rows = await session.query(
    'update workspaces set name = $2 where workspace_id = $1 and name <> $2 returning workspace_id',
    [workspaceId, name],
  )
  return rows.length > 0
}
