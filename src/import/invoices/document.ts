/**
 * An invoice's XML as places: an element with its path. Elements are asked for by the prefixes that the norms use;
 * what counts is the namespace behind them, so a document may spell its prefixes as it likes.
 */
import { UnreadableFile } from '../files/problem.ts'
import { type XmlAttributes, XmlReader } from '../files/xml.ts'
import { type XmlElement, XmlTreeBuilder } from '../files/xmlTree.ts'

export const xmlLengthMax = 24 * 1024 * 1024
const invoiceLengthMax = 8 * 1024 * 1024
/** Of a text or a tag. */
const pieceLengthMax = 100_000
const attachmentLengthMin = 20_000
const attributesMax = 200_000

export interface Place {
  element: XmlElement
  path: string
}

const uncefact = 'urn:un:unece:uncefact:data:standard:'
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** With the versions of ZUGFeRD 1 beside those of CII. */
const prefixes = new Map([
  [`${ubl}Invoice-2`, ''],
  [`${ubl}CreditNote-2`, ''],
  [`${ubl}CommonAggregateComponents-2`, 'cac:'],
  [`${ubl}CommonBasicComponents-2`, 'cbc:'],
  [`${uncefact}CrossIndustryInvoice:100`, 'rsm:'],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0', 'rsm:'],
  [`${uncefact}ReusableAggregateBusinessInformationEntity:100`, 'ram:'],
  [`${uncefact}ReusableAggregateBusinessInformationEntity:12`, 'ram:'],
  [`${uncefact}UnqualifiedDataType:100`, 'udt:'],
  [`${uncefact}UnqualifiedDataType:15`, 'udt:'],
])

export function readDocument(text: string): Place {
  if (text.length > xmlLengthMax) throw new UnreadableFile(`it is longer than ${xmlLengthMax} characters`)
  const invoice = withoutAttachments(text)
  if (invoice.length > invoiceLengthMax) {
    throw new UnreadableFile(`it is longer than ${invoiceLengthMax} characters, attachments not counted`)
  }
  // The calls below have no declarations of namespaces, and these cost as much as attributes.
  if (occurrences(invoice, 'xmlns') > attributesMax) throw tooManyAttributes(null)
  const builder = new InvoiceTreeBuilder()
  const reader = new XmlReader(builder, { pieceLengthMax })
  reader.write(invoice)
  reader.end()
  const { root } = builder
  if (root === null) throw new UnreadableFile('it has no root element')
  return { element: root, path: `/${nameOf(root)}` }
}

/** An attribute costs the parser as much as an element, so they are counted as well. */
class InvoiceTreeBuilder extends XmlTreeBuilder {
  private attributeCount = 0

  override open(name: string, namespace: string, attributes: XmlAttributes, line: number): void {
    this.attributeCount += Object.keys(attributes).length
    if (this.attributeCount > attributesMax) throw tooManyAttributes(line)
    super.open(name, namespace, attributes, line)
  }
}

const tooManyAttributes = (line: number | null) =>
  new UnreadableFile(`it has more than ${attributesMax} attributes`, line)

function occurrences(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) count += 1
  return count
}

/** Invoices carry PDFs and images as base64. They are cut out before the text is parsed; the lines are left in place. */
function withoutAttachments(text: string): string {
  const pieces: string[] = []
  let kept = 0
  for (let open = text.indexOf('>'); open !== -1; ) {
    const close = text.indexOf('<', open)
    if (close === -1) break
    if (close - open > attachmentLengthMin) {
      const content = text.slice(open + 1, close)
      if (!/[^A-Za-z0-9+/=\s]/.test(content)) {
        pieces.push(text.slice(kept, open + 1), content.replace(/[^\n]+/g, ''))
        kept = close
      }
    }
    open = text.indexOf('>', close)
  }
  return pieces.join('') + text.slice(kept)
}

/** The name that a path has for the element: with the norm's prefix, whatever the document has. */
export const nameOf = ({ name, namespace }: XmlElement): string => `${prefixes.get(namespace) ?? '?:'}${name}`

/** All places that a path of names leads to, in the order of the document. */
export function all(place: Place | undefined, ...names: string[]): Place[] {
  return names.reduce<Place[]>(
    (places, name) => places.flatMap(each => within(each, name)),
    place ? [place] : [],
  )
}

/** The first of them. */
export const first = (place: Place | undefined, ...names: string[]): Place | undefined =>
  all(place, ...names)[0]

/** Of several of one name, each is told apart by its position, counted from 1 as XPath does. */
function within({ element, path }: Place, name: string): Place[] {
  const found = element.children.filter(each => nameOf(each) === name)
  return found.map((each, index) => ({
    element: each,
    path: found.length === 1 ? `${path}/${name}` : `${path}/${name}[${index + 1}]`,
  }))
}
