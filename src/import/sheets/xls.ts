/** Reads the visible sheets of an XLS workbook (BIFF8, as Excel wrote from 1997 to 2003 and many banks still do). */
import { UnreadableFile } from '../files/problem.ts'
import {
  builtInFormat,
  type DateSystem,
  type NumberFormat,
  numberFormat,
  numberText,
  plainFormat,
} from './cellNumbers.ts'
import { streamOf } from './compoundFile.ts'
import { Sheet, SheetLimits } from './sheet.ts'
import { BlockReader } from './xlsTexts.ts'

const record = {
  formula: 0x06,
  end: 0x0a,
  dates: 0x22,
  password: 0x2f,
  continued: 0x3c,
  sheet: 0x85,
  numbers: 0xbd,
  richText: 0xd6,
  style: 0xe0,
  sharedTexts: 0xfc,
  sharedText: 0xfd,
  number: 0x203,
  text: 0x204,
  flag: 0x205,
  formulaText: 0x207,
  shortNumber: 0x27e,
  format: 0x41e,
  start: 0x809,
} as const

const biff8 = 0x600
const sheetsMax = 50
const textsMax = 2_000_000

export function readXls(bytes: Uint8Array): Sheet[] {
  const stream = streamOf(bytes, ['Workbook', 'Book'])
  if (stream === null) throw new UnreadableFile('it is an old Office document, but not a workbook')
  try {
    return new XlsReader(stream).read()
  } catch (error) {
    // A record is shorter than what it must have.
    if (error instanceof RangeError) throw new UnreadableFile('the XLS workbook is damaged')
    throw error
  }
}

class XlsReader {
  readonly #stream: Uint8Array
  #texts: string[] = []
  readonly #ownFormats = new Map<number, NumberFormat>()
  readonly #styles: number[] = []
  #system: DateSystem = 1900

  constructor(stream: Uint8Array) {
    this.#stream = stream
  }

  read(): Sheet[] {
    const places: { name: string; at: number }[] = []
    for (const { type, blocks, view } of this.#records(0)) {
      if (type === record.start && view.getUint16(0, true) !== biff8)
        throw new UnreadableFile('it is a workbook of Excel 95 or older; save it as XLSX or CSV')
      if (type === record.password) throw new UnreadableFile('the workbook is protected by a password')
      if (type === record.dates && view.getUint16(0, true) === 1) this.#system = 1904
      if (type === record.format)
        this.#ownFormats.set(view.getUint16(0, true), numberFormat(textAt(view, 2, 2)))
      if (type === record.style) this.#styles.push(view.getUint16(2, true))
      if (type === record.sharedTexts) this.#texts = sharedTexts(blocks)
      if (type === record.sheet && view.getUint8(4) === 0 && view.getUint8(5) === 0)
        places.push({ at: view.getUint32(0, true), name: textAt(view, 6, 1) })
    }
    const limits = new SheetLimits()
    return places.slice(0, sheetsMax).map(({ name, at }) => this.#sheet(new Sheet(name, limits), at))
  }

  /** The records from here to the end of the sheet or of the part about the whole workbook. */
  *#records(start: number): Generator<{ type: number; view: DataView; blocks: DataView[] }> {
    const { buffer, byteOffset, length } = this.#stream
    const whole = new DataView(buffer, byteOffset, length)
    let [at, depth] = [start, 0]
    while (at + 4 <= length) {
      const type = whole.getUint16(at, true)
      const blocks: DataView[] = []
      do {
        const size = whole.getUint16(at + 2, true)
        if (at + 4 + size > length) throw new UnreadableFile('the XLS workbook is cut off')
        blocks.push(new DataView(buffer, byteOffset + at + 4, size))
        at += 4 + size
      } while (at + 4 <= length && whole.getUint16(at, true) === record.continued)
      // A chart inside a sheet has a start and an end of its own.
      if (type === record.start) depth += 1
      if (type === record.end) depth -= 1
      const [view] = blocks
      if (view !== undefined && depth <= 1) yield { type, view, blocks }
      if (depth === 0) return
    }
  }

  #sheet(sheet: Sheet, start: number): Sheet {
    let waiting: [row: number, column: number] | null = null
    for (const { type, view, blocks } of this.#records(start)) {
      if (type === record.formulaText && waiting !== null) {
        sheet.set(...waiting, new BlockReader(blocks).text(2))
        waiting = null
      }
      if (!cellRecords.has(type)) continue
      const [row, column] = [view.getUint16(0, true), view.getUint16(2, true)]
      if (type === record.numbers) this.#several(sheet, view, row, column)
      else if (type === record.formula && isTextResult(view)) waiting = [row, column]
      else sheet.set(row, column, this.#text(type, view, blocks))
    }
    return sheet
  }

  #several(sheet: Sheet, view: DataView, row: number, first: number): void {
    for (let at = 4, column = first; at + 6 <= view.byteLength - 2; at += 6, column += 1) {
      const value = shortNumber(view.getUint32(at + 2, true))
      sheet.set(row, column, numberText(value, this.#formatOf(view.getUint16(at, true)), this.#system))
    }
  }

  #text(type: number, view: DataView, blocks: readonly DataView[]): string {
    if (type === record.sharedText) return this.#texts[view.getUint32(6, true)] ?? ''
    if (type === record.flag) {
      const isError = view.getUint8(7) === 1
      return isError ? '#N/A' : view.getUint8(6) === 1 ? 'TRUE' : 'FALSE'
    }
    if (type === record.text || type === record.richText) {
      const reader = new BlockReader(blocks)
      reader.skip(6)
      return reader.text(2)
    }
    if (type === record.formula && view.getUint16(12, true) === 0xffff) return ''
    const value =
      type === record.shortNumber ? shortNumber(view.getUint32(6, true)) : view.getFloat64(6, true)
    return numberText(value, this.#formatOf(view.getUint16(4, true)), this.#system)
  }

  #formatOf(style: number): NumberFormat {
    const id = this.#styles[style]
    return id === undefined ? plainFormat : (this.#ownFormats.get(id) ?? builtInFormat(id))
  }
}

const cellRecords: ReadonlySet<number> = new Set([
  record.formula,
  record.numbers,
  record.richText,
  record.sharedText,
  record.number,
  record.text,
  record.flag,
  record.shortNumber,
])

const isTextResult = (view: DataView): boolean =>
  view.getUint16(12, true) === 0xffff && view.getUint8(6) === 0

function textAt(view: DataView, at: number, lengthBytes: 1 | 2): string {
  return new BlockReader([new DataView(view.buffer, view.byteOffset + at, view.byteLength - at)]).text(
    lengthBytes,
  )
}

function sharedTexts(blocks: readonly DataView[]): string[] {
  const reader = new BlockReader(blocks)
  reader.skip(4)
  const count = reader.number(4)
  const texts: string[] = []
  const limits = new SheetLimits()
  while (texts.length < Math.min(count, textsMax) && !reader.isAtEnd) {
    const text = reader.text(2)
    limits.note(text)
    texts.push(text)
  }
  return texts
}

/** A number in 30 bits: an integer or the upper half of a float, perhaps in hundredths. */
function shortNumber(bits: number): number {
  const half = new DataView(new ArrayBuffer(8))
  half.setUint32(4, bits & 0xfffffffc, true)
  const value = (bits & 2) === 0 ? half.getFloat64(0, true) : (bits | 0) >> 2
  return (bits & 1) === 0 ? value : value / 100
}
