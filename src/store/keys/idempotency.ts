/** First replies to requests with an Idempotency-Key, kept for a day. Written in the same transaction as the change. */
import { type Connection, StoreUnavailable } from '../engine/door.ts'

export const replyLifetimeMs = 24 * 60 * 60 * 1000

export interface KeptReply {
  status: number
  body: string
}

export type Claim = { first: true } | { first: false; requestFingerprint: string; reply: KeptReply }

/**
 * Claims the key for this request. A concurrent request with the same key waits here for the first to commit, because
 * both insert the same primary key, and then gets the first one's reply.
 */
export async function claimIdempotencyKey(
  connection: Connection,
  workspaceId: string,
  idempotencyKey: string,
  requestFingerprint: string,
  nowMs: number,
): Promise<Claim> {
  await connection.query('delete from idempotent_answers where workspace_id = $1 and created_at <= $2', [
    workspaceId,
    new Date(nowMs - replyLifetimeMs).toISOString(),
  ])
  const claimed = await connection.query(
    `insert into idempotent_answers (workspace_id, idempotency_key, request_fingerprint, created_at)
     values ($1, $2, $3, $4) on conflict do nothing returning idempotency_key`,
    [workspaceId, idempotencyKey, requestFingerprint, new Date(nowMs).toISOString()],
  )
  if (claimed.length > 0) return { first: true }
  const [kept] = await connection.query<KeptReply & { requestFingerprint: string }>(
    `select request_fingerprint as "requestFingerprint", status, body from idempotent_answers
     where workspace_id = $1 and idempotency_key = $2`,
    [workspaceId, idempotencyKey],
  )
  if (!kept) throw new StoreUnavailable('The reply kept for this Idempotency-Key has just expired.')
  return {
    first: false,
    requestFingerprint: kept.requestFingerprint,
    reply: { status: kept.status, body: kept.body },
  }
}

export async function keepReply(
  connection: Connection,
  workspaceId: string,
  idempotencyKey: string,
  { status, body }: KeptReply,
): Promise<void> {
  await connection.query(
    'update idempotent_answers set status = $3, body = $4 where workspace_id = $1 and idempotency_key = $2',
    [workspaceId, idempotencyKey, status, body],
  )
}

/** Cleans up all workspaces: `claimIdempotencyKey` only does so in workspaces that are still in use. */
export async function dropOldReplies(connection: Connection, nowMs: number): Promise<void> {
  await connection.query('delete from idempotent_answers where created_at <= $1', [
    new Date(nowMs - replyLifetimeMs).toISOString(),
  ])
}
