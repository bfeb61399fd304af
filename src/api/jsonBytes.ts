/** Answers' bodies as bytes. */

/** A body that is JSON already, where making objects of it only to write them again would take longer. */
export class JsonBytes {
  readonly bytes: Uint8Array<ArrayBuffer>

  /** Joined, the pieces are the JSON. */
  constructor(...pieces: readonly (string | Uint8Array)[]) {
    this.bytes = joined(pieces.map(piece => (typeof piece === 'string' ? encoder.encode(piece) : piece)))
  }
}

/** Not a Buffer: a small one would be a slice of a shared block, and keep the whole block in memory. */
export const toJsonBytes = (result: unknown): Uint8Array<ArrayBuffer> =>
  result instanceof JsonBytes ? result.bytes : encoder.encode(JSON.stringify(result))

const encoder = new TextEncoder()

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    bytes.set(piece, end)
    end += piece.length
  }
  return bytes
}
