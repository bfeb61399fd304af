/**
 * An invoice's XML as places: an element with its path. Elements are asked for by the prefixes that the norms use;
 * what counts is the namespace behind them, so a document may spell its prefixes as it likes.
 */
import { UnreadableFile } from '../problem.ts'
import { XmlReader } from '../xml.ts'
import { type XmlElement, XmlTreeBuilder } from '../xmlTree.ts'

export const xmlLengthMax = 24 * 1024 * 1024

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
  const builder = new XmlTreeBuilder()
  // One piece may be as long as the whole: invoices carry PDFs and images as base64.
  const reader = new XmlReader(builder, { pieceLengthMax: xmlLengthMax })
  reader.write(text)
  reader.end()
  const { root } = builder
  if (root === null) throw new UnreadableFile('it has no root element')
  return { element: root, path: `/${nameOf(root)}` }
}

/** The name that a path has for the element: with the norm's prefix, or with none where the namespace is another's. */
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
