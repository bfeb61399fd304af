/**
 * SHA-256, as far as the digest needs it. Browsers have their own only on secure origins, and everywhere it is
 * asynchronous, which for short texts costs more than the hash itself.
 */

// biome-ignore format: a table
const roundConstants = new Int32Array([
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
/** UTF-8 has at most so many bytes for a UTF-16 unit. */
const bytesPerUnitMax = 3

const encoder = new TextEncoder()
// Reused, because a comparison hashes every row of a copy.
const schedule = new Int32Array(64)
let padded = new Uint8Array(0)
let view = new DataView(padded.buffer)

/** The eight words of the hash of a text in UTF-8. */
export function sha256(text: string): Uint32Array {
  const spaceBytes = text.length * bytesPerUnitMax + blockBytes + tailBytes
  if (padded.length < spaceBytes) {
    padded = new Uint8Array(spaceBytes)
    view = new DataView(padded.buffer)
  }
  const { written } = encoder.encodeInto(text, padded)
  const end = Math.ceil((written + tailBytes) / blockBytes) * blockBytes
  padded.fill(0, written, end)
  padded[written] = 0x80
  view.setUint32(end - 8, Math.floor((written * 8) / 2 ** 32))
  view.setUint32(end - 4, written * 8)
  const state = new Uint32Array(initial)
  for (let at = 0; at < end; at += blockBytes) addBlock(state, at)
  return state
}

function addBlock(state: Uint32Array, at: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(at + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const x = schedule[index - 15] as number
    const y = schedule[index - 2] as number
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[index] = (schedule[index - 16] as number) + low + (schedule[index - 7] as number) + high
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight
  for (let index = 0; index < 64; index += 1) {
    const turnedE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const turnedA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const chosen = (e & f) ^ (~e & g)
    const major = (a & b) ^ (a & c) ^ (b & c)
    const sum = (h + turnedE + chosen + (roundConstants[index] as number) + (schedule[index] as number)) | 0
    h = g
    g = f
    f = e
    e = (d + sum) | 0
    d = c
    c = b
    b = a
    a = (sum + turnedA + major) | 0
  }
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}

type Eight = [number, number, number, number, number, number, number, number]
