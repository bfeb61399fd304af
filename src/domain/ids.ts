/**
 * New ids: a kind, then 26 characters that sort by time of creation (48 bits of milliseconds and 80 random bits
 * in Crockford's base 32). Ids that come in with a file are kept as they are, so nothing may rely on this form.
 */
import { randomBytes } from 'node:crypto'

export type IdKind = 'com' | 'acc' | 'txn' | 'cat' | 'bil' | 'pye' | 'key' | 'wsp' | 'aud' | 'req'

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newId(kind: IdKind, nowMs: number): string {
  return `${kind}_${timeDigits(nowMs)}${randomDigits()}`
}

function timeDigits(nowMs: number): string {
  let rest = nowMs
  let text = ''
  for (let index = 0; index < 10; index += 1) {
    text = digits.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomDigits(): string {
  // 256 is a multiple of 32, so taking each byte modulo 32 favours no digit.
  return Array.from(randomBytes(16), byte => digits.charAt(byte % 32)).join('')
}
