/**
 * Fields as an opaque text with a checksum, for cursors. The text is canonical: the same fields have exactly one text, so
 * any changed character is detected. The checksum is not secret.
 */
import { hash } from 'node:crypto'

const checksumBytes = 8
/** Twelve bytes as base64. */
const fingerprintLength = 16

export function seal(fields: readonly unknown[]): string {
  const payload = JSON.stringify(fields)
  const bytes = Buffer.allocUnsafe(checksumBytes + Buffer.byteLength(payload))
  bytes.write(checksum(payload), 'hex')
  bytes.write(payload, checksumBytes)
  return bytes.toString('base64url')
}

/** The fields, if the checksum matches and the text is the canonical way to write them; otherwise null. */
export function unseal(text: string): unknown[] | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) return null
  const payload = bytes.subarray(checksumBytes)
  if (checksum(payload) !== bytes.toString('hex', 0, checksumBytes)) return null
  try {
    const fields: unknown = JSON.parse(payload.toString())
    const canonical = Buffer.from(JSON.stringify(fields)).equals(payload)
    return canonical && Array.isArray(fields) ? fields : null
  } catch {
    return null
  }
}

/** Identifies the query that a cursor belongs to. */
export const fingerprintOf = (query: unknown): string =>
  hash('sha256', JSON.stringify(query), 'base64url').slice(0, fingerprintLength)

/** As hexadecimal digits. */
const checksum = (payload: string | Buffer): string =>
  hash('sha256', payload, 'hex').slice(0, 2 * checksumBytes)
