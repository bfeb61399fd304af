/** Writes a ZIP while its files are still being made: sizes and checksums follow each file, and the directory comes last. */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

interface Written {
  name: Buffer
  at: number
  crc: number
  compressedSize: number
  size: number
}

export class ZipTooLarge extends Error {
  constructor() {
    super('The workbook would be larger than 4 GB. Narrow down what is exported, or use CSV.')
  }
}

const sizeMax = 0xffffffff
/** Names are UTF-8; sizes and checksum follow the content. */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1 January 1980, so that the same rows give the same file. */
const dosDate = 0x0021
const chunkLength = 65_536

export async function* zipParts(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of parts) {
    const part: Written = { name: Buffer.from(name), at, crc: 0, compressedSize: 0, size: 0 }
    const header = localHeader(part)
    yield header
    for await (const piece of deflatedPieces(content, part)) {
      part.compressedSize += piece.length
      if (at + part.compressedSize > sizeMax || part.size > sizeMax) throw new ZipTooLarge()
      yield piece
    }
    const after = descriptor(part)
    yield after
    at += header.length + part.compressedSize + after.length
    written.push(part)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  if (at + directory.length > sizeMax) throw new ZipTooLarge()
  yield directory
  yield endOfDirectory(written.length, directory.length, at)
}

async function* deflatedPieces(content: ZipPart['content'], part: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw()
  // The pipeline ends both streams if one of them fails or the reader leaves; an error surfaces in the loop.
  pipeline(Readable.from(chunks(content, part), { objectMode: false }), deflate, () => undefined)
  for await (const piece of deflate) yield piece as Uint8Array
}

/** Joins short texts to chunks, and counts what goes by. */
async function* chunks(content: ZipPart['content'], part: Written): AsyncGenerator<Uint8Array> {
  let waiting = ''
  const counted = (text: string): Uint8Array => {
    const bytes = Buffer.from(text)
    part.size += bytes.length
    part.crc = crc32(bytes, part.crc)
    return bytes
  }
  for await (const text of content) {
    waiting += text
    if (waiting.length < chunkLength) continue
    yield counted(waiting)
    waiting = ''
  }
  if (waiting !== '') yield counted(waiting)
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(dosDate, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor(part: Written): Buffer {
  const after = Buffer.alloc(16)
  after.writeUInt32LE(0x08074b50, 0)
  writeSizes(after, 4, part)
  return after
}

function writeSizes(into: Buffer, at: number, { crc, compressedSize, size }: Written): void {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(compressedSize, at + 4)
  into.writeUInt32LE(size, at + 8)
}

function directoryEntry(part: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(dosDate, 14)
  writeSizes(entry, 16, part)
  entry.writeUInt16LE(part.name.length, 28)
  entry.writeUInt32LE(part.at, 42)
  return Buffer.concat([entry, part.name])
}

function endOfDirectory(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return end
}
