/** Sessions: who a cookie stands for, and until when. */
import type { Role } from '../contract/console/roles.ts'
import type { Session } from './door.ts'
import { type StoredUser, userColumns } from './users.ts'

const hourMs = 60 * 60 * 1000
export const sessionIdleMsMax = 12 * hourMs
export const sessionMsMax = 30 * 24 * hourMs
/** How late the last use may be noted. */
const seenPrecisionMs = 60_000

const at = (ms: number): string => new Date(ms).toISOString()

export async function insertSession(
  session: Session,
  tokenHash: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  await session.query(
    'insert into sessions (token_hash, user_id, created_at, last_seen_at) values ($1, $2, $3, $3)',
    [tokenHash, userId, at(nowMs)],
  )
}

export interface SignedIn extends StoredUser {
  lastSeenAt: string
  /** What the person is in the workspace that was asked for; null where there is none, or they are not in it. */
  role: Role | null
  workspaceName: string | null
  /** The workspace's clock. */
  version: string | null
}

export async function findSignedIn(
  session: Session,
  tokenHash: string,
  workspaceId: string | null,
  nowMs: number,
): Promise<SignedIn | null> {
  const [row] = await session.query<SignedIn>(
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

export async function noteSeen(
  session: Session,
  tokenHash: string,
  { lastSeenAt }: Pick<SignedIn, 'lastSeenAt'>,
  nowMs: number,
): Promise<void> {
  if (nowMs - Date.parse(lastSeenAt) < seenPrecisionMs) return
  await session.query('update sessions set last_seen_at = greatest(last_seen_at, $2) where token_hash = $1', [
    tokenHash,
    at(nowMs),
  ])
}

export async function deleteSession(session: Session, tokenHash: string): Promise<void> {
  await session.query('delete from sessions where token_hash = $1', [tokenHash])
}

/** All of a person's sessions, but for the one that may be kept. */
export async function deleteSessions(
  session: Session,
  userId: string,
  keptTokenHash: string | null,
): Promise<void> {
  await session.query('delete from sessions where user_id = $1 and token_hash is distinct from $2', [
    userId,
    keptTokenHash,
  ])
}

export async function dropOldSessions(session: Session, nowMs: number): Promise<void> {
  await session.query('delete from sessions where last_seen_at <= $1', [at(nowMs - sessionIdleMsMax)])
  await session.query('delete from sessions where created_at <= $1', [at(nowMs - sessionMsMax)])
}
