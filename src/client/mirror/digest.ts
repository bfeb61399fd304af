/** The digest of a set of rows: the sum, modulo 2^128, of the first 16 bytes of SHA-256 of `<id>\n<at>`. */

import { sha256 } from './sha256.ts'
import type { MirrorMark } from './store.ts'

/** Four words, the most significant first. */
export type Words = Readonly<ArrayLike<number>>

export type HashOf = (mark: MirrorMark) => Words

const wordValues = 2 ** 32
/** So many words of 32 bits add up exactly in a number. */
const sumsMax = 2 ** 20

export const hashOfMark: HashOf = ({ id, at }) => sha256(`${id}\n${at}`)

export class Sum {
  rows = 0
  /** From the most significant. */
  #a = 0
  #b = 0
  #c = 0
  #d = 0

  add(hash: Words): void {
    this.#a += hash[0] as number
    this.#b += hash[1] as number
    this.#c += hash[2] as number
    this.#d += hash[3] as number
    this.rows += 1
    if (this.rows % sumsMax === 0) this.#carry()
  }

  #carry(): void {
    const [d, toC] = carried(this.#d, 0)
    const [c, toB] = carried(this.#c, toC)
    const [b, toA] = carried(this.#b, toB)
    const [a] = carried(this.#a, toA)
    this.#a = a
    this.#b = b
    this.#c = c
    this.#d = d
  }

  /** 32 hexadecimal digits. */
  get digest(): string {
    this.#carry()
    return hexOf([this.#a, this.#b, this.#c, this.#d])
  }
}

/** The word that remains, and what goes to the next one. */
function carried(word: number, carry: number): [number, number] {
  const next = Math.floor((word + carry) / wordValues)
  return [word + carry - next * wordValues, next]
}

export const hexOf = (words: Words): string =>
  Array.from({ length: 4 }, (_, index) => (words[index] ?? 0).toString(16).padStart(8, '0')).join('')

const modulus = 1n << 128n
const numberOf = (hex: string): bigint => BigInt(`0x${hex}`)

/** `a` minus `b`, modulo 2^128. */
export const difference = (a: string, b: string): string =>
  ((numberOf(a) - numberOf(b) + modulus) % modulus).toString(16).padStart(32, '0')
