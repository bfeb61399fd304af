/**
 * Reads XML as a stream of callbacks, for files of any size: strict, with namespaces, and within limits. A
 * DOCTYPE is rejected, so the only entities are XML's five and numeric ones, and nothing can expand or fetch
 * external data. Callbacks are plain functions instead of an iterator: at two million a second, one promise
 * each would take most of the time.
 */
import { SaxesParser } from 'saxes'
import { UnreadableFile } from './problem.ts'
import { InvalidName, type XmlName, XmlNames } from './xmlNames.ts'

/** Keyed by the name as written, with its prefix. Namespace declarations are left out. */
export type XmlAttributes = Readonly<Record<string, string>>

export interface XmlHandler {
  /**
   * An element starts: its local name, its namespace ('' if none), its attributes, and the line where its
   * tag ends.
   */
  open(name: string, namespace: string, attributes: XmlAttributes, line: number): void
  /**
   * The text up to the next tag in one piece, including blank text between elements. CDATA is reported
   * separately.
   */
  text(value: string): void
  close(name: string, line: number): void
}

export interface XmlLimits {
  depthMax?: number
  /** Maximum length of a text, a comment, or a tag with all its attributes. */
  pieceLengthMax?: number
}

export const depthMaxDefault = 64
export const pieceLengthMaxDefault = 1_000_000
/** Long text is fed to the parser in slices, so that the limits are checked in between. */
const sliceLength = 65_536
const noAttributes: XmlAttributes = Object.freeze(Object.create(null))

export class XmlReader {
  private readonly parser = new SaxesParser()
  private readonly names = new XmlNames()
  private readonly pieceLengthMax: number
  private depth = 0
  private lastCallAt = 0
  private begun = false
  /** Lines before the start of the document, which the parser does not see. */
  private blankLines = 0

  constructor(handler: XmlHandler, limits: XmlLimits = {}) {
    const { depthMax = depthMaxDefault, pieceLengthMax = pieceLengthMaxDefault } = limits
    const { parser } = this
    // Only six handlers: each is a property added to the parser late, and with a seventh or eighth V8 turns
    // the object into a dictionary, which takes four times as long.
    this.pieceLengthMax = pieceLengthMax
    parser.on('opentag', tag => {
      this.depth += 1
      if (this.depth > depthMax) this.refuse(`elements are nested deeper than ${depthMax}`)
      this.mark()
      const { name, namespace } = this.nameOf(tag.name, tag.attributes)
      handler.open(name, namespace, attributesOf(tag.attributes), this.line())
    })
    parser.on('closetag', () => {
      this.depth -= 1
      this.mark()
      handler.close(this.names.close(), this.line())
    })
    const onText = (value: string): void => {
      this.mark()
      if (this.depth > 0) handler.text(value)
    }
    parser.on('text', onText)
    parser.on('cdata', onText)
    parser.on('doctype', () => this.refuse('it has a DOCTYPE, which is not accepted'))
    parser.on('error', error => this.refuse(`it is not well-formed XML: ${plain(error.message)}`))
  }

  write(piece: string): void {
    const text = this.begun ? piece : this.begin(piece)
    for (let start = 0; start < text.length; start += sliceLength) {
      this.parser.write(text.slice(start, start + sliceLength))
      if (this.parser.position - this.lastCallAt > this.pieceLengthMax) this.refuseLength()
    }
  }

  /** Some banks put blank lines before the XML declaration, which XML does not allow. */
  private begin(piece: string): string {
    const text = piece.trimStart()
    this.blankLines += piece.slice(0, piece.length - text.length).split('\n').length - 1
    this.begun = text !== ''
    return text
  }

  private line(): number {
    return this.blankLines + this.parser.line
  }

  private nameOf(written: string, attributes: XmlAttributes): XmlName {
    try {
      return this.names.open(written, attributes)
    } catch (error) {
      if (!(error instanceof InvalidName)) throw error
      return this.refuse(`it is not well-formed XML: ${error.message}`)
    }
  }

  /** The end of the text; an error unless the root element is closed. */
  end(): void {
    this.parser.close()
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

/** Reads a whole text and calls the handler. */
export async function readXml(
  text: AsyncIterable<string> | Iterable<string>,
  handler: XmlHandler,
  limits: XmlLimits = {},
): Promise<void> {
  const reader = new XmlReader(handler, limits)
  for await (const piece of text) reader.write(piece)
  reader.end()
}

function attributesOf(attributes: XmlAttributes): XmlAttributes {
  let plainOnes: Record<string, string> | undefined
  for (const name in attributes) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue
    plainOnes ??= Object.create(null) as Record<string, string>
    plainOnes[name] = attributes[name] ?? ''
  }
  return plainOnes ?? noAttributes
}

/** The parser's message without the leading position and the final full stop. */
function plain(message: string): string {
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}
