/** What a webhook has to say next: reads the change feed from its place on. */
import {
  type ChangeQuery,
  encodeChangeCursor,
  type FeedPlace,
  placeAfter,
} from '../../domain/changeCursor.ts'
import {
  type About,
  bellMessage,
  changesMessage,
  changesPerMessageMax,
  countedChangesMax,
  fittingChanges,
  type MessageText,
  resyncMessage,
} from '../../domain/webhooks/messages.ts'
import type { Connection } from '../../store/engine/door.ts'
import {
  changeJson,
  countChanges,
  type FeedRow,
  feedEnd,
  feedStart,
  readChanges,
} from '../../store/feed/changes.ts'
import type { LeasedWebhook } from '../../store/webhooks/deliveries.ts'
import { isFeedStart, type NextPlace } from '../../store/webhooks/places.ts'

/** Without a message, the webhook moves to its next place at once. */
export interface NextMessage {
  message: MessageText | null
  next: NextPlace
}

export async function nextMessage(
  connection: Connection,
  webhook: LeasedWebhook,
  at: string,
): Promise<NextMessage> {
  if (webhook.epoch !== webhook.epochNow) return await resync(connection, webhook, at)
  return webhook.include === 'objects'
    ? await carriedChanges(connection, webhook, at)
    : await bell(connection, webhook, at)
}

/**
 * The workspace was restored. A receiver that gets the rows themselves gets all of them again after this; one that
 * reads them is up to date with the feed's end, because it starts over by itself.
 */
async function resync(connection: Connection, webhook: LeasedWebhook, at: string): Promise<NextMessage> {
  const { clock, epoch } = await feedEnd(connection, webhook.workspaceId)
  const next =
    webhook.include === 'objects'
      ? { epoch, place: feedStart, seenClock: null }
      : { epoch, place: placeAfter(clock), seenClock: clock }
  return { message: resyncMessage(about(webhook, at, clock), webhook), next }
}

async function bell(connection: Connection, webhook: LeasedWebhook, at: string): Promise<NextMessage> {
  const { workspaceId, place, epochNow } = webhook
  const filter = filterOf(webhook)
  const found = await countChanges(connection, workspaceId, filter, place, countedChangesMax)
  const { changes, changed, clock, epoch } = found
  const next = { epoch: epochNow, place: placeAfter(clock), seenClock: clock }
  // Restored since it was leased: the next round sees it.
  if (epoch !== epochNow) return { message: null, next: unmoved(webhook) }
  if (changes === 0) return { message: null, next }
  const cursor = cursorAt(webhook, place)
  const message = bellMessage(about(webhook, at, clock), { followed: webhook, changed, changes, cursor })
  return { message, next }
}

async function carriedChanges(
  connection: Connection,
  webhook: LeasedWebhook,
  at: string,
): Promise<NextMessage> {
  const { workspaceId, place, epochNow } = webhook
  const page = await readChanges(connection, workspaceId, filterOf(webhook), place, changesPerMessageMax)
  const { changes, clock, epoch } = page
  if (epoch !== epochNow) return { message: null, next: unmoved(webhook) }
  const texts = changes.map(changeJson)
  const count = fittingChanges(texts)
  const [first] = changes
  const cursor = cursorAt(webhook, place)
  if (first !== undefined && count === 0) {
    const bell = { followed: webhook, changed: [first.resource], changes: 1, cursor }
    const message = bellMessage(about(webhook, at, clock), bell)
    return { message, next: { epoch, place: placeOf(first), seenClock: null } }
  }
  const isWhole = count === changes.length
  const last = changes[count - 1]
  const nextPlace = isWhole || last === undefined ? page.place : placeOf(last)
  const upToDate = isWhole && page.upToDate
  const next = { epoch, place: nextPlace, seenClock: upToDate ? clock : null }
  if (last === undefined) return { message: null, next }
  const nextCursor = encodeChangeCursor(queryOf(webhook), epoch, nextPlace)
  const carried = { changes: texts.slice(0, count), cursor, nextCursor, upToDate }
  return { message: changesMessage(about(webhook, at, clock), carried), next }
}

const placeOf = ({ at, resource, id }: FeedRow): FeedPlace => ({ at, resource, id })

const unmoved = ({ epoch, place }: LeasedWebhook): NextPlace => ({ epoch, place, seenClock: null })

const filterOf = ({ resources, companyId }: LeasedWebhook) => ({
  resources,
  companyId: companyId ?? undefined,
})

const queryOf = (webhook: LeasedWebhook): ChangeQuery => ({
  workspaceId: webhook.workspaceId,
  ...filterOf(webhook),
})

/** Good for GET /v1/changes with the same resources and company; null for the beginning, which needs no cursor. */
const cursorAt = (webhook: LeasedWebhook, place: FeedPlace): string | null =>
  isFeedStart(place) ? null : encodeChangeCursor(queryOf(webhook), webhook.epochNow, place)

const about = ({ id, workspaceId }: LeasedWebhook, at: string, clock: string): About => ({
  webhookId: id,
  workspaceId,
  at,
  clock,
})
