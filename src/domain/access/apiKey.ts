/**
 * The secret of an API key: `florin_`, 34 random letters and digits, then a 6-character checksum of them.
 * The checksum tells a mistyped or truncated key from a revoked one without a lookup, and lets leak scanners
 * verify a match.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyLifeState } from '../../contract/console/keys.ts'

export const keyPrefix = 'florin_'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 34
const checksumLength = 6
const visibleLength = keyPrefix.length + 6
const secretPattern = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

export function newSecret(): string {
  const random = Array.from({ length: randomLength }, () => base62.charAt(randomInt(base62.length))).join('')
  return keyPrefix + random + checksum(random)
}

export function isWellFormedSecret(secret: string): boolean {
  if (!secretPattern.test(secret)) return false
  const random = secret.slice(keyPrefix.length, -checksumLength)
  return secret.endsWith(checksum(random))
}

function checksum(random: string): string {
  let rest = crc32(random)
  let text = ''
  while (rest > 0) {
    text = base62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text.padStart(checksumLength, '0')
}

/** A secret has over 200 bits of entropy, so a single round of SHA-256 is safe: it cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** The first characters, shown in lists so that people can tell their keys apart. */
export function visibleStart(secret: string): string {
  return secret.slice(0, visibleLength)
}

/** A key that is both revoked and expired counts as revoked. */
export function lifeStateOf(
  { revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null },
  nowMs: number,
): KeyLifeState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active'
}
