/**
 * New ids: a kind, then 26 characters that sort by time of creation (48 bits of milliseconds and 80 random bits
 * in Crockford's base 32). Ids that come in with a file are kept as they are, so nothing may rely on this form.
 */
import { randomBytes } from 'node:crypto'

export type IdKind =
  | 'com'
  | 'acc'
  | 'txn'
  | 'cat'
  | 'bil'
  | 'pye'
  | 'key'
  | 'wsp'
  | 'aud'
  | 'req'
  | 'usr'
  | 'inv'
  | 'imp'
  | 'stm'
  | 'bat'
  | 'doc'
  | 'sug'
  | 'rul'
  | 'upl'
  | 'ses'

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const chanceLength = 16

export function newId(kind: IdKind, nowMs: number): string {
  // 256 is a multiple of 32, so the remainder favours no digit.
  return idFrom(kind, nowMs, () => randomByte() % 32)
}

/** Asking for chance costs much more than chance itself, and every request has an id; so it is got in stock. */
const stockBytes = 4096
let stock = randomBytes(stockBytes)
let used = 0

function randomByte(): number {
  if (used === stockBytes) {
    stock = randomBytes(stockBytes)
    used = 0
  }
  used += 1
  return stock[used - 1] ?? 0
}

/** An id whose chance is given: a number from 0 to 31 for each of the last sixteen characters. */
export function idFrom(kind: IdKind, nowMs: number, chance: (index: number) => number): string {
  let rest = nowMs
  let text = ''
  for (let index = 0; index < timeLength; index += 1) {
    text = digits.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  for (let index = 0; index < chanceLength; index += 1) text += digits.charAt(chance(index))
  return `${kind}_${text}`
}
