/** FLORIN_SECRET and FLORIN_WEBHOOK_ALLOW. */
import { parseAllowed } from '../domain/webhooks/addresses.ts'
import { masterSecretLengthMin } from '../domain/webhooks/secrets.ts'

export interface WebhookConfig {
  /** FLORIN_SECRET; null if it is not set. */
  secret: string | null
  /** Host names, addresses and networks, as plain text, because workers receive the configuration as a message. */
  webhookAllow: readonly string[]
}

interface Setting {
  name: string
  text: string
}

const secretLengthMax = 1_000

/** The messages do not quote it. */
export function readSecret({ name, text }: Setting, mistakes: string[]): string | null {
  if (text === '') return null
  if (text.length >= masterSecretLengthMin && text.length <= secretLengthMax) return text
  mistakes.push(
    `${name} must have ${masterSecretLengthMin} to ${secretLengthMax} characters, but has ${text.length}: ` +
      'make one with openssl rand -base64 32',
  )
  return null
}

export function readWebhookAllow({ name, text }: Setting, mistakes: string[]): string[] {
  const entries = text.split(',').flatMap(entry => entry.trim() || [])
  const parsed = parseAllowed(entries)
  if ('mistake' in parsed) {
    mistakes.push(`${name} must be host names, addresses and networks separated by commas: ${parsed.mistake}`)
    return []
  }
  return entries
}
