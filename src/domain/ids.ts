/**
 * New ids: a kind, then 26 characters that sort by creation time (48 bits of milliseconds and 80 random bits
 * in Crockford's base 32). Ids that come in with a file are kept, so nothing may rely on this form.
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
  | 'whe'
  | 'wha'
  | 'msg'
  | 'cmt'
  | 'viw'
  | 'run'

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const randomLength = 16

/** Every request gets an id, so both parts are taken from strings that were made before. */
export const newId = (kind: IdKind, nowMs: number): string => startOf(kind, nowMs) + randomDigits()

/** Requests come in bursts, and many ids of a burst start alike. */
let latest = { kind: '', nowMs: 0, start: '' }

function startOf(kind: IdKind, nowMs: number): string {
  if (latest.kind !== kind || latest.nowMs !== nowMs) {
    latest = { kind, nowMs, start: `${kind}_${timeDigits(nowMs)}` }
  }
  return latest.start
}

const timeDigits = (nowMs: number): string => digitsOf(nowMs, timeLength)

function digitsOf(number: number, length: number): string {
  let rest = number
  let text = ''
  for (let index = 0; index < length; index += 1) {
    text = digits.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Each call to randomBytes has a high fixed cost, so random bytes are fetched in batches. */
const poolBytes = 4096
let pool = randomBytes(poolBytes)
let used = 0

function randomByte(): number {
  if (used === poolBytes) {
    pool = randomBytes(poolBytes)
    used = 0
  }
  used += 1
  return pool[used - 1] ?? 0
}

let digitPool = ''
let digitsUsed = 0

function randomDigits(): string {
  if (digitsUsed === digitPool.length) {
    // 256 is a multiple of 32, so the remainder is unbiased.
    digitPool = Buffer.from(randomBytes(poolBytes).map(byte => digits.charCodeAt(byte % 32))).toString(
      'latin1',
    )
    digitsUsed = 0
  }
  digitsUsed += randomLength
  return digitPool.slice(digitsUsed - randomLength, digitsUsed)
}

/** An id with given randomness: a number from 0 to 31 for each of the last sixteen characters. */
export function idFrom(kind: IdKind, nowMs: number, randomDigit: (index: number) => number): string {
  let text = `${kind}_${timeDigits(nowMs)}`
  for (let index = 0; index < randomLength; index += 1) text += digits.charAt(randomDigit(index))
  return text
}

/** The last digits of an id that a sequence counts up, and the largest step between two ids. */
const countedLength = 8
const stepMax = 4_096

/**
 * Makes ids that sort in the order in which they were made, for rows that are stored together. Indexes by id then get them
 * next to each other: storing transactions takes a quarter less time than with ids in random order. Each sequence starts at a random place, and
 * the steps are random too.
 */
export function idSequence(kind: IdKind, nowMs: number): () => string {
  const counts = 32 ** countedLength
  let start = ''
  let last = counts
  return () => {
    last += 1 + ((randomByte() * 256 + randomByte()) % stepMax)
    if (last >= counts) {
      start = start === '' ? newId(kind, nowMs).slice(0, -countedLength) : after(start)
      last = randomByte() * 256 + randomByte()
    }
    return start + counted(last)
  }
}

/** The next text of the same length in the order of the digits. */
function after(text: string): string {
  const place = digits.indexOf(text.slice(-1)) + 1
  return place < digits.length ? text.slice(0, -1) + digits.charAt(place) : `${after(text.slice(0, -1))}0`
}

const counted = (number: number): string => digitsOf(number, countedLength)
