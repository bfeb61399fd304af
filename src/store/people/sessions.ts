/** Sign-in sessions: whom a cookie belongs to, and until when it is valid. */
import type { Role } from '../../contract/console/roles.ts'
import type { Connection } from '../engine/door.ts'
import { type StoredUser, userColumns } from './users.ts'

const hourMs = 60 * 60 * 1000
export const sessionIdleMsMax = 12 * hourMs
export const sessionMsMax = 30 * 24 * hourMs
/** Precision of the last use, to avoid a write per request. */
const seenPrecisionMs = 60_000

const at = (ms: number): string => new Date(ms).toISOString()

/** The address a request came from, and a readable name of its browser. */
export interface Origin {
  address: string | null
  client: string | null
}

export interface NewSession extends Origin {
  id: string
  tokenHash: string
  userId: string
  /** The known device it was started on. */
  deviceHash: string | null
}

/** More browsers than one person uses. The least recently used session ends first. */
export const sessionsPerPersonMax = 100

export async function insertSession(connection: Connection, made: NewSession, nowMs: number): Promise<void> {
  await connection.query(
    `insert into sessions (token_hash, id, user_id, address, client, device_hash, created_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [made.tokenHash, made.id, made.userId, made.address, made.client, made.deviceHash, at(nowMs)],
  )
  await connection.query(
    `delete from sessions where user_id = $1 and token_hash in (
       select token_hash from sessions where user_id = $1 and token_hash <> $2
       order by last_seen_at desc, token_hash offset ${sessionsPerPersonMax - 1}
     )`,
    [made.userId, made.tokenHash],
  )
}

export interface StoredSession extends Origin {
  id: string
  tokenHash: string
  createdAt: string
  lastSeenAt: string
}

/** Sessions that have not ended, most recently used first. */
export async function listSessions(
  connection: Connection,
  userId: string,
  nowMs: number,
): Promise<StoredSession[]> {
  return await connection.query<StoredSession>(
    `select id, token_hash as "tokenHash", address, client, created_at as "createdAt", last_seen_at as "lastSeenAt"
     from sessions where user_id = $1 and last_seen_at > $2 and created_at > $3
     order by last_seen_at desc, id desc limit ${sessionsPerPersonMax}`,
    [userId, at(nowMs - sessionIdleMsMax), at(nowMs - sessionMsMax)],
  )
}

export interface RevokedSession extends Origin {
  tokenHash: string
  deviceHash: string | null
}

/** Ends one session of the person; null if they have none with this id. */
export async function revokeSession(
  connection: Connection,
  userId: string,
  id: string,
  nowMs: number,
): Promise<RevokedSession | null> {
  const [row] = await connection.query<RevokedSession>(
    `delete from sessions where user_id = $1 and id = $2 and last_seen_at > $3 and created_at > $4
     returning token_hash as "tokenHash", device_hash as "deviceHash", address, client`,
    [userId, id, at(nowMs - sessionIdleMsMax), at(nowMs - sessionMsMax)],
  )
  return row ?? null
}

export interface SignedIn extends StoredUser {
  lastSeenAt: string
  /** The person's role in the requested workspace; null if none was requested or they are not a member. */
  role: Role | null
  workspaceName: string | null
  /** The workspace's clock. */
  version: string | null
}

export async function findSignedIn(
  connection: Connection,
  tokenHash: string,
  workspaceId: string | null,
  nowMs: number,
): Promise<SignedIn | null> {
  const [row] = await connection.query<SignedIn>(
    `select ${userColumns}, s.last_seen_at as "lastSeenAt", m.role, w.name as "workspaceName", w.clock as version
     from sessions s
     join users u on u.user_id = s.user_id
     left join memberships m on m.workspace_id = $2 and m.user_id = s.user_id
     left join workspaces w on w.workspace_id = m.workspace_id
     where s.token_hash = $1 and s.last_seen_at > $3 and s.created_at > $4`,
    [tokenHash, workspaceId, at(nowMs - sessionIdleMsMax), at(nowMs - sessionMsMax)],
  )
  return row ?? null
}

/** Records the last use, and the address and browser it came from. */
export async function noteSeen(
  connection: Connection,
  tokenHash: string,
  { lastSeenAt }: Pick<SignedIn, 'lastSeenAt'>,
  { address, client }: Origin,
  nowMs: number,
): Promise<void> {
  if (nowMs - Date.parse(lastSeenAt) < seenPrecisionMs) return
  await connection.query(
    `update sessions set last_seen_at = greatest(last_seen_at, $2), address = $3, client = $4
     where token_hash = $1`,
    [tokenHash, at(nowMs), address, client],
  )
}

export async function deleteSession(connection: Connection, tokenHash: string): Promise<void> {
  await connection.query('delete from sessions where token_hash = $1', [tokenHash])
}

/** Deletes all of a person's sessions except `keptTokenHash`. */
export async function deleteSessions(
  connection: Connection,
  userId: string,
  keptTokenHash: string | null,
): Promise<void> {
  await connection.query('delete from sessions where user_id = $1 and token_hash is distinct from $2', [
    userId,
    keptTokenHash,
  ])
}

export async function dropOldSessions(connection: Connection, nowMs: number): Promise<void> {
  await connection.query('delete from sessions where last_seen_at <= $1', [at(nowMs - sessionIdleMsMax)])
  await connection.query('delete from sessions where created_at <= $1', [at(nowMs - sessionMsMax)])
}
