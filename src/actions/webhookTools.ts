/** What actions on webhooks need, and why they may be refused. */
import { Conflict } from '../domain/conflict.ts'
import { type AllowedTargets, noneAllowed } from '../domain/webhooks/addresses.ts'
import type { Transport } from '../domain/webhooks/exchange.ts'
import { deriveSecret, secretCheck } from '../domain/webhooks/secrets.ts'
import type { Actor } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import type { StoredWebhook } from '../store/webhooks/webhooks.ts'

/** What the service brings along: its secret, where it may send to, and the way there. */
export interface WebhookTools {
  /** FLORIN_SECRET; null if there is none, and webhooks are off. */
  master: string | null
  allowed: AllowedTargets
  transport: Transport
  /** Looks for something to send at once. */
  wake(): void
}

/** Who does it, when, and with what. */
export interface WebhookWork {
  db: Database
  tools: WebhookTools
  actor: Actor
  nowMs: number
}

export class UnknownWebhook extends Error {
  override name = 'UnknownWebhook'

  constructor(id: string) {
    super(`There is no webhook ${id} in the workspace.`)
  }
}

/** The URL cannot be used. The message continues a sentence that starts with "url". */
export class BadWebhookUrl extends Error {
  override name = 'BadWebhookUrl'
}

export const webhooksOff =
  'Webhooks are off because FLORIN_SECRET is not set. Set it to at least 32 random characters, ' +
  'the same for every process of the service, and keep it: webhooks are signed with it.'

/** Of a service without FLORIN_SECRET. */
export const noWebhooks: WebhookTools = {
  master: null,
  allowed: noneAllowed,
  transport: () => Promise.reject(new Error(webhooksOff)),
  wake: () => undefined,
}

export function requireMaster({ master }: WebhookTools): string {
  if (master === null) throw new Conflict('WEBHOOKS_OFF', webhooksOff)
  return master
}

export const hasKnownSecret = (master: string, { id, generation, secretCheck: check }: StoredWebhook) =>
  secretCheck(deriveSecret(master, id, generation)) === check

export function requireKnownSecret(master: string, webhook: StoredWebhook): void {
  if (hasKnownSecret(master, webhook)) return
  throw new Conflict(
    'SECRET_CHANGED',
    'FLORIN_SECRET is not the one that this webhook was made with. Set the old one again, or create a new secret ' +
      'for the webhook and give it to the receiver.',
  )
}

export async function existing(found: Promise<StoredWebhook | null>, id: string): Promise<StoredWebhook> {
  const webhook = await found
  if (webhook === null) throw new UnknownWebhook(id)
  return webhook
}
