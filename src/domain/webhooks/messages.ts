/** The messages that webhooks send. Each is made once, stored as text, and repeated unchanged. */
import type { ChangeResource } from '../../contract/changes.ts'
import type { WebhookType } from '../../contract/console/webhooks.ts'

export const changesPerMessageMax = 50
export const messageBytesMax = 128 * 1024
/** Counting stops here: a receiver only needs to know that there is much to read. */
export const countedChangesMax = 1000

export interface MessageText {
  type: WebhookType
  body: string
}

/** What every message says about the webhook that sends it. */
export interface About {
  webhookId: string
  workspaceId: string
  /** When the message was made. */
  at: string
  /** The workspace clock at that moment. */
  clock: string
}

/** The feed that the webhook follows. */
export interface Followed {
  resources: readonly ChangeResource[]
  companyId: string | null
}

export interface Bell {
  followed: Followed
  /** Those that changed. */
  changed: readonly ChangeResource[]
  changes: number
  /** Where the receiver starts to read; null for the beginning. */
  cursor: string | null
}

/** Says that something changed, and where to read it. */
export function bellMessage(about: About, { followed, changed, changes, cursor }: Bell): MessageText {
  const data = {
    resources: changed,
    changes: Math.min(changes, countedChangesMax),
    changesCapped: changes > countedChangesMax,
    cursor,
    changesPath: changesPath(followed, cursor),
  }
  return message('workspace.changed', about, JSON.stringify(data))
}

export interface CarriedChanges {
  /** Each as the feed writes it. */
  changes: readonly string[]
  /** The place before them; null for the beginning. */
  cursor: string | null
  nextCursor: string
  upToDate: boolean
}

/** Carries the changes themselves. */
export function changesMessage(
  about: About,
  { changes, cursor, nextCursor, upToDate }: CarriedChanges,
): MessageText {
  const facts = JSON.stringify({ cursor, nextCursor, upToDate })
  return message('workspace.changes', about, `${facts.slice(0, -1)},"changes":[${changes.join(',')}]}`)
}

/** Says that the workspace was restored from a backup: what the receiver has read since then may not exist. */
export const resyncMessage = (about: About, followed: Followed): MessageText =>
  message(
    'workspace.resync',
    about,
    JSON.stringify({ reason: 'restored', changesPath: changesPath(followed, null) }),
  )

export const testMessage = (about: About): MessageText => message('webhook.test', about, '{}')

function message(type: WebhookType, { at, ...about }: About, data: string): MessageText {
  const { webhookId, workspaceId, clock } = about
  const common = JSON.stringify({ webhookId, workspaceId, clock }).slice(0, -1)
  const rest = data === '{}' ? '}' : `,${data.slice(1)}`
  const body = `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at)},"data":${common}${rest}}`
  return { type, body }
}

function changesPath({ resources, companyId }: Followed, cursor: string | null): string {
  const query = new URLSearchParams({ resources: resources.join(',') })
  if (companyId !== null) query.set('companyId', companyId)
  if (cursor !== null) query.set('cursor', cursor)
  return `/v1/changes?${query}`
}

/** Room for everything in a message besides the changes. A company's id has at most 255 characters. */
const frameBytesMax = 8 * 1024

/** How many of the changes fit into one message, from the first on; 0 if the first one is too long by itself. */
export function fittingChanges(changes: readonly string[]): number {
  let bytes = frameBytesMax
  let count = 0
  for (const change of changes.slice(0, changesPerMessageMax)) {
    bytes += Buffer.byteLength(change) + 1
    if (bytes > messageBytesMax) break
    count += 1
  }
  return count
}
