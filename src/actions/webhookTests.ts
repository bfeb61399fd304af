/** Sends a test message at once and waits for what comes of it. */
import type { WebhookAttempt } from '../contract/console/webhooks.ts'
import { Conflict } from '../domain/conflict.ts'
import { newId } from '../domain/ids.ts'
import { exchangeMsMax } from '../domain/webhooks/exchange.ts'
import { testMessage } from '../domain/webhooks/messages.ts'
import { signedHeaders, signingSecrets } from '../domain/webhooks/secrets.ts'
import { recordAudit } from '../store/audit.ts'
import { feedEnd } from '../store/feed/changes.ts'
import { recordAttempt } from '../store/webhooks/attempts.ts'
import { findWebhook } from '../store/webhooks/webhooks.ts'
import { existing, requireKnownSecret, requireMaster, type WebhookWork } from './webhookTools.ts'

/** Of this process. Each may wait for 15 seconds. */
const testsAtOnceMax = 10
let running = 0

export async function sendTest(work: WebhookWork, workspaceId: string, id: string): Promise<WebhookAttempt> {
  if (running >= testsAtOnceMax) {
    throw new Conflict(
      'TOO_MANY_TESTS',
      'Too many test messages are being sent at the moment. Try again in a few seconds.',
    )
  }
  running += 1
  try {
    return await send(work, workspaceId, id)
  } finally {
    running -= 1
  }
}

async function send({ db, tools, actor, nowMs }: WebhookWork, workspaceId: string, id: string) {
  const master = requireMaster(tools)
  const webhook = await existing(findWebhook(db, workspaceId, id), id)
  requireKnownSecret(master, webhook)
  const { clock } = await feedEnd(db, workspaceId)
  const at = new Date(nowMs).toISOString()
  const { type, body } = testMessage({ webhookId: id, workspaceId, at, clock })
  const messageId = newId('msg', nowMs)
  const headers = signedHeaders(signingSecrets(master, webhook, nowMs), { id: messageId, body }, nowMs)
  const startMs = performance.now()
  const { signal } = new AbortController()
  const result = await tools.transport({ url: webhook.url, headers, body, msMax: exchangeMsMax, signal })
  const { status, error } = result
  const durationMs = Math.round(performance.now() - startMs)
  const attempt = { id: newId('wha', nowMs), at, messageId, type, status, error, durationMs }
  await db.transaction(async connection => {
    await recordAttempt(connection, workspaceId, id, attempt)
    const details = { name: webhook.name, status, error }
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'webhook.tested',
      subjectId: id,
      details,
    })
  })
  return { ...attempt, delivered: error === null }
}
