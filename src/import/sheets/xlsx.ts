/**
 * Reads the visible sheets of an XLSX workbook. It is a ZIP of XML files, so the limits of our ZIP and XML
 * readers apply; what shared texts may expand to is limited too.
 */
import { UnreadableFile } from '../files/problem.ts'
import { decodeText } from '../files/text.ts'
import { readXml, type XmlAttributes, type XmlHandler } from '../files/xml.ts'
import { readZip, type ZipEntry, type ZipSource } from '../files/zip.ts'
import {
  builtInFormat,
  type DateSystem,
  type NumberFormat,
  numberFormat,
  numberText,
  plainFormat,
} from './cellNumbers.ts'
import { Sheet, SheetLimits } from './sheet.ts'

const workbookBytesMax = 2 ** 28
const partsMax = 1_000
const sheetsMax = 50

export async function readXlsx(source: ZipSource): Promise<Sheet[]> {
  const entries = await readZip(source, { totalBytesMax: workbookBytesMax, entriesMax: partsMax })
  const byPath = new Map(entries.map(entry => [entry.name.replace(/^\//, '').toLowerCase(), entry]))
  const part = (path: string) => byPath.get(path.toLowerCase())
  const workbookAt = 'xl/workbook.xml'
  const workbook = part(workbookAt)
  if (workbook === undefined) throw new UnreadableFile('it is an Office document, but not a workbook')
  const { sheets, system } = await readWorkbook(workbook)
  const targets = await readTargets(part('xl/_rels/workbook.xml.rels'))
  const texts = await readSharedTexts(part('xl/sharedStrings.xml'))
  const formats = await readFormats(part('xl/styles.xml'))
  const limits = new SheetLimits()
  const read: Sheet[] = []
  for (const [index, { name, id }] of sheets.slice(0, sheetsMax).entries()) {
    const entry = part(targets.get(id) ?? `xl/worksheets/sheet${index + 1}.xml`)
    if (entry === undefined) continue
    const sheet = new Sheet(name, limits)
    await parse(entry, new SheetHandler(sheet, { texts, formats, system }))
    read.push(sheet)
  }
  return read
}

async function parse(entry: ZipEntry, handler: XmlHandler): Promise<void> {
  await readXml(decodeText(entry.bytes()).text, handler)
}

/** A handler that only looks at elements as they start. */
const opening = (open: (name: string, attributes: XmlAttributes) => void): XmlHandler => ({
  open: (name, _namespace, attributes) => open(name, attributes),
  text() {},
  close() {},
})

async function readWorkbook(entry: ZipEntry) {
  const sheets: { name: string; id: string }[] = []
  let system: DateSystem = 1900
  await parse(
    entry,
    opening((name, attributes) => {
      if (name === 'workbookPr' && isTrue(attributes.date1904)) system = 1904
      const isVisible = attributes.state === undefined || attributes.state === 'visible'
      if (name !== 'sheet' || !isVisible) return
      const idName = Object.keys(attributes).find(each => each.endsWith(':id')) ?? ''
      sheets.push({ name: attributes.name ?? '', id: attributes[idName] ?? '' })
    }),
  )
  return { sheets, system: system as DateSystem }
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

async function readTargets(entry: ZipEntry | undefined): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  if (entry === undefined) return targets
  await parse(
    entry,
    opening((name, { Id, Target }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    }),
  )
  return targets
}

async function readSharedTexts(entry: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = []
  if (entry === undefined) return texts
  const limits = new SheetLimits()
  let [current, isInText, isPhonetic] = ['', false, false]
  await parse(entry, {
    open(name) {
      if (name === 'si') current = ''
      if (name === 'rPh') isPhonetic = true
      isInText = name === 't' && !isPhonetic
    },
    text(value) {
      if (isInText) current += value
    },
    close(name) {
      isInText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      limits.note(current)
      texts.push(unescaped(current))
    },
  })
  return texts
}

/** Characters that XML does not allow are written as _x000D_. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

/** The number format of each cell style. */
async function readFormats(entry: ZipEntry | undefined): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>()
  const styles: NumberFormat[] = []
  if (entry === undefined) return styles
  let isInStyles = false
  await parse(entry, {
    open(name, _namespace, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId)
      if (name === 'numFmt') own.set(id, numberFormat(formatCode))
      if (name === 'cellXfs') isInStyles = true
      if (name === 'xf' && isInStyles) styles.push(own.get(id) ?? builtInFormat(id))
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isInStyles = false
    },
  })
  return styles
}

interface Shared {
  texts: readonly string[]
  formats: readonly NumberFormat[]
  system: DateSystem
}

class SheetHandler implements XmlHandler {
  readonly #sheet: Sheet
  readonly #shared: Shared
  #row = -1
  #column = -1
  #type = 'n'
  #format = plainFormat
  #value = ''
  #isInValue = false

  constructor(sheet: Sheet, shared: Shared) {
    this.#sheet = sheet
    this.#shared = shared
  }

  open(name: string, _namespace: string, { r, t, s }: XmlAttributes): void {
    if (name === 'row') {
      this.#row = r !== undefined && /^\d{1,7}$/.test(r) ? Number(r) - 1 : this.#row + 1
      this.#column = -1
    } else if (name === 'c') {
      this.#column = r === undefined ? this.#column + 1 : columnOf(r)
      this.#type = t ?? 'n'
      this.#format = this.#shared.formats[Number(s ?? -1)] ?? plainFormat
      this.#value = ''
    }
    this.#isInValue = name === 'v' || name === 't'
  }

  text(value: string): void {
    if (this.#isInValue) this.#value += value
  }

  close(name: string): void {
    this.#isInValue = false
    if (name === 'c' && this.#value !== '') this.#sheet.set(this.#row, this.#column, this.#text())
  }

  #text(): string {
    const value = this.#value
    if (this.#type === 's') return this.#shared.texts[Number(value)] ?? ''
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (this.#type !== 'n') return unescaped(value)
    return /^[-+.\dEe]{1,40}$/.test(value)
      ? numberText(Number(value), this.#format, this.#shared.system)
      : value
  }
}

/** A is 0, AA is 26. */
function columnOf(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? []
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
