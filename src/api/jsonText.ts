/** Answers' bodies as text and as bytes. */

/** A body that is JSON already, where making objects of it only to write them again would take longer. */
export class JsonText {
  readonly pieces: readonly string[]

  /** Joined, the pieces are the text. */
  constructor(...pieces: readonly string[]) {
    this.pieces = pieces
  }
}

export const toJson = (result: unknown): string =>
  result instanceof JsonText ? result.pieces.join('') : JSON.stringify(result)

/** Not a Buffer: a small one would be a slice of a shared block, and keep the whole block in memory. */
export const toJsonBytes = (result: unknown): Uint8Array<ArrayBuffer> =>
  result instanceof JsonText ? encodePieces(result.pieces) : encoder.encode(JSON.stringify(result))

const encoder = new TextEncoder()
const scratch = Buffer.allocUnsafeSlow(256 * 1024)
const bytesPerUnitMax = 3

/**
 * Piece by piece, as few of them have letters beyond ASCII: one such letter in a long text makes all of it several
 * times as slow to encode.
 */
function encodePieces(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  const units = pieces.reduce((sum, { length }) => sum + length, 0)
  if (units * bytesPerUnitMax > scratch.length) return encoder.encode(pieces.join(''))
  let end = 0
  for (const piece of pieces) end += scratch.write(piece, end)
  return new Uint8Array(scratch.subarray(0, end))
}
