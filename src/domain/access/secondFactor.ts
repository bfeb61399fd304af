/**
 * Two-factor authentication: authenticator codes (TOTP, RFC 6238 with SHA-1, six digits and 30 seconds,
 * which every app supports) and recovery codes for a lost device. Sign-in needs the shared secret in clear
 * text, so it cannot be stored as a hash. It is encrypted with the person's password instead, so a stolen
 * database does not reveal it.
 */
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
/** Allows for clock drift and typing time: the previous and the next step are accepted too. */
const stepsAside = 1
const secretBytes = 20
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In the form that authenticator apps take: 32 letters and digits. */
export const newTotpSecret = (): string => toBase32(randomBytes(secretBytes))

export function totpUri(secret: string, account: string): string {
  const label = `Florin:${account}`
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=Florin`
}

/** A one-time code for a counter (RFC 4226). */
export function hotp(key: Buffer, counter: number, digits = 6, algorithm = 'sha1'): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac(algorithm, key).update(message).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const totpStep = (nowMs: number): number => Math.floor(nowMs / 1000 / stepSeconds)

/**
 * The time step that a code belongs to, or null if it matches none. Steps at or before the last used one are
 * rejected, so an observed code cannot be replayed.
 */
export function matchingStep(secret: string, code: string, nowMs: number, lastStep: number): number | null {
  const given = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(given)) return null
  const key = fromBase32(secret)
  const now = totpStep(nowMs)
  for (let step = now - stepsAside; step <= now + stepsAside; step += 1) {
    if (step > lastStep && sameText(hotp(key, step), given)) return step
  }
  return null
}

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** 80 bits each, so a plain hash is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    toBase32(randomBytes(recoveryCodeBytes)).replace(/(.{4})(?=.)/g, '$1-'),
  )

/** Case and grouping do not matter. */
export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.toUpperCase().replace(/[^A-Z2-7]/g, ''), 'base64url')

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Bound to the user id: it cannot be decrypted from another person's row. */
export function lockSecret(secret: string, lock: Buffer, userId: string): string {
  const iv = randomBytes(ivBytes)
  const box = createCipheriv(cipher, lock, iv).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([box.update(secret, 'utf8'), box.final()])
  return Buffer.concat([iv, box.getAuthTag(), sealed]).toString('base64url')
}

export function openSecret(locked: string, lock: Buffer, userId: string): string {
  const bytes = Buffer.from(locked, 'base64url')
  const iv = bytes.subarray(0, ivBytes)
  const box = createDecipheriv(cipher, lock, iv).setAAD(Buffer.from(userId))
  box.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([box.update(bytes.subarray(ivBytes + tagBytes)), box.final()]).toString('utf8')
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => base32.charAt(Number.parseInt(five, 2))).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(eight => Number.parseInt(eight, 2)))
}

const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
