/** Reply bodies as bytes. */

/** A body that is already JSON, so it is not parsed and serialised again. */
export class JsonBytes {
  /** Must own its buffer: a cached slice would keep the whole underlying buffer in memory. */
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}

/** Joins pieces of comma-separated elements into `{"data":[…]}`. */
export function listOfPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts = pieces
    .filter(({ length }) => length > 0)
    .flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]))
  const all = [encoder.encode('{"data":['), ...parts, encoder.encode(']}')]
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of all) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

const encoder = new TextEncoder()
const comma = encoder.encode(',')

export const toJsonBytes = (result: unknown): Uint8Array<ArrayBuffer> =>
  result instanceof JsonBytes ? result.bytes : encoder.encode(JSON.stringify(result))
