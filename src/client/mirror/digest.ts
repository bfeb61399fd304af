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
  readonly #words = [0, 0, 0, 0]
  #sums = 0

  add(hash: Words): void {
    this.rows += 1
    this.#sums += 1
    for (let index = 0; index < 4; index += 1) (this.#words[index] as number) += hash[index] as number
    if (this.#sums >= sumsMax) this.#carry()
  }

  #carry(): void {
    this.#sums = 0
    for (let index = 3, carry = 0; index >= 0; index -= 1) {
      const word = (this.#words[index] as number) + carry
      carry = Math.floor(word / wordValues)
      this.#words[index] = word - carry * wordValues
    }
  }

  /** 32 hexadecimal digits. */
  get digest(): string {
    this.#carry()
    return hexOf(this.#words)
  }
}

export const hexOf = (words: Words): string =>
  Array.from({ length: 4 }, (_, index) => (words[index] ?? 0).toString(16).padStart(8, '0')).join('')

const modulus = 1n << 128n
const numberOf = (hex: string): bigint => BigInt(`0x${hex}`)

/** `a` minus `b`, modulo 2^128. */
export const difference = (a: string, b: string): string =>
  ((numberOf(a) - numberOf(b) + modulus) % modulus).toString(16).padStart(32, '0')
