/**
 * Reads XML as a stream of callbacks, for files of any size: strict, with namespaces, and within limits. A
 * DOCTYPE is rejected, so the only entities are XML's five and numeric ones, and nothing can expand or fetch
 * external data. Callbacks are plain functions instead of an iterator: at two million a second, one promise
 * each would take most of the time.
 */
import { UnreadableFile } from './problem.ts'
import { InvalidName, type XmlName, XmlNames } from './xmlNames.ts'
import { PlainXml, plainLengthMax, type WholeElement } from './xmlPlain.ts'
import { StrictXml, sliceLength } from './xmlStrict.ts'
import type { XmlTag } from './xmlTags.ts'

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
  /** For elements that repeat in the same shape. */
  repeats?: XmlRepeats
}

/** What a handler can read by itself, for speed. Everything else is reported tag by tag. */
export interface XmlRepeats {
  /** Whether an element that may repeat can start here. */
  readonly isBetween: boolean
  /** Reads the element that starts here, after blank text; null if it cannot. */
  read(text: string, start: number, line: number): WholeElement | null
  /** The text of an element that was reported tag by tag, with the blank text before it. */
  learn(text: string): void
  /** From now on, the elements around it are others. */
  forget(): void
}

export interface XmlLimits {
  depthMax?: number
  /** Maximum length of a text, a comment, or a tag with all its attributes. */
  pieceLengthMax?: number
  /** Use only the parser, also for what the plain reader can read. Both give the same result. */
  parserOnly?: boolean
}

export const depthMaxDefault = 64
export const pieceLengthMaxDefault = 1_000_000

const noAttributes: XmlAttributes = Object.freeze(Object.create(null))

export class XmlReader {
  private readonly handler: XmlHandler
  private readonly names = new XmlNames()
  private readonly depthMax: number
  private readonly pieceLengthMax: number
  private readonly usesPlain: boolean
  private depth = 0
  /** The first of them that is set reads the text. */
  private parser: StrictXml | null = null
  private plain: PlainXml | null = null
  /** Lines before the start of the document. */
  private blankLines = 0
  /** Where the handler learned what repeats. */
  private learnedAt: { depth: number; scope: unknown } = { depth: 0, scope: null }

  constructor(handler: XmlHandler, limits: XmlLimits = {}) {
    this.handler = handler
    this.depthMax = limits.depthMax ?? depthMaxDefault
    this.pieceLengthMax = limits.pieceLengthMax ?? pieceLengthMaxDefault
    this.usesPlain = !limits.parserOnly && this.pieceLengthMax >= plainLengthMax
  }

  write(piece: string): void {
    const text = this.plain || this.parser ? piece : this.begin(piece)
    for (let start = 0; start < text.length; start += sliceLength) {
      const slice = text.slice(start, start + sliceLength)
      if (this.parser) this.parser.write(slice)
      else if (this.plain) this.continueAfter(this.plain, this.plain.write(slice))
    }
  }

  /** Some banks put blank lines before the XML declaration, which XML does not allow. */
  private begin(piece: string): string {
    const text = piece.trimStart()
    this.blankLines += piece.slice(0, piece.length - text.length).split('\n').length - 1
    if (text === '') return ''
    if (this.usesPlain) this.plain = new PlainXml(this, this.blankLines + 1)
    else this.parser = this.parserAt('', this.blankLines + 1)
    return text
  }

  /** The parser takes over if the plain reader has left something. */
  private continueAfter(plain: PlainXml, left: string | null): void {
    if (left === null) return
    this.parser = this.parserAt(plain.textToHere(), plain.line)
    this.parser.write(left)
  }

  private parserAt(textToHere: string, line: number): StrictXml {
    return new StrictXml(this, { textToHere, line, pieceLengthMax: this.pieceLengthMax })
  }

  /** The end of the text; an error unless the root element is closed. */
  end(): void {
    if (this.plain && !this.parser) {
      const left = this.plain.end()
      if (left === null) return
      this.continueAfter(this.plain, left)
    }
    this.parser ??= this.parserAt('', this.blankLines + 1)
    this.parser.end()
  }

  /** The following are called by the plain reader. */
  get readsWhole(): boolean {
    return this.handler.repeats?.isBetween ?? false
  }

  readWhole(text: string, start: number, line: number): WholeElement | null {
    const { repeats } = this.handler
    const { depth, scope } = this.learnedAt
    if (depth !== this.depth || scope !== this.names.scope) {
      repeats?.forget()
      this.learnedAt = { depth: this.depth, scope: this.names.scope }
    }
    return repeats?.read(text, start, line) ?? null
  }

  learnWhole(text: string): void {
    this.handler.repeats?.learn(text)
  }

  openTag({ written, attributes, isSimple }: XmlTag, line: number): void {
    if (isSimple) {
      this.deeper(line)
      this.handler.open(written, this.names.openSimple(written), attributes, line)
    } else this.open(written, attributes, line)
  }

  /** The following are called by both readers. */
  open(written: string, attributes: XmlAttributes, line: number): void {
    this.deeper(line)
    const { name, namespace } = this.nameOf(written, attributes, line)
    this.handler.open(name, namespace, attributesOf(attributes), line)
  }

  text(value: string): void {
    if (this.depth > 0) this.handler.text(value)
  }

  close(line: number): void {
    this.depth -= 1
    this.handler.close(this.names.close(), line)
  }

  private deeper(line: number): void {
    this.depth += 1
    if (this.depth > this.depthMax)
      throw new UnreadableFile(`elements are nested deeper than ${this.depthMax}`, line)
  }

  private nameOf(written: string, attributes: XmlAttributes, line: number): XmlName {
    try {
      return this.names.open(written, attributes)
    } catch (error) {
      if (!(error instanceof InvalidName)) throw error
      throw new UnreadableFile(`it is not well-formed XML: ${error.message}`, line)
    }
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
