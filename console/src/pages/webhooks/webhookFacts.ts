/** Webhooks in words: how they are doing, what they send, and what came of an attempt. */
import type { ChangeResource } from '../../../../src/contract/changes.ts'
import {
  type AttemptError,
  attemptErrorDescriptions,
} from '../../../../src/contract/console/attemptErrors.ts'
import type {
  DisabledReason,
  Webhook,
  WebhookAttempt,
  WebhookInclude,
  WebhookType,
} from '../../../../src/contract/console/webhooks.ts'
import type { Tone } from '../../ui/text/Badge.tsx'

/** In the order of the form. */
export const resourceWords: Record<ChangeResource, string> = {
  transaction: 'Transactions',
  bill: 'Bills',
  payee: 'Payees',
  account: 'Accounts',
  category: 'Categories',
  company: 'Companies',
}
export const allResources = Object.keys(resourceWords) as ChangeResource[]

export function resourcesText(resources: readonly ChangeResource[]): string {
  const named = allResources.filter(resource => resources.includes(resource))
  if (named.length === allResources.length) return 'Everything'
  return named
    .map((resource, at) => (at === 0 ? resourceWords[resource] : resourceWords[resource].toLowerCase()))
    .join(', ')
}

export const includeWords: Record<WebhookInclude, string> = {
  nothing: 'Only that something changed',
  objects: 'The changed rows',
}

/** Paths and queries of URLs may be secrets of the receiver, so lists show only the host. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => (URL.canParse(url) ? new URL(url).host : url)

export type Health = 'upToDate' | 'sending' | 'failing' | 'disabled' | 'off'

/** `isOff`: the service sends no webhooks at all. */
export function healthOf({ state, failingSince, upToDate }: Webhook, isOff: boolean): Health {
  if (state === 'disabled') return 'disabled'
  if (isOff) return 'off'
  if (failingSince !== null) return 'failing'
  return upToDate ? 'upToDate' : 'sending'
}

export const healthWords: Record<Health, string> = {
  upToDate: 'Up to date',
  sending: 'Sending',
  failing: 'Failing',
  disabled: 'Disabled',
  off: 'Paused',
}

const healthTones: Record<Health, Tone> = {
  upToDate: 'good',
  sending: 'info',
  failing: 'bad',
  disabled: 'neutral',
  off: 'warning',
}

/** One that Florin disabled needs somebody's attention. */
export const healthTone = (health: Health, { disabledReason }: Webhook): Tone =>
  health === 'disabled' && disabledReason !== 'person' ? 'bad' : healthTones[health]

export const reasonWords: Record<DisabledReason, string> = {
  person: 'By a person',
  gone: 'The receiver replied 410',
  failing: 'Failed for five days',
  secret_changed: 'FLORIN_SECRET changed',
}

const soonMs = 60_000

/** Whether a message is being sent now, or soon. */
export function isMoving({ state, upToDate, nextAttemptAt }: Webhook, now = Date.now()): boolean {
  if (state !== 'active' || upToDate) return false
  return nextAttemptAt === null || Date.parse(nextAttemptAt) - now < soonMs
}

export const typeWords: Record<WebhookType, string> = {
  'workspace.changed': 'Something changed',
  'workspace.changes': 'Changed rows',
  'workspace.resync': 'Workspace restored',
  'webhook.test': 'Test',
}

const errorWords: Record<AttemptError, string> = {
  unreachable: 'Not reached',
  tls: 'Certificate or TLS problem',
  timeout: 'No reply in 15 seconds',
  invalid_reply: 'Not an HTTP reply',
  redirect: 'Redirect',
  status: 'Status',
}

/** Delivered → Status 200; failed → Status 500, Redirect (301), Not reached. */
export function resultText({ error, status }: Pick<WebhookAttempt, 'error' | 'status'>): string {
  if (error === null || error === 'status') return status === null ? errorWords.status : `Status ${status}`
  return status === null ? errorWords[error] : `${errorWords[error]} (${status})`
}

/** Why an attempt failed, as a sentence. */
export const failureText = (error: AttemptError, status: number | null): string =>
  error === 'status' && status !== null
    ? `The receiver replied with status ${status}, not 200 to 299.`
    : attemptErrorDescriptions[error]
