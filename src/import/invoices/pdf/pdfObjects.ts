/**
 * Parses PDF objects: names, strings, numbers, arrays, dictionaries, references. The text is the file read
 * as Latin-1, one character per byte. Each character is examined a fixed number of times, so no crafted file
 * can make parsing slow. Nesting is limited, because each level is a recursive call.
 */

import { UnreadableFile } from '../../files/problem.ts'
import { hexString, literalString, type ReadString } from './pdfStrings.ts'

export type PdfDict = Map<string, PdfValue>
export type PdfName = { kind: 'name'; name: string }
/** One character per byte. */
export type PdfString = { kind: 'string'; bytes: string }
export type PdfRef = { kind: 'ref'; number: number }
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfValue[] | PdfDict

/** There is no valid object at this position. One broken object does not break the file: the caller decides. */
export class PdfSyntaxError extends Error {
  override name = 'PdfSyntaxError'
}

export const isRef = (value: PdfValue | undefined): value is PdfRef => isOfKind(value, 'ref')
export const isName = (value: PdfValue | undefined): value is PdfName => isOfKind(value, 'name')
export const isString = (value: PdfValue | undefined): value is PdfString => isOfKind(value, 'string')

function isOfKind(value: PdfValue | undefined, kind: string): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
}

/** Each value takes memory, but as little as two characters in the file. */
export const valuesMax = 1_000_000
const nestingMax = 64
const numberLengthMax = 40

const blanks = new Set('\0\t\n\f\r ')
const delimiters = new Set('()<>[]{}/%')

export class PdfObjectParser {
  readonly text: string
  position: number
  /** The number of values read so far. */
  values = 0

  constructor(text: string, position: number) {
    this.text = text
    this.position = position
  }

  value(depth = 0): PdfValue {
    this.values += 1
    if (this.values > valuesMax) throw new UnreadableFile(`the PDF has more than ${valuesMax} values`)
    if (depth > nestingMax) throw new PdfSyntaxError(`nested deeper than ${nestingMax}`)
    this.skipBlank()
    const character = this.text.charAt(this.position)
    if (character === '/') return { kind: 'name', name: this.name() }
    if (character === '(') return { kind: 'string', bytes: this.string(literalString) }
    if (character === '[') return this.array(depth)
    if (character === '<') {
      return this.text[this.position + 1] === '<'
        ? this.dict(depth)
        : { kind: 'string', bytes: this.string(hexString) }
    }
    if (/[0-9+.-]/.test(character)) return this.numberOrRef()
    return this.keyword()
  }

  skipBlank(): void {
    const { text } = this
    for (; this.position < text.length; this.position += 1) {
      const character = text.charAt(this.position)
      if (character === '%') this.position = this.lineEnd()
      else if (!blanks.has(character)) return
    }
  }

  /** Skips the word if it comes next; returns whether it did. */
  skipWord(word: string): boolean {
    if (!this.text.startsWith(word, this.position)) return false
    this.position += word.length
    return true
  }

  private lineEnd(): number {
    const { text } = this
    let end = this.position
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
    return end
  }

  private name(): string {
    this.position += 1
    return this.regular().replace(/#([0-9A-Fa-f]{2})/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }

  /** The text up to the next blank or delimiter. */
  private regular(): string {
    const start = this.position
    while (this.position < this.text.length && !this.endsHere()) this.position += 1
    return this.text.slice(start, this.position)
  }

  private endsHere(): boolean {
    const character = this.text.charAt(this.position)
    return blanks.has(character) || delimiters.has(character)
  }

  private keyword(): PdfValue {
    const word = this.regular()
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return null
    throw new PdfSyntaxError('there is no object here')
  }

  /** `7` is a number and `7 0 R` a reference, so after an integer the next two words are checked. */
  private numberOrRef(): number | PdfRef {
    const word = this.regular()
    if (word.length > numberLengthMax || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(word)) {
      throw new PdfSyntaxError('a number is malformed')
    }
    const after = this.position
    if (/^\d+$/.test(word)) {
      this.skipBlank()
      if (/^\d{1,5}$/.test(this.digits())) {
        this.skipBlank()
        if (this.skipWord('R') && (this.position >= this.text.length || this.endsHere())) {
          return { kind: 'ref', number: Number(word) }
        }
      }
    }
    this.position = after
    return Number(word)
  }

  private digits(): string {
    const start = this.position
    while (this.position - start <= numberLengthMax && /\d/.test(this.text.charAt(this.position)))
      this.position += 1
    return this.text.slice(start, this.position)
  }

  private string(read: (text: string, start: number) => ReadString): string {
    const { bytes, end } = read(this.text, this.position)
    // Advance before throwing, so that the work done is counted.
    this.position = end
    if (bytes === null) throw new PdfSyntaxError('a string is malformed')
    return bytes
  }

  private array(depth: number): PdfValue[] {
    this.position += 1
    const values: PdfValue[] = []
    for (;;) {
      this.skipBlank()
      if (this.skipWord(']')) return values
      values.push(this.value(depth + 1))
    }
  }

  private dict(depth: number): PdfDict {
    this.position += 2
    const dict: PdfDict = new Map()
    for (;;) {
      this.skipBlank()
      if (this.skipWord('>>')) return dict
      if (this.text[this.position] !== '/')
        throw new PdfSyntaxError('a dictionary has a key that is not a name')
      dict.set(this.name(), this.value(depth + 1))
    }
  }
}
