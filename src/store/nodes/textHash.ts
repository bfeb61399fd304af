/**
 * PostgreSQL's hash of a text, by which Citus chooses the shard of a row: Bob Jenkins' lookup3 of its bytes in UTF-8, as
 * a signed number. The ranges of shards are of such numbers.
 */

/** Added to the length at the start. */
const seed = 0x9e3779b9 + 3_923_095
const blockBytes = 12

type State = readonly [a: number, b: number, c: number]

export function textHash(text: string): number {
  const bytes = Buffer.from(text)
  const start = (seed + bytes.length) | 0
  let state: State = [start, start, start]
  let at = 0
  for (; bytes.length - at >= blockBytes; at += blockBytes) {
    const words = [0, 4, 8].map(offset => bytes.readInt32LE(at + offset))
    state = mixed(sum(state, words))
  }
  return finished(sum(state, wordsOfRest(bytes.subarray(at))))
}

/** Of up to 11 bytes. The lowest byte of the last word stays zero. */
function wordsOfRest(rest: Buffer): number[] {
  const padded = Buffer.alloc(blockBytes)
  padded.set(rest.subarray(0, 8))
  padded.set(rest.subarray(8), 9)
  return [0, 4, 8].map(offset => padded.readInt32LE(offset))
}

const sum = ([a, b, c]: State, [x = 0, y = 0, z = 0]: readonly number[]): State => [
  (a + x) | 0,
  (b + y) | 0,
  (c + z) | 0,
]

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/** In each round the words swap places, so that each is changed twice. */
function mixed([a, b, c]: State): State {
  for (const bits of [4, 6, 8, 16, 19, 4]) {
    const changed = (a - c) ^ rotated(c, bits)
    const added = (c + b) | 0
    a = b
    b = added
    c = changed
  }
  return [a, b, c]
}

function finished([a, b, c]: State): number {
  for (const bits of [14, 11, 25, 16, 4, 14, 24]) {
    const changed = ((c ^ b) - rotated(b, bits)) | 0
    c = a
    a = b
    b = changed
  }
  return b
}
