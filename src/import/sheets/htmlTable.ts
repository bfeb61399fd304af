/** Reads the tables of a web page that a bank offers as .xls: each row of any table is a row of one sheet. */
import { decodeWhole } from '../files/text.ts'
import { Sheet, SheetLimits } from './sheet.ts'

const pageBytesMax = 2 ** 26
const tagLengthMax = 2_000
const spanMax = 50

export function readHtmlTable(bytes: Uint8Array): Sheet[] {
  const page = new HtmlTables()
  page.read(decodeWhole(bytes, pageBytesMax))
  return [page.sheet]
}

class HtmlTables {
  readonly sheet = new Sheet('', new SheetLimits())
  #row = -1
  #column = 0
  /** The text of the open cell; null outside of cells. */
  #cell: string[] | null = null
  #span = 1

  read(text: string): void {
    for (let at = 0; at < text.length; ) {
      const tagAt = text.indexOf('<', at)
      const end = tagAt === -1 ? text.length : tagAt
      this.#cell?.push(text.slice(at, end))
      if (tagAt === -1) break
      at = this.#tag(text, tagAt)
    }
    this.#endCell()
  }

  /** Returns where the text goes on. */
  #tag(text: string, start: number): number {
    if (text.startsWith('<!--', start)) return after(text, '-->', start)
    const end = after(text, '>', start)
    const tag = text.slice(start, Math.min(end, start + tagLengthMax))
    const name = /^<(\/?[a-z]+)/i.exec(tag)?.[1]?.toLowerCase()
    if (name === 'script' || name === 'style') return afterEndOf(name, text, end)
    if (name === 'tr') this.#startRow()
    else if (name === 'td' || name === 'th') this.#startCell(tag)
    else if (name === '/td' || name === '/th' || name === '/tr' || name === '/table') this.#endCell()
    else if (name === 'br' || name === '/p' || name === '/div') this.#cell?.push(' ')
    return end
  }

  #startRow(): void {
    this.#endCell()
    this.#row += 1
    this.#column = 0
  }

  #startCell(tag: string): void {
    this.#endCell()
    this.#cell = []
    const span = Number(/\bcolspan\s*=\s*["']?(\d{1,3})/i.exec(tag)?.[1] ?? 1)
    this.#span = Math.min(Math.max(span, 1), spanMax)
  }

  #endCell(): void {
    if (this.#cell === null) return
    const text = decoded(this.#cell.join(''))
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
    this.sheet.set(Math.max(this.#row, 0), this.#column, text)
    this.#column += this.#span
    this.#cell = null
  }
}

/** Some banks write the names of tags in capitals. */
function afterEndOf(name: 'script' | 'style', text: string, from: number): number {
  const tag = name === 'script' ? /<\/script>/gi : /<\/style>/gi
  tag.lastIndex = from
  return tag.exec(text) === null ? text.length : tag.lastIndex
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at === -1 ? text.length : at + what.length
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  oslash: 'ø',
  aring: 'å',
  aelig: 'æ',
  ntilde: 'ñ',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}
