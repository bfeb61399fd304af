/** What tests of webhooks share. */
import { Webhook } from 'standardwebhooks'
import type { WebhookRequest } from '../../src/actions/webhooks.ts'
import type { WebhookTools } from '../../src/actions/webhookTools.ts'
import { changeResources } from '../../src/contract/changes.ts'
import { noneAllowed } from '../../src/domain/webhooks/addresses.ts'
import { replied } from '../../src/domain/webhooks/exchange.ts'

export const masterSecret = 'a secret for tests, of 40 characters or so'

/** Every message is accepted at once, and nothing is sent. */
export const acceptingTools = (): WebhookTools => ({
  master: masterSecret,
  allowed: noneAllowed,
  transport: async () => replied(200, undefined),
  wake: () => undefined,
})

export const webhookRequest = (given: Partial<WebhookRequest> = {}): WebhookRequest => ({
  name: 'Ledger',
  url: 'https://ledger.example/florin',
  resources: [...changeResources],
  companyId: null,
  include: 'nothing',
  start: 'now',
  ...given,
})

/** What a receiver gets. */
export interface ReceivedMessage {
  headers: Record<string, string>
  body: string
}

/** Verifies a message with the `standardwebhooks` package, as at the moment of sending. Throws if it is not genuine. */
export function verified(secret: string, { headers, body }: ReceivedMessage): unknown {
  const { now } = Date
  Date.now = () => Number(headers['webhook-timestamp']) * 1000
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    Date.now = now
  }
}
