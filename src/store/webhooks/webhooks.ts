/** Webhooks as people see and change them. What the sender does with them is in `deliveries.ts`. */
import type { ChangeResource } from '../../contract/changes.ts'
import type { DisabledReason, WebhookInclude, WebhookState } from '../../contract/console/webhooks.ts'
import type { FeedPlace } from '../../domain/changeCursor.ts'
import type { Connection } from '../engine/door.ts'
import { type NextPlace, storedInstant } from './places.ts'

export interface StoredWebhook {
  id: string
  workspaceId: string
  name: string
  url: string
  resources: ChangeResource[]
  companyId: string | null
  include: WebhookInclude
  state: WebhookState
  disabledReason: DisabledReason | null
  disabledAt: string | null
  createdBy: string
  createdAt: string
  generation: number
  rotatedAt: string | null
  secretCheck: string
  /** Everything up to this instant was delivered; null if nothing was. */
  placeAt: string | null
  upToDate: boolean
  lastDeliveryAt: string | null
  failingSince: string | null
  failedAttempts: number
  nextAt: string
}

const columns = `h.id, h.workspace_id as "workspaceId", h.name, h.url, h.resources, h.company_id as "companyId",
  h.include, h.state, h.disabled_reason as "disabledReason", h.disabled_at as "disabledAt",
  coalesce(u.name, h.created_by) as "createdBy", h.created_at as "createdAt", h.generation,
  h.rotated_at as "rotatedAt", h.secret_check as "secretCheck", h.place_at as "placeAt",
  h.message_id is null and coalesce(h.seen_clock >= w.clock, false) and h.epoch = w.epoch as "upToDate",
  h.last_delivery_at as "lastDeliveryAt", h.failing_since as "failingSince",
  h.failed_attempts as "failedAttempts", h.next_at as "nextAt"`

const named = `webhooks h join workspaces w on w.workspace_id = h.workspace_id
  left join users u on u.user_id = h.created_by`

/** Oldest first. A workspace has few of them. */
export async function listWebhooks(connection: Connection, workspaceId: string): Promise<StoredWebhook[]> {
  return await connection.query<StoredWebhook>(
    `select ${columns} from ${named} where h.workspace_id = $1 order by h.created_at, h.id`,
    [workspaceId],
  )
}

export async function findWebhook(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<StoredWebhook | null> {
  const [row] = await connection.query<StoredWebhook>(
    `select ${columns} from ${named} where h.workspace_id = $1 and h.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

/** The same, locked until the end of the transaction, so that changes follow one another. */
export async function lockWebhook(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<StoredWebhook | null> {
  await connection.query('select from webhooks where workspace_id = $1 and id = $2 for no key update', [
    workspaceId,
    id,
  ])
  return await findWebhook(connection, workspaceId, id)
}

/** For operator commands, which name a webhook only by its id. */
export async function findWebhookWorkspace(connection: Connection, id: string): Promise<string | null> {
  const [row] = await connection.query<{ workspaceId: string }>(
    'select workspace_id as "workspaceId" from webhooks where id = $1',
    [id],
  )
  return row?.workspaceId ?? null
}

export async function countWebhooks(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from webhooks where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}

export interface NewWebhook {
  id: string
  name: string
  url: string
  resources: readonly ChangeResource[]
  companyId: string | null
  include: WebhookInclude
  createdBy: string
  createdAt: string
  secretCheck: string
}

export async function insertWebhook(
  connection: Connection,
  workspaceId: string,
  webhook: NewWebhook,
  { epoch, place, seenClock }: NextPlace,
): Promise<void> {
  const { id, name, url, resources, companyId, include, createdBy, createdAt, secretCheck } = webhook
  await connection.query(
    `insert into webhooks (workspace_id, id, name, url, resources, company_id, include, state, created_by,
       created_at, next_at, generation, secret_check, epoch, place_at, place_resource, place_id, seen_clock,
       revision, failed_attempts)
     values ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $9, $9, 1, $10, $11, $12, $13, $14, $15, 0, 0)`,
    [
      ...[workspaceId, id, name, url, resources, companyId, include, createdBy, createdAt, secretCheck],
      ...[epoch, storedInstant(place), place.resource, place.id, seenClock],
    ],
  )
}

/** No message is under way any more, and one that is being built may not be stored. */
const withoutMessage = `revision = revision + 1, message_id = null, message_type = null, message_body = null, message_epoch = null,
  message_place_at = null, message_place_resource = null, message_place_id = null, message_seen_clock = null,
  failed_attempts = 0`

export interface WebhookChange {
  name: string
  url: string
  resources: readonly ChangeResource[]
  companyId: string | null
  include: WebhookInclude
}

/** `anew` drops the message under way, whose content no longer fits; the next one starts at the same place. */
export async function changeWebhook(
  connection: Connection,
  workspaceId: string,
  id: string,
  { name, url, resources, companyId, include }: WebhookChange,
  anew: boolean,
): Promise<void> {
  await connection.query(
    `update webhooks set name = $3, url = $4, resources = $5, company_id = $6, include = $7
       ${anew ? `, seen_clock = null, ${withoutMessage}` : ''}
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, name, url, resources, companyId, include],
  )
}

/** It goes on where it was, at once and with all its attempts. */
export async function enableWebhook(
  connection: Connection,
  workspaceId: string,
  id: string,
  at: string,
): Promise<void> {
  await connection.query(
    `update webhooks set state = 'active', disabled_reason = null, disabled_at = null, failed_attempts = 0,
       failing_since = null, next_at = $3
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, at],
  )
}

export async function disableWebhook(
  connection: Connection,
  workspaceId: string,
  id: string,
  reason: DisabledReason,
  at: string,
): Promise<void> {
  await connection.query(
    `update webhooks set state = 'disabled', disabled_reason = $3, disabled_at = $4
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, reason, at],
  )
}

/** `rotatedAt` is null if the previous secret cannot sign any more. */
export async function setGeneration(
  connection: Connection,
  workspaceId: string,
  id: string,
  secret: { generation: number; secretCheck: string; rotatedAt: string | null },
): Promise<void> {
  await connection.query(
    `update webhooks set generation = $3, secret_check = $4, rotated_at = $5
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, secret.generation, secret.secretCheck, secret.rotatedAt],
  )
}

/**
 * Sets the place back or forth. A process that is sending a message at this moment keeps its lease, so that no second
 * message goes out next to it; what comes of that message no longer moves the place. The epoch stays: a receiver that
 * has yet to learn of a restore is notified of that first.
 */
export async function setPlace(
  connection: Connection,
  workspaceId: string,
  id: string,
  place: FeedPlace,
  at: string,
): Promise<void> {
  await connection.query(
    `update webhooks set place_at = $3, place_resource = $4, place_id = $5, seen_clock = null, next_at = $6,
       ${withoutMessage}
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, storedInstant(place), place.resource, place.id, at],
  )
}

export async function deleteWebhook(connection: Connection, workspaceId: string, id: string): Promise<void> {
  await connection.query('delete from webhooks where workspace_id = $1 and id = $2', [workspaceId, id])
}
