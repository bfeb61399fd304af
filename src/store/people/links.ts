/** Single-use links: to set up a workspace, to join one, or to choose a new password. */
import type { Invite } from '../../contract/console/people.ts'
import type { Role } from '../../contract/console/roles.ts'
import type { Connection } from '../engine/door.ts'

export interface StoredLink {
  id: string
  kind: 'setup' | 'invite' | 'reset'
  workspaceId: string | null
  workspaceName: string | null
  role: Role | null
  email: string | null
  userId: string | null
  createdBy: string
  createdAt: string
  expiresAt: string
}

export type NewLink = Omit<StoredLink, 'workspaceName'>

export async function insertLink(connection: Connection, tokenHash: string, link: NewLink): Promise<void> {
  await connection.query(
    `insert into links
       (token_hash, id, kind, workspace_id, role, email, user_id, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tokenHash,
      link.id,
      link.kind,
      link.workspaceId,
      link.role,
      link.email,
      link.userId,
      link.createdBy,
      link.createdAt,
      link.expiresAt,
    ],
  )
}

/** Finds a link that has not expired. A reset link comes with the email address of its account. */
export async function findLink(
  connection: Connection,
  tokenHash: string,
  nowMs: number,
): Promise<StoredLink | null> {
  const [row] = await connection.query<StoredLink>(
    `select l.id, l.kind, l.workspace_id as "workspaceId", w.name as "workspaceName", l.role,
       coalesce(l.email, u.email) as email, l.user_id as "userId", l.created_by as "createdBy",
       l.created_at as "createdAt", l.expires_at as "expiresAt"
     from links l
     left join workspaces w on w.workspace_id = l.workspace_id
     left join users u on u.user_id = l.user_id
     where l.token_hash = $1 and l.expires_at > $2`,
    [tokenHash, new Date(nowMs).toISOString()],
  )
  return row ?? null
}

/** Deletes the link; true if it was still there. If two people use a link at once, only one gets true. */
export async function takeLink(connection: Connection, tokenHash: string): Promise<boolean> {
  const rows = await connection.query('delete from links where token_hash = $1 returning id', [tokenHash])
  return rows.length > 0
}

export async function dropSetupLinks(connection: Connection): Promise<void> {
  await connection.query(`delete from links where kind = 'setup'`)
}

/** Deletes a person's password reset links. Only the newest may work. */
export async function dropResetLinks(connection: Connection, userId: string): Promise<void> {
  await connection.query(`delete from links where kind = 'reset' and user_id = $1`, [userId])
}

export const openInvitesMax = 200

export async function listInvites(
  connection: Connection,
  workspaceId: string,
  nowMs: number,
): Promise<Invite[]> {
  return await connection.query<Invite>(
    `select l.id, l.email, l.role, coalesce(u.name, l.created_by) as "createdBy",
       l.created_at as "createdAt", l.expires_at as "expiresAt"
     from links l left join users u on u.user_id = l.created_by
     where l.workspace_id = $1 and l.kind = 'invite' and l.expires_at > $2
     order by l.created_at desc, l.id desc limit ${openInvitesMax}`,
    [workspaceId, new Date(nowMs).toISOString()],
  )
}

export async function deleteInvite(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<{ email: string; role: Role } | null> {
  const [row] = await connection.query<{ email: string; role: Role }>(
    `delete from links where workspace_id = $1 and id = $2 and kind = 'invite' returning email, role`,
    [workspaceId, id],
  )
  return row ?? null
}

export async function dropOldLinks(connection: Connection, nowMs: number): Promise<void> {
  await connection.query('delete from links where expires_at <= $1', [new Date(nowMs).toISOString()])
}
