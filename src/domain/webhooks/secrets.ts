/**
 * Secrets and signatures of webhooks, by Standard Webhooks 1.0.0. A secret is derived from FLORIN_SECRET, the webhook's
 * id and its generation, so that the database holds none.
 */
import { createHmac, hkdfSync } from 'node:crypto'

export const masterSecretLengthMin = 32
/** How long the previous secret signs too. */
export const previousSecretMs = 24 * 60 * 60 * 1000

const secretBytes = 32
const salt = 'florin webhooks 1'

export interface SecretHolder {
  id: string
  generation: number
  /** When the secret was last replaced by a new one; null if never, or if the one before it can no longer be derived. */
  rotatedAt: string | null
}

export const deriveSecret = (master: string, webhookId: string, generation: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, salt, `${webhookId}.${generation}`, secretBytes))

/** How people see it. */
export const writtenSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/** Stored with the webhook. It shows whether FLORIN_SECRET is still the same, and says nothing else about it. */
export const secretCheck = (secret: Buffer): string =>
  createHmac('sha256', secret).update('florin webhook secret check').digest('base64url')

/** When the previous secret stops signing; null if only the current one does. */
export function previousSecretUntil(rotatedAt: string | null, nowMs: number): string | null {
  if (rotatedAt === null) return null
  const untilMs = Date.parse(rotatedAt) + previousSecretMs
  return untilMs > nowMs ? new Date(untilMs).toISOString() : null
}

/** The secrets that sign now, the current one first. */
export function signingSecrets(master: string, holder: SecretHolder, nowMs: number): Buffer[] {
  const { id, generation, rotatedAt } = holder
  const current = deriveSecret(master, id, generation)
  if (previousSecretUntil(rotatedAt, nowMs) === null) return [current]
  return [current, deriveSecret(master, id, generation - 1)]
}

export interface SignedMessage {
  id: string
  body: string
}

/** The headers that a receiver verifies the message by. */
export function signedHeaders(
  secrets: readonly Buffer[],
  { id, body }: SignedMessage,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signatures = secrets.map(
    secret => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
