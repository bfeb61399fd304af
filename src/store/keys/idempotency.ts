/** First answers to requests that carry an Idempotency-Key, kept for a day in the transaction that gave them. */
import { type Session, StoreUnavailable } from '../engine/door.ts'

export const answerLifetimeMs = 24 * 60 * 60 * 1000

export interface KeptAnswer {
  status: number
  body: string
}

export type Claim = { first: true } | { first: false; requestFingerprint: string; answer: KeptAnswer }

/**
 * Claims the key for this request. Of two at once the second waits here for the first to commit, as both insert the
 * same primary key, and then gets its answer.
 */
export async function claimIdempotencyKey(
  session: Session,
  workspaceId: string,
  idempotencyKey: string,
  requestFingerprint: string,
  nowMs: number,
): Promise<Claim> {
  await session.query('delete from idempotent_answers where workspace_id = $1 and created_at <= $2', [
    workspaceId,
    new Date(nowMs - answerLifetimeMs).toISOString(),
  ])
  const claimed = await session.query(
    `insert into idempotent_answers (workspace_id, idempotency_key, request_fingerprint, created_at)
     values ($1, $2, $3, $4) on conflict do nothing returning idempotency_key`,
    [workspaceId, idempotencyKey, requestFingerprint, new Date(nowMs).toISOString()],
  )
  if (claimed.length > 0) return { first: true }
  const [kept] = await session.query<KeptAnswer & { requestFingerprint: string }>(
    `select request_fingerprint as "requestFingerprint", status, body from idempotent_answers
     where workspace_id = $1 and idempotency_key = $2`,
    [workspaceId, idempotencyKey],
  )
  if (!kept) throw new StoreUnavailable('The first answer to this key is gone just now.')
  return {
    first: false,
    requestFingerprint: kept.requestFingerprint,
    answer: { status: kept.status, body: kept.body },
  }
}

export async function keepAnswer(
  session: Session,
  workspaceId: string,
  idempotencyKey: string,
  { status, body }: KeptAnswer,
): Promise<void> {
  await session.query(
    'update idempotent_answers set status = $3, body = $4 where workspace_id = $1 and idempotency_key = $2',
    [workspaceId, idempotencyKey, status, body],
  )
}

/** Housekeeping over all workspaces, as one that has gone quiet would keep its answers for ever. */
export async function dropOldAnswers(session: Session, nowMs: number): Promise<void> {
  await session.query('delete from idempotent_answers where created_at <= $1', [
    new Date(nowMs - answerLifetimeMs).toISOString(),
  ])
}
