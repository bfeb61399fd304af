/**
 * What the sender does with webhooks. Several processes may run it on one database: each leases the webhooks that it
 * works on, and everything it writes about one requires that lease. A lease ends by itself if the process dies.
 */
import type { ChangeResource } from '../../contract/changes.ts'
import type { WebhookInclude, WebhookType } from '../../contract/console/webhooks.ts'
import type { FeedPlace } from '../../domain/changeCursor.ts'
import type { Connection } from '../engine/door.ts'
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
  const rows = await connection.query<LeasedRow>(
    `with due as materialized (
       select h.workspace_id, h.id, w.epoch
       from webhooks h join workspaces w on w.workspace_id = h.workspace_id
       where h.state = 'active' and h.next_at <= $2 and (h.leased_until is null or h.leased_until <= $2)
         and (h.message_id is not null or h.seen_clock is null or w.clock > h.seen_clock or w.epoch <> h.epoch)
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
  messageId: string,
  { at, restUntil }: { at: string; restUntil: string },
): Promise<boolean> {
  const { workspaceId, id, by } = held
  const [row] = await connection.query<{ more: boolean }>(
    `update webhooks set epoch = message_epoch, place_at = message_place_at,
       place_resource = message_place_resource, place_id = message_place_id, seen_clock = message_seen_clock,
       message_id = null, message_type = null, message_body = null, message_epoch = null,
       message_place_at = null, message_place_resource = null, message_place_id = null,
       message_seen_clock = null, failed_attempts = 0, failing_since = null, last_delivery_at = $5::timestamptz,
       next_at = case when message_seen_clock is null then $5::timestamptz else $6::timestamptz end, ${noLease}
     where workspace_id = $1 and id = $2 and leased_by = $3 and message_id = $4
     returning seen_clock is null as more`,
    [workspaceId, id, by, messageId, at, restUntil],
  )
  if (row === undefined) await endLease(connection, held)
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
  messageId: string,
  { failedAttempts, failingSince, nextAt }: FailedDelivery,
): Promise<boolean> {
  const { workspaceId, id, by } = held
  const rows = await connection.query(
    `update webhooks set failed_attempts = $5, failing_since = $6, next_at = $7, ${noLease}
     where workspace_id = $1 and id = $2 and leased_by = $3 and message_id = $4 returning id`,
    [workspaceId, id, by, messageId, failedAttempts, failingSince, nextAt],
  )
  if (rows.length === 0) await endLease(connection, held)
  return rows.length > 0
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
  const rows = await connection.query("select from webhooks where state = 'active' limit 1")
  return rows.length > 0
}
