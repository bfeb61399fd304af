/** Elements with their children, for parts of a document that are small enough to hold in memory. */
import { UnreadableFile } from './problem.ts'
import { readXml, type XmlAttributes, type XmlHandler, type XmlLimits } from './xml.ts'

export interface XmlElement {
  name: string
  namespace: string
  attributes: XmlAttributes
  children: XmlElement[]
  /** Its own text, trimmed; '' if it has none. */
  text: string
  line: number
}

export const elementsMaxDefault = 200_000

/** Builds one tree from the callbacks and counts its elements. */
export class XmlTreeBuilder implements XmlHandler {
  root: XmlElement | null = null
  private readonly path: XmlElement[] = []
  private count = 0
  private readonly elementsMax: number

  constructor(elementsMax: number = elementsMaxDefault) {
    this.elementsMax = elementsMax
  }

  open(name: string, namespace: string, attributes: XmlAttributes, line: number): XmlElement {
    this.count += 1
    if (this.count > this.elementsMax) {
      throw new UnreadableFile(`it has more than ${this.elementsMax} elements`, line)
    }
    const element: XmlElement = { name, namespace, attributes, children: [], text: '', line }
    const parent = this.path.at(-1)
    if (parent) parent.children.push(element)
    else this.root = element
    this.path.push(element)
    return element
  }

  text(value: string): void {
    const element = this.path.at(-1)
    if (!element) return
    // Blanks at the start are trimmed in the end, and nearly all text between elements is blank.
    if (element.text === '') element.text = value.trimStart()
    else element.text += value
  }

  /** Returns true once the root is closed. */
  close(): boolean {
    const element = this.path.pop()
    if (element && element.text !== '') element.text = element.text.trimEnd()
    return this.path.length === 0
  }
}

/** Reads a whole document as a tree, for documents that are small by nature, such as invoices. */
export async function readXmlTree(
  text: AsyncIterable<string> | Iterable<string>,
  limits: XmlLimits & { elementsMax?: number } = {},
): Promise<XmlElement> {
  const builder = new XmlTreeBuilder(limits.elementsMax)
  await readXml(text, builder, limits)
  if (!builder.root) throw new UnreadableFile('it has no root element')
  return builder.root
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined) return undefined
  for (const each of element.children) if (each.name === name) return each
  return undefined
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter(each => each.name === name) ?? []
}

/** The first element along a path of local names, such as Acct, Id, IBAN. */
export function descendant(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element
  for (const name of names) found = child(found, name)
  return found
}

/** The text at the end of such a path; null if there is none or it is blank. */
export function textAt(element: XmlElement | undefined, ...names: string[]): string | null {
  return descendant(element, ...names)?.text || null
}
