/**
 * The objects of a PDF as its text spells them: names, strings, numbers, arrays, dictionaries, references. The text is
 * the file read as Latin-1, a character a byte. Each character is looked at a fixed number of times, whatever it says,
 * so that a file made to be slow is not; nesting is limited, as each level is a call.
 */

export type PdfDict = Map<string, PdfValue>
export type PdfName = { kind: 'name'; name: string }
/** Its bytes, a character each. */
export type PdfString = { kind: 'string'; bytes: string }
export type PdfRef = { kind: 'ref'; number: number }
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfValue[] | PdfDict

/** The text at this place is no object. One broken object does not break the file: whoever asked decides. */
export class PdfSyntaxError extends Error {
  override name = 'PdfSyntaxError'
}

export const isRef = (value: PdfValue | undefined): value is PdfRef => isOfKind(value, 'ref')
export const isName = (value: PdfValue | undefined): value is PdfName => isOfKind(value, 'name')
export const isString = (value: PdfValue | undefined): value is PdfString => isOfKind(value, 'string')

function isOfKind(value: PdfValue | undefined, kind: string): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
}

const nestingMax = 64
const numberLengthMax = 40

const blanks = new Set('\0\t\n\f\r ')
const delimiters = new Set('()<>[]{}/%')
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

export class PdfObjectParser {
  readonly text: string
  position: number

  constructor(text: string, position: number) {
    this.text = text
    this.position = position
  }

  value(depth = 0): PdfValue {
    if (depth > nestingMax) throw new PdfSyntaxError(`nested deeper than ${nestingMax}`)
    this.skipBlank()
    const character = this.text.charAt(this.position)
    if (character === '/') return { kind: 'name', name: this.name() }
    if (character === '(') return { kind: 'string', bytes: this.literalString() }
    if (character === '[') return this.array(depth)
    if (character === '<') {
      return this.text[this.position + 1] === '<'
        ? this.dict(depth)
        : { kind: 'string', bytes: this.hexString() }
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

  /** Whether this word stands here; if so, it is passed. */
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

  /** What goes up to the next blank or delimiter. */
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
    throw new PdfSyntaxError('no object stands here')
  }

  /** `7` is a number and `7 0 R` a reference, so a whole number is read on by two words. */
  private numberOrRef(): number | PdfRef {
    const word = this.regular()
    if (word.length > numberLengthMax || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) {
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
      if (this.text[this.position] !== '/') throw new PdfSyntaxError('a dictionary has a key that is no name')
      dict.set(this.name(), this.value(depth + 1))
    }
  }

  private hexString(): string {
    const end = this.text.indexOf('>', this.position)
    if (end === -1) throw new PdfSyntaxError('a string does not end')
    const digits = this.text.slice(this.position + 1, end).replace(/[\0\t\n\f\r ]/g, '')
    if (!/^[0-9A-Fa-f]*$/.test(digits)) throw new PdfSyntaxError('a string is malformed')
    this.position = end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }

  private literalString(): string {
    const { text } = this
    const pieces: string[] = []
    let open = 0
    for (; this.position < text.length; this.position += 1) {
      const character = text.charAt(this.position)
      if (character === '\\') {
        pieces.push(this.escaped())
        continue
      }
      if (character === ')') open -= 1
      if (open > 0) pieces.push(character)
      if (character === '(') open += 1
      if (open === 0) {
        this.position += 1
        return pieces.join('')
      }
    }
    throw new PdfSyntaxError('a string does not end')
  }

  /** The character behind a backslash; the position is left at the last one that belongs to it. */
  private escaped(): string {
    this.position += 1
    const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.position, this.position + 3))?.[0]
    if (octal !== undefined) {
      this.position += octal.length - 1
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    }
    const character = this.text.charAt(this.position)
    if (character === '\r' && this.text[this.position + 1] === '\n') this.position += 1
    return character === '\r' || character === '\n' ? '' : (escapes[character] ?? character)
  }
}
