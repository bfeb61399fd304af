/**
 * An invoice's XML as places: an element with its path. Elements are looked up by the prefixes the standards
 * use. Only the namespace behind a prefix counts, so a document may use other prefixes.
 */
import { UnreadableFile } from '../files/problem.ts'
import { type XmlAttributes, XmlReader } from '../files/xml.ts'
import { type XmlElement, XmlTreeBuilder } from '../files/xmlTree.ts'

export const xmlLengthMax = 24 * 1024 * 1024
const invoiceLengthMax = 8 * 1024 * 1024
/** Limits a text or a tag. */
const pieceLengthMax = 100_000
const attachmentLengthMin = 20_000
const attributesMax = 200_000

export interface Place {
  element: XmlElement
  path: string
}

const uncefact = 'urn:un:unece:uncefact:data:standard:'
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** For CII and for ZUGFeRD 1. */
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
    throw new UnreadableFile(`it is longer than ${invoiceLengthMax} characters, not counting attachments`)
  }
  // Namespace declarations cost as much as attributes, but the callbacks below do not report them.
  if (occurrences(invoice, 'xmlns') > attributesMax) throw tooManyAttributes(null)
  const builder = new InvoiceTreeBuilder()
  const reader = new XmlReader(builder, { pieceLengthMax })
  reader.write(invoice)
  reader.end()
  const { root } = builder
  if (root === null) throw new UnreadableFile('it has no root element')
  return { element: root, path: `/${nameOf(root)}` }
}

/** Attributes cost the parser as much as elements, so they are counted too. */
class InvoiceTreeBuilder extends XmlTreeBuilder {
  private attributeCount = 0

  override open(name: string, namespace: string, attributes: XmlAttributes, line: number): XmlElement {
    this.attributeCount += Object.keys(attributes).length
    if (this.attributeCount > attributesMax) throw tooManyAttributes(line)
    return super.open(name, namespace, attributes, line)
  }
}

const tooManyAttributes = (line: number | null) =>
  new UnreadableFile(`it has more than ${attributesMax} attributes`, line)

function occurrences(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) count += 1
  return count
}

/**
 * Invoices embed PDFs and images as base64. They are cut out before parsing; line breaks stay, so that line
 * numbers are right.
 */
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

/** The element's name in a path: with the standard prefix, whatever the document uses. */
export const nameOf = ({ name, namespace }: XmlElement): string => `${prefixes.get(namespace) ?? '?:'}${name}`

/** All places that a path of names leads to, in document order. */
export function all(place: Place | undefined, ...names: string[]): Place[] {
  return names.reduce<Place[]>(
    (places, name) => places.flatMap(each => within(each, name)),
    place ? [place] : [],
  )
}

export const first = (place: Place | undefined, ...names: string[]): Place | undefined =>
  all(place, ...names)[0]

/** Siblings of the same name are numbered from 1, as in XPath. */
function within({ element, path }: Place, name: string): Place[] {
  const found = element.children.filter(each => nameOf(each) === name)
  return found.map((each, index) => ({
    element: each,
    path: found.length === 1 ? `${path}/${name}` : `${path}/${name}[${index + 1}]`,
  }))
}
