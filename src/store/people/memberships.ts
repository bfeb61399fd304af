/** Members of a workspace and their roles. */
import type { Person } from '../../contract/console/people.ts'
import type { Role } from '../../contract/console/roles.ts'
import type { Connection } from '../engine/door.ts'

/**
 * Serializes changes to a workspace's members. If two owners remove each other at once, the second change sees that only
 * one owner is left.
 */
export async function lockMemberships(connection: Connection, workspaceId: string): Promise<void> {
  await connection.query('select from workspaces where workspace_id = $1 for no key update', [workspaceId])
}

export interface UserWorkspace {
  id: string
  name: string
  role: Role
}

export async function listUserWorkspaces(connection: Connection, userId: string): Promise<UserWorkspace[]> {
  return await connection.query<UserWorkspace>(
    `select w.workspace_id as id, w.name, m.role
     from memberships m join workspaces w on w.workspace_id = m.workspace_id
     where m.user_id = $1 order by w.created_at, w.workspace_id`,
    [userId],
  )
}

const personColumns = `u.user_id as id, u.name, u.email, m.role, u.totp_locked is not null as "secondFactor",
  m.created_at as "joinedAt",
  (select max(s.last_seen_at) from sessions s where s.user_id = u.user_id) as "lastSeenAt"`

export const peopleMax = 1_000

export async function listPeople(connection: Connection, workspaceId: string): Promise<Person[]> {
  return await connection.query<Person>(
    `select ${personColumns} from memberships m join users u on u.user_id = m.user_id
     where m.workspace_id = $1 order by u.name collate unicode_root, u.user_id limit ${peopleMax}`,
    [workspaceId],
  )
}

export async function findPerson(
  connection: Connection,
  workspaceId: string,
  userId: string,
): Promise<Person | null> {
  const [row] = await connection.query<Person>(
    `select ${personColumns} from memberships m join users u on u.user_id = m.user_id
     where m.workspace_id = $1 and m.user_id = $2`,
    [workspaceId, userId],
  )
  return row ?? null
}

export async function countPeople(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from memberships where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}

export async function countOwners(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from memberships where workspace_id = $1 and role = 'owner'`,
    [workspaceId],
  )
  return row?.count ?? 0
}

/** False if the person is already a member. */
export async function insertMembership(
  connection: Connection,
  workspaceId: string,
  membership: { userId: string; role: Role; createdAt: string },
): Promise<boolean> {
  const rows = await connection.query(
    `insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    [workspaceId, membership.userId, membership.role, membership.createdAt],
  )
  return rows.length > 0
}

export async function updateRole(
  connection: Connection,
  workspaceId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await connection.query('update memberships set role = $3 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
    role,
  ])
}

export async function deleteMembership(
  connection: Connection,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await connection.query('delete from memberships where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
  ])
}
