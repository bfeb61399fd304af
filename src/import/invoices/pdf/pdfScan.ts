/**
 * Scans a PDF once from start to end and returns its objects in that order. The cross-reference table is
 * ignored: in a valid file the last object of a number wins, which the scan finds too, and in many files the
 * table is wrong.
 */
import { UnreadableFile } from '../../files/problem.ts'
import {
  isName,
  isRef,
  type PdfDict,
  PdfObjectParser,
  PdfSyntaxError,
  type PdfValue,
  valuesMax,
} from './pdfObjects.ts'

export const objectsMax = 200_000
/** Limit on all parsed text: objects in object streams can overlap and be parsed more than once. */
const parsedLengthMax = 96 * 1024 * 1024
/** Limit on text parsed in vain: after a broken object, its text is scanned again. */
const brokenLengthMax = 16 * 1024 * 1024
const brokenMax = 10_000

export interface PdfObject {
  value: PdfValue
  /** The position of its stream in the file; null if it has none. */
  stream: { start: number; end: number } | null
}

export interface PdfScan {
  objects: Array<[number: number, object: PdfObject]>
  /** In file order. Newer files have a stream instead of a trailer; its dictionary has the same keys. */
  trailers: PdfDict[]
}

/** Parses objects and counts the work. */
export class PdfWork {
  private parsedLength = 0
  private broken = 0
  private brokenLength = 0
  private values = 0

  /** Undefined if there is no object at the position. */
  parse(parser: PdfObjectParser): PdfValue | undefined {
    const { position, values } = parser
    const value = valueAt(parser)
    this.values += parser.values - values
    const length = parser.position - position
    this.parsedLength += length
    if (value === undefined) {
      this.broken += 1
      this.brokenLength += length
    }
    if (this.values > valuesMax) throw new UnreadableFile(`the PDF has more than ${valuesMax} values`)
    if (
      this.parsedLength > parsedLengthMax ||
      this.brokenLength > brokenLengthMax ||
      this.broken > brokenMax
    ) {
      throw new UnreadableFile('the PDF is broken in too many places')
    }
    return value
  }
}

function valueAt(parser: PdfObjectParser): PdfValue | undefined {
  try {
    return parser.value()
  } catch (error) {
    if (error instanceof PdfSyntaxError) return undefined
    throw error
  }
}

export function scanPdf(text: string, work: PdfWork): PdfScan {
  const lengths = numbersOf(text)
  const scan: PdfScan = { objects: [], trailers: [] }
  // Whitespace is limited to a few characters, so that no text can make the search backtrack over and over.
  const starts = /(?<!\d)(\d{1,10})[\s\0]{1,4}\d{1,5}[\s\0]{1,4}obj(?![A-Za-z])|\btrailer\b/g
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const parser = new PdfObjectParser(text, starts.lastIndex)
    const value = work.parse(parser)
    if (value === undefined) continue
    const stream =
      value instanceof Map && match[1] !== undefined ? streamBehind(parser, value, lengths) : null
    starts.lastIndex = stream?.end ?? parser.position
    if (value instanceof Map && (match[1] === undefined || isOfType(value, 'XRef'))) scan.trailers.push(value)
    if (match[1] !== undefined) scan.objects.push([Number(match[1]), { value, stream }])
    if (scan.objects.length > objectsMax) throw tooManyObjects()
  }
  return scan
}

export const isOfType = (dict: PdfDict, type: string): boolean => {
  const value = dict.get('Type')
  return isName(value) && value.name === type
}

export const tooManyObjects = () => new UnreadableFile(`the PDF has more than ${objectsMax} objects`)

/** Objects that are integers. The length of a stream may be one of them and follow the stream. */
function numbersOf(text: string): Map<number, number> {
  const numbers = new Map<number, number>()
  const objects = /(?<!\d)(\d{1,10})[\s\0]{1,4}\d{1,5}[\s\0]{1,4}obj/g
  const content = /[\s\0]{1,4}(\d{1,10})[\s\0]{1,4}endobj/y
  for (const match of text.matchAll(objects)) {
    content.lastIndex = match.index + match[0].length
    const number = content.exec(text)?.[1]
    if (number !== undefined) numbers.set(Number(match[1]), Number(number))
  }
  return numbers
}

function streamBehind(
  parser: PdfObjectParser,
  dict: PdfDict,
  lengths: Map<number, number>,
): PdfObject['stream'] {
  const { text } = parser
  parser.skipBlank()
  if (!parser.skipWord('stream')) return null
  if (!parser.skipWord('\r\n') && !parser.skipWord('\n')) parser.skipWord('\r')
  const start = parser.position
  const length = dict.get('Length')
  const stated = isRef(length) ? lengths.get(length.number) : length
  // The length is trusted only if the stream ends there. Otherwise search for the end, since content may
  // contain the word.
  if (typeof stated === 'number' && Number.isInteger(stated) && stated >= 0) {
    const end = start + stated
    if (/^[\s\0]{0,2}endstream/.test(text.slice(end, end + 11))) return { start, end }
  }
  const end = text.indexOf('endstream', start)
  if (end === -1) throw new UnreadableFile('the PDF is cut off: a stream has no end')
  return { start, end }
}
