/** What came of each message that was sent. Never more of a reply than its status. */
import type { AttemptError, WebhookAttempt, WebhookType } from '../../contract/console/webhooks.ts'
import type { Connection } from '../engine/door.ts'

export interface NewAttempt {
  id: string
  at: string
  messageId: string
  type: WebhookType
  status: number | null
  error: AttemptError | null
  durationMs: number
}

/** Writes nothing if the webhook was deleted meanwhile. */
export async function recordAttempt(
  connection: Connection,
  workspaceId: string,
  webhookId: string,
  { id, at, messageId, type, status, error, durationMs }: NewAttempt,
): Promise<void> {
  // Locked, so that it cannot be deleted between this and the insert.
  await connection.query(
    `insert into webhook_attempts
       (workspace_id, webhook_id, at, id, message_id, type, status, error, duration_ms)
     select h.workspace_id, h.id, $3, $4, $5, $6, $7, $8, $9
     from webhooks h where h.workspace_id = $1 and h.id = $2 for key share`,
    [workspaceId, webhookId, at, id, messageId, type, status, error, durationMs],
  )
}

export const attemptColumns = `a.id, a.at, a.message_id as "messageId", a.type, a.error is null as delivered, a.status,
  a.error, a.duration_ms as "durationMs"`

export async function listAttemptPage(
  connection: Connection,
  workspaceId: string,
  webhookId: string,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<WebhookAttempt[]> {
  const rest = after === null ? '' : 'and (a.at, a.id) < ($3::timestamptz, $4::text)'
  return await connection.query<WebhookAttempt>(
    `select ${attemptColumns} from webhook_attempts a
     where a.workspace_id = $1 and a.webhook_id = $2 ${rest}
     order by a.at desc, a.id desc limit ${limit + 1}`,
    [workspaceId, webhookId, ...(after === null ? [] : [after.at, after.id])],
  )
}

const attemptLifetimeMs = 30 * 24 * 60 * 60 * 1000
/** Per webhook. A receiver that reads a whole workspace gets thousands of messages. */
export const keptAttemptsMax = 1_000

/** Those of more than 30 days, and all but the newest of each webhook. */
export async function dropOldAttempts(connection: Connection, nowMs: number): Promise<void> {
  await connection.query(
    `delete from webhook_attempts a using (
       select h.workspace_id, h.id, greatest(
         $1::timestamptz,
         (select k.at from webhook_attempts k where k.workspace_id = h.workspace_id and k.webhook_id = h.id
          order by k.at desc, k.id desc offset ${keptAttemptsMax} limit 1)
       ) as last
       from webhooks h
     ) as old
     where a.workspace_id = old.workspace_id and a.webhook_id = old.id and a.at <= old.last`,
    [new Date(nowMs - attemptLifetimeMs).toISOString()],
  )
}
