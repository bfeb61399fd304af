/** Hand-made cursors: the checksum is not secret, so anyone can put any content under a valid one. */
import { createHash } from 'node:crypto'

export function sealed(payload: string | Buffer): string {
  const bytes = Buffer.from(payload)
  const checksum = createHash('sha256').update(bytes).digest().subarray(0, 8)
  return Buffer.concat([checksum, bytes]).toString('base64url')
}

export const payloadOf = (cursor: string): string => Buffer.from(cursor, 'base64url').subarray(8).toString()

/** Version, fingerprint of the query, position in the walk, id, and the instant at which the walk is fixed. */
export const fieldsOf = (cursor: string) =>
  JSON.parse(payloadOf(cursor)) as [number, string, number[], string, string | null]
