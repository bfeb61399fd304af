/**
 * A PDF as a set of numbered objects, with the root that leads to all others. Objects in object streams are
 * parsed on demand. Everything that can grow has a limit.
 */
import { inflateSync } from 'node:zlib'
import { UnreadableFile } from '../../files/problem.ts'
import { isName, isRef, type PdfDict, PdfObjectParser, type PdfValue } from './pdfObjects.ts'
import { isOfType, objectsMax, type PdfObject, PdfWork, scanPdf, tooManyObjects } from './pdfScan.ts'

export const pdfBytesMax = 32 * 1024 * 1024
/** For all object streams together. */
const objectStreamBytesMax = 32 * 1024 * 1024
const refsMax = 16
const filtersMax = 4

const nothing: PdfObject = { value: null, stream: null }

export class PdfFile {
  readonly root: PdfDict
  private readonly bytes: Uint8Array
  /** An object, or a parser at its position in an object stream. */
  private readonly objects = new Map<number, PdfObject | PdfObjectParser>()
  private readonly work = new PdfWork()

  constructor(bytes: Uint8Array) {
    if (bytes.length > pdfBytesMax) throw new UnreadableFile(`the PDF is larger than ${pdfBytesMax} bytes`)
    this.bytes = bytes
    const text = latin1(bytes)
    if (!text.slice(0, 1024).includes('%PDF-')) throw new UnreadableFile('it is not a PDF')
    if (text.lastIndexOf('%%EOF') <= text.lastIndexOf('endobj')) {
      throw new UnreadableFile('the PDF is cut off: its end is missing')
    }
    const { objects, trailers } = scanPdf(text, this.work)
    if (trailers.some(trailer => (trailer.get('Encrypt') ?? null) !== null)) {
      throw new UnreadableFile('the PDF is encrypted; ask the sender for one without a password')
    }
    this.number(objects)
    this.root = this.findRoot(trailers)
  }

  /** Resolves references; any other value is returned unchanged. */
  object(value: PdfValue | undefined): PdfObject {
    let object: PdfObject = { value: value ?? null, stream: null }
    for (let refs = 0; isRef(object.value); refs += 1) {
      if (refs === refsMax) return nothing
      object = this.numbered(object.value.number)
    }
    return object
  }

  value(value: PdfValue | undefined): PdfValue {
    return this.object(value).value
  }

  dict(value: PdfValue | undefined): PdfDict | null {
    const found = this.value(value)
    return found instanceof Map ? found : null
  }

  array(value: PdfValue | undefined): PdfValue[] {
    const found = this.value(value)
    return Array.isArray(found) ? found : []
  }

  /** The decompressed bytes of an object's stream, within the limit. */
  decoded({ value, stream }: PdfObject, bytesMax: number): Uint8Array {
    if (stream === null || !(value instanceof Map)) throw new UnreadableFile('a part of the PDF is missing')
    const filter = this.value(value.get('Filter'))
    const filters = Array.isArray(filter) ? filter : filter === null ? [] : [filter]
    if (filters.length > filtersMax)
      throw new UnreadableFile('a part of the PDF is compressed too many times')
    if (this.hasPredictor(value)) {
      throw new UnreadableFile('a part of the PDF uses an unsupported compression: a predictor')
    }
    let data = this.bytes.subarray(stream.start, stream.end)
    for (const each of filters) data = inflated(data, this.value(each), bytesMax)
    if (data.length > bytesMax) throw tooLarge(bytesMax)
    return data
  }

  private hasPredictor(dict: PdfDict): boolean {
    const parameters = this.value(dict.get('DecodeParms'))
    const each = Array.isArray(parameters) ? parameters.slice(0, filtersMax) : [parameters]
    return each.some(one => {
      const predictor = this.value(this.dict(one)?.get('Predictor'))
      return typeof predictor === 'number' && predictor > 1
    })
  }

  private numbered(number: number): PdfObject {
    const object = this.objects.get(number) ?? nothing
    if (!(object instanceof PdfObjectParser)) return object
    const parsed: PdfObject = { value: this.work.parse(object) ?? null, stream: null }
    this.objects.set(number, parsed)
    return parsed
  }

  private number(objects: Array<[number, PdfObject]>): void {
    let bytesLeft = objectStreamBytesMax
    for (const [number, object] of objects) {
      this.objects.set(number, object)
      if (!(object.value instanceof Map) || !isOfType(object.value, 'ObjStm')) continue
      const decoded = this.decoded(object, bytesLeft)
      bytesLeft -= decoded.length
      this.numberWithin(object.value, latin1(decoded))
    }
  }

  /** An object stream starts with pairs of numbers: an object number, and its offset from the first object. */
  private numberWithin(dict: PdfDict, text: string): void {
    const count = this.value(dict.get('N'))
    const first = this.value(dict.get('First'))
    if (typeof count !== 'number' || typeof first !== 'number') return
    const pairs = new PdfObjectParser(text, 0)
    for (let each = 0; each < count; each += 1) {
      const number = this.work.parse(pairs)
      const offset = this.work.parse(pairs)
      if (typeof number !== 'number' || typeof offset !== 'number') return
      this.objects.set(number, new PdfObjectParser(text, first + offset))
      if (this.objects.size > objectsMax) throw tooManyObjects()
    }
  }

  private findRoot(trailers: PdfDict[]): PdfDict {
    for (const trailer of trailers.toReversed()) {
      const root = this.dict(trailer.get('Root'))
      if (root !== null) return root
    }
    throw new UnreadableFile('the PDF is broken: it has no catalog')
  }
}

function inflated(data: Uint8Array, filter: PdfValue, bytesMax: number): Uint8Array {
  const name = isName(filter) ? filter.name : 'unknown'
  if (name !== 'FlateDecode') {
    throw new UnreadableFile(`a part of the PDF uses an unsupported compression: ${name}`)
  }
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(bytesMax)
    throw new UnreadableFile('a part of the PDF is broken: it cannot be decompressed')
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

const tooLarge = (bytesMax: number) =>
  new UnreadableFile(`a part of the PDF expands to more than ${bytesMax} bytes, which is not accepted`)
