/** Brings one leased webhook forward by at most one message: makes it if there is none, sends it, and notes what came of it. */
import type { Logger } from 'pino'
import { newId } from '../../domain/ids.ts'
import { type ExchangeResult, exchangeMsMax, type Transport } from '../../domain/webhooks/exchange.ts'
import { afterFailure, parseRetryAfter } from '../../domain/webhooks/retries.ts'
import { secretCheck, signedHeaders, signingSecrets } from '../../domain/webhooks/secrets.ts'
import { recordAudit } from '../../store/audit.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import type { NewAttempt } from '../../store/webhooks/attempts.ts'
import {
  endLease,
  type Held,
  keepMessage,
  type LeasedWebhook,
  type Message,
  moveQuietly,
  noteDelivered,
  noteFailed,
} from '../../store/webhooks/deliveries.ts'
import { disableWebhook, lockWebhook } from '../../store/webhooks/webhooks.ts'
import { nextMessage } from './nextMessage.ts'

export interface Surroundings {
  db: Database
  /** FLORIN_SECRET. */
  master: string
  transport: Transport
  clock: () => number
  /** From 0 to 1, evenly distributed. */
  random: () => number
  log: Logger
  /** Ends exchanges that are under way, without a result. */
  signal: AbortSignal
  /** Runs work on the database, a little at a time, so that requests are not kept waiting. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A workspace that changes all the time is reported this often. The first change after a pause is reported at once. */
export const restMs = 2_000

/** Who disables a webhook that does not work, in the audit log. */
const service = { kind: 'command', id: 'florin (webhooks)' } as const

/** What is left of the lease after the exchange, to note its result. */
const noteMs = 3_000

/** True if there is more to send at once. */
export async function deliver(
  around: Surroundings,
  webhook: LeasedWebhook,
  by: string,
  leasedUntilMs: number,
): Promise<boolean> {
  const { db, master, clock, signal, inTurn } = around
  const held: Held = { workspaceId: webhook.workspaceId, id: webhook.id, revision: webhook.revision, by }
  const [secret, ...previous] = signingSecrets(master, webhook, clock())
  if (secret === undefined || secretCheck(secret) !== webhook.secretCheck) {
    await inTurn(() => disable(around, held, 'secret_changed'))
    return false
  }
  const made = await inTurn(() => messageOf(around, webhook, held))
  if (made === 'quiet') return false
  if (made === null) return await inTurn(() => endLease(db, held)).then(() => true)
  const startMs = clock()
  const msMax = Math.min(exchangeMsMax, leasedUntilMs - startMs - noteMs)
  if (msMax <= 0) return await inTurn(() => endLease(db, held)).then(() => true)
  const headers = signedHeaders([secret, ...previous], made, startMs)
  let result: ExchangeResult
  try {
    result = await around.transport({ url: webhook.url, headers, body: made.body, msMax, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    // Shutting down. The message is sent again, with the same id and bytes, by the next process.
    await endLease(db, held)
    return false
  }
  const failedAttempts = made === webhook.message ? webhook.failedAttempts : 0
  return await inTurn(() => note(around, { ...webhook, failedAttempts }, held, made, result, startMs))
}

/** The message under way, or a new one, which is stored first; null if the webhook has been changed meanwhile. */
async function messageOf(
  { db, clock }: Surroundings,
  webhook: LeasedWebhook,
  held: Held,
): Promise<Message | 'quiet' | null> {
  const { message: kept, messageEpoch, epochNow } = webhook
  if (kept !== null && messageEpoch === epochNow) return kept
  const nowMs = clock()
  const { message, next } = await nextMessage(db, webhook, instantOf(nowMs))
  if (message === null) {
    await moveQuietly(db, held, next)
    return 'quiet'
  }
  const made = { id: newId('msg', nowMs), ...message }
  return (await keepMessage(db, held, made, next)) ? made : null
}

/** Writes down what came of a message. True if there is more to send at once. */
async function note(
  around: Surroundings,
  webhook: LeasedWebhook,
  held: Held,
  { id: messageId, type }: Message,
  result: ExchangeResult,
  startMs: number,
): Promise<boolean> {
  const { db, clock, log } = around
  const nowMs = clock()
  const { status, error } = result
  const durationMs = Math.max(0, Math.round(nowMs - startMs))
  logResult(log, webhook, durationMs, messageId, result)
  const [id, at] = [newId('wha', startMs), instantOf(startMs)]
  const attempt = { id, at, messageId, type, status, error, durationMs }
  if (error !== null) return await noteFailure(around, webhook, held, attempt, result)
  const then = { at: instantOf(nowMs), restUntil: instantOf(nowMs + restMs) }
  return await noteDelivered(db, held, attempt, then)
}

async function noteFailure(
  around: Surroundings,
  webhook: LeasedWebhook,
  held: Held,
  attempt: NewAttempt,
  { status, retryAfter }: ExchangeResult,
): Promise<false> {
  const { db, clock, random } = around
  const nowMs = clock()
  const failedAttempts = webhook.failedAttempts + 1
  const failingSince = webhook.failingSince ?? instantOf(nowMs)
  const failingSinceMs = Date.parse(failingSince)
  const retryAfterMs = parseRetryAfter(retryAfter, nowMs)
  const then = afterFailure({ nowMs, failedAttempts, failingSinceMs, status, retryAfterMs, random: random() })
  if ('disable' in then) {
    const failed = { failedAttempts, failingSince, nextAt: instantOf(nowMs) }
    await db.transaction(async connection => {
      if (await noteFailed(connection, held, attempt, failed)) {
        await disableIn(around, connection, held, then.disable)
      }
    })
  } else {
    const failed = { failedAttempts, failingSince, nextAt: instantOf(then.nextAtMs) }
    await noteFailed(db, held, attempt, failed)
  }
  return false
}

const instantOf = (ms: number): string => new Date(ms).toISOString()

type Reason = 'gone' | 'failing' | 'secret_changed'

async function disable(around: Surroundings, held: Held, reason: Reason): Promise<void> {
  await around.db.transaction(async connection => {
    await endLease(connection, held)
    await disableIn(around, connection, held, reason)
  })
}

async function disableIn(
  { clock, log }: Surroundings,
  connection: Connection,
  { workspaceId, id }: Held,
  reason: Reason,
): Promise<void> {
  const webhook = await lockWebhook(connection, workspaceId, id)
  if (webhook === null || webhook.state === 'disabled') return
  const nowMs = clock()
  await disableWebhook(connection, workspaceId, id, reason, instantOf(nowMs))
  await recordAudit(connection, workspaceId, nowMs, {
    actor: service,
    action: 'webhook.disabled',
    subjectId: id,
    details: { name: webhook.name, reason },
  })
  log.warn({ workspaceId, webhookId: id, reason }, 'webhook disabled')
}

/** Without the URL, whose path and query may be a secret of the receiver. */
function logResult(
  log: Logger,
  { id, workspaceId, url }: LeasedWebhook,
  ms: number,
  messageId: string,
  { status, error, detail }: ExchangeResult,
): void {
  const facts = { workspaceId, webhookId: id, messageId, host: new URL(url).host, status, ms }
  if (error === null) log.info(facts, 'webhook delivered')
  else log.warn({ ...facts, error, detail }, 'webhook not delivered')
}
