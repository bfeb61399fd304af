/**
 * What the sender does with webhooks. Several processes may run it on one database: each leases the webhooks that it
 * works on, and everything it writes about one requires that lease. A lease ends by itself if the process dies.
 */
import type { ChangeResource } from '../../contract/changes.ts'
import type { WebhookInclude, WebhookType } from '../../contract/console/webhooks.ts'
import type { FeedPlace } from '../../domain/changeCursor.ts'
import { byNode } from '../distributed/byNode.ts'
import { type Connection, ConstraintViolation, StoreUnavailable, type Value } from '../engine/door.ts'
import type { NewAttempt } from './attempts.ts'
import { type NextPlace, placeFrom, storedInstant } from './places.ts'

export interface Message {
  id: string
  type: WebhookType
  body: string
}

export interface LeasedWebhook {
  id: string
  workspaceId: string
  url: string
  resources: ChangeResource[]
  companyId: string | null
  include: WebhookInclude
  generation: number
  rotatedAt: string | null
  secretCheck: string
  /** The epoch that its place belongs to, and the one of the workspace now. */
  epoch: string
  epochNow: string
  place: FeedPlace
  revision: number
  /** The message under way, if there is one, and the epoch that it leads to. */
  message: Message | null
  messageEpoch: string | null
  failedAttempts: number
  failingSince: string | null
}

interface LeasedRow extends Omit<LeasedWebhook, 'place' | 'message'> {
  placeAt: string | null
  placeResource: FeedPlace['resource']
  placeId: string
  messageId: string | null
  messageType: WebhookType | null
  messageBody: string | null
}

export interface Lease {
  /** The process. */
  by: string
  at: string
  until: string
}

/**
 * Leases webhooks that have something to send, the longest waiting first. Rows that another process is leasing at this
 * moment are skipped. A webhook has something to send if a message is under way and due, or if the workspace has
 * changed since it was last at the end of the feed.
 */
export async function leaseWebhooks(
  connection: Connection,
  { by, at, until }: Lease,
  limit: number,
): Promise<LeasedWebhook[]> {
  if (connection.nodeOf !== undefined) return await leaseOnNodes(connection, { by, at, until }, limit)
  return await leasePart(connection, { by, at, until }, limit)
}

/** Webhooks `h` with something to send at the time of the mark, and their workspaces `w`. */
const dueAt = (mark: string): string => `webhooks h join workspaces w on w.workspace_id = h.workspace_id
       where h.state = 'active' and h.next_at <= ${mark} and (h.leased_until is null or h.leased_until <= ${mark})
         and (h.message_id is not null or h.seen_clock is null or w.clock > h.seen_clock or w.epoch <> h.epoch)`

/** In a distributed store, rows can be locked on one node at a time. */
async function leaseOnNodes(connection: Connection, lease: Lease, limit: number): Promise<LeasedWebhook[]> {
  const query = connection.onEveryNode ?? connection.query
  const due = await query<{ workspaceId: string; nextAt: string }>(
    `select h.workspace_id as "workspaceId", h.next_at as "nextAt" from ${dueAt('$1')}
     order by h.next_at, h.workspace_id, h.id limit $2`,
    [lease.at, limit],
  )
  const waiting = due.sort((a, b) => (a.nextAt < b.nextAt ? -1 : 1)).slice(0, limit)
  const leasedNow: LeasedWebhook[] = []
  for (const [node, part] of byNode(connection, waiting)) {
    const left = Math.min(part.length, limit - leasedNow.length)
    if (left === 0) break
    try {
      leasedNow.push(...(await leasePart(node, lease, left)))
    } catch (error) {
      if (leasedNow.length === 0 || !(error instanceof StoreUnavailable)) throw error
      // What is leased must be delivered now. The node is left out of the next round.
      break
    }
  }
  return leasedNow
}

async function leasePart(
  connection: Pick<Connection, 'query'>,
  { by, at, until }: Lease,
  limit: number,
): Promise<LeasedWebhook[]> {
  const rows = await connection.query<LeasedRow>(
    `with due as materialized (
       select h.workspace_id, h.id, w.epoch
       from ${dueAt('$2')}
       order by h.next_at, h.workspace_id, h.id
       limit $4
       for no key update of h skip locked
     )
     update webhooks h set leased_by = $1, leased_until = $3 from due
     where h.workspace_id = due.workspace_id and h.id = due.id
     returning h.id, h.workspace_id as "workspaceId", h.url, h.resources, h.company_id as "companyId", h.include,
       h.generation, h.rotated_at as "rotatedAt", h.secret_check as "secretCheck", h.epoch,
       due.epoch as "epochNow", h.revision, h.message_epoch as "messageEpoch", h.place_at as "placeAt", h.place_resource as "placeResource",
       h.place_id as "placeId", h.message_id as "messageId", h.message_type as "messageType",
       h.message_body as "messageBody", h.failed_attempts as "failedAttempts",
       h.failing_since as "failingSince"`,
    [by, at, until, limit],
  )
  return rows.map(leased)
}

function leased(row: LeasedRow): LeasedWebhook {
  const { placeAt, placeResource, placeId, messageId, messageType, messageBody, ...rest } = row
  const message =
    messageId === null || messageType === null || messageBody === null
      ? null
      : { id: messageId, type: messageType, body: messageBody }
  return { ...rest, place: placeFrom(placeAt, placeResource, placeId), message }
}

/** A webhook that this process has leased, in the state that it was in then. */
export interface Held {
  workspaceId: string
  id: string
  revision: number
  /** The process. */
  by: string
}

/**
 * Stores a message before it is sent for the first time. False if the lease was lost, or the webhook has been changed
 * or set back since it was leased: then the message may not be sent.
 */
export async function keepMessage(
  connection: Connection,
  { workspaceId, id, revision, by }: Held,
  { id: messageId, type, body }: Message,
  { epoch, place, seenClock }: NextPlace,
): Promise<boolean> {
  const rows = await connection.query(
    `update webhooks set message_id = $5, message_type = $6, message_body = $7, message_epoch = $8,
       message_place_at = $9, message_place_resource = $10, message_place_id = $11, message_seen_clock = $12,
       failed_attempts = 0
     where workspace_id = $1 and id = $2 and leased_by = $3 and revision = $4 returning id`,
    [
      ...[workspaceId, id, by, revision, messageId, type, body],
      ...[epoch, storedInstant(place), place.resource, place.id, seenClock],
    ],
  )
  return rows.length > 0
}

const noLease = 'leased_by = null, leased_until = null'

/** Moves on without a message: nothing that this webhook follows has changed. Ends the lease. */
export async function moveQuietly(
  connection: Connection,
  held: Held,
  { epoch, place, seenClock }: NextPlace,
): Promise<void> {
  const { workspaceId, id, revision, by } = held
  const rows = await connection.query(
    `update webhooks set epoch = $5, place_at = $6, place_resource = $7, place_id = $8, seen_clock = $9, ${noLease}
     where workspace_id = $1 and id = $2 and leased_by = $3 and revision = $4 returning id`,
    [workspaceId, id, by, revision, epoch, storedInstant(place), place.resource, place.id, seenClock],
  )
  if (rows.length === 0) await endLease(connection, held)
}

/**
 * The place moves behind the message, whose text is no longer needed. Ends the lease. If the message did not go up to
 * the end of the feed, the next one is due at once, and this returns true.
 */
export async function noteDelivered(
  connection: Connection,
  held: Held,
  attempt: NewAttempt,
  { at, restUntil }: { at: string; restUntil: string },
): Promise<boolean> {
  const row = await noteAttempt<{ more: boolean }>(
    connection,
    held,
    attempt,
    `epoch = message_epoch, place_at = message_place_at, place_resource = message_place_resource,
     place_id = message_place_id, seen_clock = message_seen_clock,
     message_id = null, message_type = null, message_body = null, message_epoch = null,
     message_place_at = null, message_place_resource = null, message_place_id = null,
     message_seen_clock = null, failed_attempts = 0, failing_since = null,
     last_delivery_at = $11::timestamptz,
     next_at = case when message_seen_clock is null then $11::timestamptz else $12::timestamptz end`,
    'seen_clock is null as more',
    [at, restUntil],
  )
  return row?.more ?? true
}

export interface FailedDelivery {
  failedAttempts: number
  failingSince: string
  nextAt: string
}

/** The message stays and is due again at `nextAt`. Ends the lease. False if it is no longer under way. */
export async function noteFailed(
  connection: Connection,
  held: Held,
  attempt: NewAttempt,
  { failedAttempts, failingSince, nextAt }: FailedDelivery,
): Promise<boolean> {
  const changes = 'failed_attempts = $11::int, failing_since = $12::timestamptz, next_at = $13::timestamptz'
  const values = [failedAttempts, failingSince, nextAt]
  return (await noteAttempt(connection, held, attempt, changes, 'id', values)) !== null
}

/**
 * Records an attempt and what follows from it, in one query, because every message ends with it. Null if the message is
 * no longer under way, because the webhook was set back or deleted, or the lease was lost.
 */
async function noteAttempt<Row extends object>(
  connection: Connection,
  held: Held,
  { id: attemptId, at, messageId, type, status, error, durationMs }: NewAttempt,
  changes: string,
  returned: string,
  values: readonly Value[],
): Promise<Row | null> {
  const { workspaceId, id, by } = held
  try {
    const [row] = await connection.query<Row>(
      `with recorded as (
         insert into webhook_attempts
           (workspace_id, webhook_id, at, id, message_id, type, status, error, duration_ms)
         select h.workspace_id, h.id, $5, $6, $4, $7, $8, $9, $10
         from webhooks h where h.workspace_id = $1 and h.id = $2
       )
       update webhooks set ${changes}, ${noLease}
       where workspace_id = $1 and id = $2 and leased_by = $3 and message_id = $4 returning ${returned}`,
      [workspaceId, id, by, messageId, at, attemptId, type, status, error, durationMs, ...values],
    )
    if (row !== undefined) return row
    await endLease(connection, held)
    return null
  } catch (cause) {
    // Deleted since the query began.
    if (cause instanceof ConstraintViolation) return null
    throw cause
  }
}

/** Nothing else changes, so the webhook is due at once. */
export async function endLease(
  connection: Connection,
  { workspaceId, id, by }: Omit<Held, 'revision'>,
): Promise<void> {
  await connection.query(
    `update webhooks set ${noLease} where workspace_id = $1 and id = $2 and leased_by = $3`,
    [workspaceId, id, by],
  )
}

/** For the only process of a store: those that had leases are gone. */
export async function endAllLeases(connection: Connection): Promise<void> {
  await connection.query(`update webhooks set ${noLease} where leased_by is not null`)
}

/** Whether the sender has anything to watch. */
export async function anyActiveWebhook(connection: Connection): Promise<boolean> {
  const query = connection.onEveryNode ?? connection.query
  const rows = await query("select true as active from webhooks where state = 'active' limit 1")
  return rows.length > 0
}
