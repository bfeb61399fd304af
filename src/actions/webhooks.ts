/** Creates and changes webhooks, with an audit record in the same transaction. */
import type { ChangeResource } from '../contract/changes.ts'
import type { AuditAction } from '../contract/console/audit.ts'
import { type WebhookInclude, type WebhookState, webhooksMax } from '../contract/console/webhooks.ts'
import { placeAfter } from '../domain/changeCursor.ts'
import { Conflict } from '../domain/conflict.ts'
import { newId } from '../domain/ids.ts'
import { readWebhookUrl } from '../domain/webhooks/addresses.ts'
import { deriveSecret, secretCheck, writtenSecret } from '../domain/webhooks/secrets.ts'
import { UnknownCompany } from '../import/importErrors.ts'
import { recordAudit } from '../store/audit.ts'
import { companyExists } from '../store/companies.ts'
import type { Connection } from '../store/engine/door.ts'
import { feedEnd, feedStart } from '../store/feed/changes.ts'
import { lockMemberships } from '../store/people/memberships.ts'
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  type StoredWebhook,
  setGeneration,
  setPlace,
} from '../store/webhooks/webhooks.ts'
import {
  BadWebhookUrl,
  existing,
  hasKnownSecret,
  requireKnownSecret,
  requireMaster,
  type WebhookTools,
  type WebhookWork,
} from './webhookTools.ts'
import { requireWorkspace } from './workspaces.ts'

export interface WebhookRequest {
  name: string
  url: string
  resources: readonly ChangeResource[]
  companyId: string | null
  include: WebhookInclude
  start: 'now' | 'beginning'
}

/** A webhook and its secret, which is shown once and not stored. */
export interface WithSecret {
  webhook: StoredWebhook
  secret: string
}

export async function createWebhook(
  work: WebhookWork,
  workspaceId: string,
  { start, ...request }: WebhookRequest,
): Promise<WithSecret> {
  const { db, tools, actor, nowMs } = work
  const master = requireMaster(tools)
  const url = checkedUrl(request.url, tools)
  const id = newId('whe', nowMs)
  const secret = deriveSecret(master, id, 1)
  const webhook = await db.transaction(async connection => {
    await requireWorkspace(connection, workspaceId)
    await lockMemberships(connection, workspaceId)
    if ((await countWebhooks(connection, workspaceId)) >= webhooksMax) throw tooMany()
    await requireCompany(connection, workspaceId, request.companyId)
    const createdAt = new Date(nowMs).toISOString()
    const made = { ...request, url, id, createdBy: actor.id, createdAt, secretCheck: secretCheck(secret) }
    const { clock, epoch } = await feedEnd(connection, workspaceId)
    const isNow = start === 'now'
    const place = isNow ? placeAfter(clock) : feedStart
    await insertWebhook(connection, workspaceId, made, { epoch, place, seenClock: isNow ? clock : null })
    await note(connection, work, workspaceId, 'webhook.created', id, { ...shownInAudit(made), start })
    return await existing(findWebhook(connection, workspaceId, id), id)
  })
  tools.wake()
  return { webhook, secret: writtenSecret(secret) }
}

const tooMany = () =>
  new Conflict(
    'TOO_MANY_WEBHOOKS',
    `The workspace already has ${webhooksMax} webhooks, which is the limit. Delete some first.`,
  )

export type WebhookChanges = {
  readonly [Field in keyof Omit<WebhookRequest, 'start'>]?: WebhookRequest[Field] | undefined
} & { readonly state?: WebhookState | undefined }

export async function changeExisting(
  work: WebhookWork,
  workspaceId: string,
  id: string,
  { state, ...given }: WebhookChanges,
): Promise<StoredWebhook> {
  const { db, tools } = work
  const changed = await db.transaction(async connection => {
    const before = await existing(lockWebhook(connection, workspaceId, id), id)
    const url = given.url === undefined ? before.url : checkedUrl(given.url, tools)
    const { name, resources, companyId, include } = { ...before, ...withoutUndefined(given) }
    const after = { name, url, resources, companyId, include }
    if (companyId !== before.companyId) await requireCompany(connection, workspaceId, companyId)
    const fields = changedFields(before, after)
    if (fields.length > 0) {
      await changeWebhook(connection, workspaceId, id, after, fields.some(isAboutContent))
      const details = { ...shownInAudit(after), changed: fields }
      await note(connection, work, workspaceId, 'webhook.changed', id, details)
    }
    // Enabling one that is failing tries again at once, instead of at its next attempt.
    const tryNow = state === 'active' && before.failingSince !== null
    if (state !== undefined && (state !== before.state || tryNow)) {
      await (state === 'active' ? enable : disable)(connection, work, before)
    }
    return await existing(findWebhook(connection, workspaceId, id), id)
  })
  tools.wake()
  return changed
}

const contentFields = ['resources', 'companyId', 'include'] as const
const isAboutContent = (field: string): boolean => (contentFields as readonly string[]).includes(field)

function changedFields<Fields extends object>(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter(field => {
    const name = field as keyof Fields
    return JSON.stringify(before[name]) !== JSON.stringify(after[name])
  })
}

const withoutUndefined = <Fields extends object>(given: Fields) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<
    Required<WebhookRequest>
  >

async function enable(connection: Connection, work: WebhookWork, webhook: StoredWebhook): Promise<void> {
  const { workspaceId, id, name } = webhook
  requireKnownSecret(requireMaster(work.tools), webhook)
  await enableWebhook(connection, workspaceId, id, new Date(work.nowMs).toISOString())
  await note(connection, work, workspaceId, 'webhook.enabled', id, { name })
}

async function disable(
  connection: Connection,
  work: WebhookWork,
  { workspaceId, id, name }: StoredWebhook,
): Promise<void> {
  await disableWebhook(connection, workspaceId, id, 'person', new Date(work.nowMs).toISOString())
  await note(connection, work, workspaceId, 'webhook.disabled', id, { name, reason: 'person' })
}

export async function rotateSecret(work: WebhookWork, workspaceId: string, id: string): Promise<WithSecret> {
  const { db, tools, nowMs } = work
  const master = requireMaster(tools)
  return await db.transaction(async connection => {
    const before = await existing(lockWebhook(connection, workspaceId, id), id)
    const generation = before.generation + 1
    const secret = deriveSecret(master, id, generation)
    const rotatedAt = hasKnownSecret(master, before) ? new Date(nowMs).toISOString() : null
    const next = { generation, secretCheck: secretCheck(secret), rotatedAt }
    await setGeneration(connection, workspaceId, id, next)
    await note(connection, work, workspaceId, 'webhook.secret_rotated', id, { name: before.name })
    const webhook = await existing(findWebhook(connection, workspaceId, id), id)
    return { webhook, secret: writtenSecret(secret) }
  })
}

/** `from` is null for everything. */
export async function replay(
  work: WebhookWork,
  workspaceId: string,
  id: string,
  from: string | null,
): Promise<StoredWebhook> {
  const { db, tools, nowMs } = work
  const webhook = await db.transaction(async connection => {
    const { name, placeAt } = await existing(lockWebhook(connection, workspaceId, id), id)
    // Everything before the instant, so that its own changes are included.
    const place = from === null ? feedStart : placeAfter(new Date(Date.parse(from) - 1).toISOString())
    if (from !== null && (placeAt === null || placeAt < place.at)) throw notYetDelivered(from)
    await setPlace(connection, workspaceId, id, place, new Date(nowMs).toISOString())
    await note(connection, work, workspaceId, 'webhook.replayed', id, { name, from })
    return await existing(findWebhook(connection, workspaceId, id), id)
  })
  tools.wake()
  return webhook
}

const notYetDelivered = (from: string) =>
  new Conflict(
    'NOT_YET_DELIVERED',
    `What changed since ${from} has not been delivered yet, so it cannot be delivered again. Choose an earlier instant.`,
  )

export async function removeWebhook(
  work: WebhookWork,
  workspaceId: string,
  id: string,
): Promise<StoredWebhook> {
  return await work.db.transaction(async connection => {
    const webhook = await existing(lockWebhook(connection, workspaceId, id), id)
    await deleteWebhook(connection, workspaceId, id)
    await note(connection, work, workspaceId, 'webhook.deleted', id, shownInAudit(webhook))
    return webhook
  })
}

async function requireCompany(connection: Connection, workspaceId: string, companyId: string | null) {
  if (companyId !== null && !(await companyExists(connection, workspaceId, companyId))) {
    throw new UnknownCompany(companyId)
  }
}

function checkedUrl(text: string, { allowed }: WebhookTools): string {
  const read = readWebhookUrl(text, allowed)
  if ('mistake' in read) throw new BadWebhookUrl(read.mistake)
  return read.url
}

/** Only the host of the URL: its path and query may be a secret of the receiver. */
const shownInAudit = ({ name, url, resources, companyId, include }: Omit<WebhookRequest, 'start'>) => ({
  name,
  host: new URL(url).host,
  resources,
  companyId,
  include,
})

async function note(
  connection: Connection,
  { actor, nowMs }: Pick<WebhookWork, 'actor' | 'nowMs'>,
  workspaceId: string,
  action: AuditAction,
  subjectId: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(connection, workspaceId, nowMs, { actor, action, subjectId, details })
}
