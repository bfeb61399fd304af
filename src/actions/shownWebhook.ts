/** A webhook as the console and the command line show it. */
import type { Webhook } from '../contract/console/webhooks.ts'
import { previousSecretUntil } from '../domain/webhooks/secrets.ts'
import type { StoredWebhook } from '../store/webhooks/webhooks.ts'

export function shownWebhook(webhook: StoredWebhook, nowMs: number): Webhook {
  const { workspaceId: _, generation: __, secretCheck: ___, rotatedAt, placeAt, nextAt, ...rest } = webhook
  return {
    ...rest,
    deliveredTo: placeAt,
    nextAttemptAt: rest.failedAttempts > 0 && rest.state === 'active' ? nextAt : null,
    previousSecretUntil: previousSecretUntil(rotatedAt, nowMs),
  }
}
