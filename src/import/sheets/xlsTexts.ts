/** Texts in the records of an XLS workbook. A long one goes on in the next records, each with flags of its own. */
import { UnreadableFile } from '../files/problem.ts'

const isWide = 1
const hasPhonetics = 4
const hasRuns = 8

/** Reads across the blocks of a record and those that continue it. */
export class BlockReader {
  readonly #blocks: readonly DataView[]
  #block = 0
  #at = 0

  constructor(blocks: readonly DataView[]) {
    this.#blocks = blocks
  }

  get isAtEnd(): boolean {
    this.#advance()
    return this.#block >= this.#blocks.length
  }

  #advance(): boolean {
    let isNext = false
    while (this.#block < this.#blocks.length && this.#at >= this.#current().byteLength) {
      this.#block += 1
      this.#at = 0
      isNext = true
    }
    return isNext
  }

  #current(): DataView {
    const current = this.#blocks[this.#block]
    if (current === undefined) throw new UnreadableFile('the XLS workbook is damaged: a text is cut off')
    return current
  }

  byte(): number {
    this.#advance()
    this.#at += 1
    return this.#current().getUint8(this.#at - 1)
  }

  number(bytes: 2 | 4): number {
    let value = 0
    for (let index = 0; index < bytes; index += 1) value += this.byte() * 256 ** index
    return value
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      this.#advance()
      const step = Math.min(left, this.#current().byteLength - this.#at)
      this.#at += step
      left -= step
    }
  }

  /** With the flags of each block, as the characters of one may take one byte and those of the next two. */
  characters(count: number, flags: number): string {
    let [text, width] = ['', (flags & isWide) === 0 ? 1 : 2]
    while (text.length < count) {
      if (this.#advance()) width = (this.byte() & isWide) === 0 ? 1 : 2
      const view = this.#current()
      const left = Math.floor((view.byteLength - this.#at) / width)
      const length = Math.min(count - text.length, left)
      if (length === 0) throw new UnreadableFile('the XLS workbook is damaged: a text is cut off')
      const bytes = Buffer.from(view.buffer, view.byteOffset + this.#at, length * width)
      text += bytes.toString(width === 1 ? 'latin1' : 'utf16le')
      this.#at += length * width
    }
    return text
  }

  /** A text with its length and flags before it. */
  text(lengthBytes: 1 | 2): string {
    const count = lengthBytes === 1 ? this.byte() : this.number(2)
    const flags = this.byte()
    const runs = (flags & hasRuns) === 0 ? 0 : this.number(2)
    const phonetics = (flags & hasPhonetics) === 0 ? 0 : this.number(4)
    const text = count === 0 ? '' : this.characters(count, flags)
    this.skip(runs * 4 + phonetics)
    return text
  }
}
