/** Answers' bodies as bytes. */

/** A body that is JSON already, where making objects of it only to write them again would take longer. */
export class JsonBytes {
  /** Of memory that is theirs: a slice of what others use would keep all of it. */
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}

/** `{"data":[…]}` of elements in several pieces, each with commas between its own elements. */
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
