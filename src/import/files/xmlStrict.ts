/** The strict XML parser (saxes), within limits. It reads everything that the plain reader does not know. */
import { SaxesParser } from 'saxes'
import { UnreadableFile } from './problem.ts'

export interface StrictHandler {
  /** The element's name and attributes as written, with prefixes and namespace declarations. */
  open(written: string, attributes: Readonly<Record<string, string>>, line: number): void
  text(value: string): void
  close(line: number): void
}

export interface StrictPlace {
  /** A short text that leaves the parser where it should start. It is not reported. */
  textToHere: string
  /** The line at that place. */
  line: number
  pieceLengthMax: number
}

/** Callers write slices of up to this length, so that the limits are checked in between. */
export const sliceLength = 65_536

export class StrictXml {
  private readonly parser = new SaxesParser()
  private readonly pieceLengthMax: number
  private readonly linesBefore: number
  private lastCallAt: number

  constructor(handler: StrictHandler, { textToHere, line, pieceLengthMax }: StrictPlace) {
    const { parser } = this
    this.pieceLengthMax = pieceLengthMax
    parser.write(textToHere)
    this.lastCallAt = parser.position
    this.linesBefore = line - parser.line
    // Only six handlers: each is a property added to the parser late, and with a seventh or eighth V8 turns
    // the object into a dictionary, which takes four times as long.
    parser.on('opentag', tag => {
      this.mark()
      handler.open(tag.name, tag.attributes, this.line())
    })
    parser.on('closetag', () => {
      this.mark()
      handler.close(this.line())
    })
    const onText = (value: string): void => {
      this.mark()
      handler.text(value)
    }
    parser.on('text', onText)
    parser.on('cdata', onText)
    parser.on('doctype', () => this.refuse('it has a DOCTYPE, which is not accepted'))
    parser.on('error', error => this.refuse(`it is not well-formed XML: ${plain(error.message)}`))
  }

  write(slice: string): void {
    this.parser.write(slice)
    if (this.parser.position - this.lastCallAt > this.pieceLengthMax) this.refuseLength()
  }

  end(): void {
    this.parser.close()
  }

  private line(): number {
    return this.linesBefore + this.parser.line
  }

  /** Measures a piece by the distance between two callbacks. */
  private mark(): void {
    const { position } = this.parser
    if (position - this.lastCallAt > this.pieceLengthMax + sliceLength) this.refuseLength()
    this.lastCallAt = position
  }

  private refuseLength(): never {
    return this.refuse(`a text or tag is longer than ${this.pieceLengthMax} characters`)
  }

  private refuse(reason: string): never {
    throw new UnreadableFile(reason, this.line())
  }
}

/** The parser's message without the leading position and the final full stop. */
function plain(message: string): string {
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}
