/**
 * Reads OFX 1 and makes the same calls as the XML reader. Its SGML omits the end tags of values, so a value
 * ends at the next tag; groups are always closed. Banks also write empty values, which only their names
 * distinguish from the start of a group.
 */
import { UnreadableFile } from '../../files/problem.ts'
import { depthMaxDefault, pieceLengthMaxDefault, type XmlHandler } from '../../files/xml.ts'

const noAttributes = Object.freeze({})
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Names of values that readers look for. */
const values = new Set(
  (
    'NAME MEMO FITID DTPOSTED DTUSER DTAVAIL TRNAMT TRNTYPE CHECKNUM REFNUM SRVRTID SIC PAYEEID EXTDNAME BALAMT DTASOF ' +
    'CURDEF CURRATE CURSYM BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY BROKERID ORG FID DTSTART DTEND CODE SEVERITY MESSAGE ' +
    'LANGUAGE DTSERVER DTTRAN CORRECTFITID CORRECTACTION TRNUID ADDR1 ADDR2 ADDR3 CITY STATE POSTALCODE COUNTRY PHONE'
  ).split(' '),
)

/** Groups whose end tag shows that everything in them has been read. */
const mustBeClosed = /(RS|RSV\d|ACCT(FROM|TO)|BAL|STATUS|FI|PAYEE|CURRENCY|OFX)$/

export class OfxSgmlReader {
  private readonly handler: XmlHandler
  private readonly path: string[] = []
  private rest = ''
  private line = 1
  private begun = false

  constructor(handler: XmlHandler) {
    this.handler = handler
  }

  write(piece: string): void {
    const text = this.rest + piece
    let at = 0
    while (at < text.length) {
      const open = text.indexOf('<', at)
      if (open === -1) break
      const isComment = text.startsWith('<!--', open)
      const end = isComment ? '-->' : '>'
      const close = text.indexOf(end, isComment ? open + 4 : open)
      if (close === -1) break
      if (open > at) this.value(text.slice(at, open))
      if (isComment) this.countLines(text.slice(open, close))
      else this.tag(text.slice(open + 1, close).trim())
      at = close + end.length
    }
    this.rest = text.slice(at)
    if (this.rest.length > pieceLengthMaxDefault) {
      throw new UnreadableFile(`a text or tag is longer than ${pieceLengthMaxDefault} characters`, this.line)
    }
  }

  end(): void {
    if (!this.begun) throw new UnreadableFile('it has no <OFX>', this.line)
    const open = this.path.at(-1)
    if (open !== undefined) throw new UnreadableFile(`it ends before </${open}>: it is cut off`, this.line)
    if (this.rest.trim() !== '') throw new UnreadableFile('text follows </OFX>', this.line)
  }

  /** Text before <OFX> is the header, which has no information that the text itself lacks. */
  private value(text: string): void {
    this.countLines(text)
    const trimmed = text.trim()
    if (!this.begun || trimmed === '') return
    this.handler.text(decoded(trimmed))
    this.hasValue = true
  }

  private countLines(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line += 1
  }

  /** The last element of the path has a value, so it ends at the next tag. */
  private hasValue = false

  private tag(tag: string): void {
    if (tag.startsWith('!')) throw new UnreadableFile('it has a DOCTYPE, which is not accepted', this.line)
    if (tag.startsWith('?')) return
    const [, slash, name = '', empty] = /^(\/?)([A-Za-z0-9._-]+)\s*(\/?)$/.exec(tag) ?? []
    if (name === '') throw new UnreadableFile(`<${tag.slice(0, 40)}> is not an OFX tag`, this.line)
    const upper = name.toUpperCase()
    if (slash === '/') this.closeNamed(upper)
    else this.open(upper)
    if (empty === '/') this.closeLast()
  }

  private open(name: string): void {
    const last = this.path.at(-1)
    if (last !== undefined && (this.hasValue || values.has(last))) this.closeLast()
    // Entries do not nest, so the previous one has ended.
    if (name === 'STMTTRN' && this.path.at(-1) === name) this.closeLast()
    if (!this.begun && name !== 'OFX') throw new UnreadableFile(`<${name}> comes before <OFX>`, this.line)
    if (this.begun && this.path.length === 0) throw new UnreadableFile(`<${name}> follows </OFX>`, this.line)
    this.begun = true
    this.path.push(name)
    if (this.path.length > depthMaxDefault) {
      throw new UnreadableFile(`elements are nested deeper than ${depthMaxDefault}`, this.line)
    }
    this.handler.open(name, '', noAttributes, this.line)
  }

  private closeNamed(name: string): void {
    // A value without an end tag ends with its group; so do other unclosed elements, if they are empty.
    if (this.path.at(-1) !== name && (this.hasValue || values.has(this.path.at(-1) ?? ''))) this.closeLast()
    // Some banks never close an entry or the list of entries, and others write empty values with unknown
    // names.
    if (this.path.includes(name)) {
      while (this.path.at(-1) !== name && !mustBeClosed.test(this.path.at(-1) ?? '')) this.closeLast()
    }
    // Some banks end a value with the name of another one, which is not open.
    if (values.has(name) && !this.path.includes(name)) return
    if (this.path.at(-1) !== name) {
      const open = this.path.at(-1)
      throw new UnreadableFile(
        `</${name}> was found where ${open ? `</${open}>` : 'nothing'} was expected`,
        this.line,
      )
    }
    this.closeLast()
  }

  private closeLast(): void {
    const name = this.path.pop()
    this.hasValue = false
    if (name !== undefined) this.handler.close(name, this.line)
  }
}

/** Anything that is not an entity stays: banks write a bare & in names. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]{2,4});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })
}
