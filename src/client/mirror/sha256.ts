/**
 * SHA-256, as far as the digest needs it. Browsers have their own only on secure origins, and everywhere it is
 * asynchronous, which for short texts costs more than the hash itself.
 */

// biome-ignore format: a table
const roundConstants = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])

const initial = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

const blockBytes = 64
/** A byte that ends the text, and its length in bits. */
const tailBytes = 9

const encoder = new TextEncoder()
const schedule = new Uint32Array(64)

/** The eight words of the hash of a text in UTF-8. */
export function sha256(text: string): Uint32Array {
  const bytes = encoder.encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + tailBytes) / blockBytes) * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32))
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = new Uint32Array(initial)
  for (let at = 0; at < padded.length; at += blockBytes) addBlock(state, view, at)
  return state
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function addBlock(state: Uint32Array, view: DataView, at: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getUint32(at + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const [a, b] = [schedule[index - 15] as number, schedule[index - 2] as number]
    const low = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)
    const high = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10)
    schedule[index] = (schedule[index - 16] as number) + low + (schedule[index - 7] as number) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index += 1) {
    const mixed = (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g))
    const first = (h + mixed + (roundConstants[index] as number) + (schedule[index] as number)) | 0
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = (state[index] as number) + word
  }
}
