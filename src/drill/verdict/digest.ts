/** The digest of GET /digest, for rows of the client's copy. */
import { createHash } from 'node:crypto'

const modulus = 2n ** 128n

/** The first 16 bytes of SHA-256, as a number. */
export const rowDigest = (id: string, at: string): bigint =>
  BigInt(`0x${createHash('sha256').update(`${id}\n${at}`).digest('hex').slice(0, 32)}`)

export const sumOf = (digests: Iterable<bigint>): bigint => {
  let sum = 0n
  for (const digest of digests) sum += digest
  return sum % modulus
}

export const digestPattern = /^[0-9a-f]{32}$/

export const digestNumber = (hex: string): bigint => BigInt(`0x${hex}`)
