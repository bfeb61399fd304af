/** Answers' bodies as bytes. */

/** A body that is JSON already, where making objects of it only to write them again would take longer. */
export class JsonBytes {
  readonly bytes: Uint8Array<ArrayBuffer>

  /** Joined, the pieces are the JSON. */
  constructor(...pieces: readonly (string | Uint8Array)[]) {
    this.bytes = joined(pieces.map(piece => (typeof piece === 'string' ? encoder.encode(piece) : piece)))
  }
}

/** In memory of its own: a small Buffer is otherwise a slice of a shared block, and keeps the whole block in memory. */
export const toJsonBytes = (result: unknown): Uint8Array<ArrayBuffer> =>
  result instanceof JsonBytes ? result.bytes : encoder.encode(JSON.stringify(result))

const encoder = new TextEncoder()

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  // All of it is written to, so it need not be cleared first.
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    bytes.set(piece, end)
    end += piece.length
  }
  return bytes
}
