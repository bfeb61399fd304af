/**
 * Reads the inside of a tag, if it is a plain one: ASCII names and attributes without entities or line breaks. Files
 * repeat the same few tags, so each is read once and then looked up.
 */

export interface XmlTag {
  /** As written, with its prefix. */
  written: string
  kind: 'open' | 'close' | 'empty'
  /** All attributes, with namespace declarations. */
  attributes: Readonly<Record<string, string>>
  /** It has no prefix, and no attribute has one or declares one. */
  isSimple: boolean
}

const nameForm = '[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?'
const name = new RegExp(nameForm, 'y')
const attribute = new RegExp(`[ \\t\\n]+(${nameForm})=(?:"([^"<&\\t\\n]*)"|'([^'<&\\t\\n]*)')`, 'y')
const end = /[ \t\n]*(\/?)$/y

/** A file with more different tags is unusual, and each of the others is read every time. */
const tagsMax = 2_000
const keptLengthMax = 200

export class XmlTags {
  readonly #known = new Map<string, XmlTag>()

  /** The tag between `<` and `>`; null if it is not a plain one. */
  read(inside: string): XmlTag | null {
    const known = this.#known.get(inside)
    if (known !== undefined) return known
    if (this.#known.size === tagsMax || inside.length > keptLengthMax) return readTag(inside)
    // A copy: a part of a string would keep the whole string in memory.
    const copy = Buffer.from(inside).toString()
    const tag = readTag(copy)
    if (tag !== null) this.#known.set(copy, tag)
    return tag
  }
}

function readTag(inside: string): XmlTag | null {
  const closes = inside.startsWith('/')
  name.lastIndex = closes ? 1 : 0
  const written = name.exec(inside)?.[0]
  if (written === undefined) return null
  let at = name.lastIndex
  const attributes: Record<string, string> = Object.create(null)
  let isSimple = !written.includes(':')
  for (;;) {
    attribute.lastIndex = at
    const [, key, double, single] = attribute.exec(inside) ?? []
    if (key === undefined) break
    if (key in attributes) return null
    attributes[key] = double ?? single ?? ''
    if (key === 'xmlns' || key.includes(':')) isSimple = false
    at = attribute.lastIndex
  }
  end.lastIndex = at
  const slash = end.exec(inside)?.[1]
  if (slash === undefined) return null
  if (!closes)
    return { written, kind: slash === '' ? 'open' : 'empty', attributes: Object.freeze(attributes), isSimple }
  const hasMore = slash !== '' || Object.keys(attributes).length > 0
  return hasMore ? null : { written, kind: 'close', attributes, isSimple }
}
