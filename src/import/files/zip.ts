/**
 * The files in a ZIP, within limits. The central directory at the end is read first and checked as a whole,
 * so that a zip bomb is rejected before anything is inflated. Inflated bytes are counted too, since a
 * directory can lie.
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { UnreadableFile } from './problem.ts'

/** Random access to the file: a buffer, or a file on disk. */
export interface ZipSource {
  size: number
  read(offset: number, length: number): Promise<Uint8Array>
}

export interface ZipLimits {
  entriesMax?: number
  totalBytesMax?: number
  /** Statements shrink to a fiftieth at most, bombs to a thousandth. */
  ratioMax?: number
}

export interface ZipEntry {
  name: string
  size: number
  /** Its bytes, inflated on demand; each call starts over. */
  bytes(): AsyncGenerator<Uint8Array, void, undefined>
}

interface Located {
  name: string
  method: number
  crc: number
  compressedSize: number
  size: number
  headerAt: number
}

const entriesMaxDefault = 1_000
export const totalBytesMaxDefault = 2 ** 31
const ratioMaxDefault = 200
/** Files up to this size may have any ratio: they can do no harm. */
const ratioFreeBytes = 2 ** 20
const directoryBytesMax = 2 ** 20
const readBytes = 65_536

const endLength = 22
const commentLengthMax = 0xffff
const entryLength = 46
const headerLength = 30

export const zipOf = (bytes: Uint8Array): ZipSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

export async function readZip(source: ZipSource, limits: ZipLimits = {}): Promise<ZipEntry[]> {
  const { entriesMax = entriesMaxDefault, totalBytesMax = totalBytesMaxDefault } = limits
  const { ratioMax = ratioMaxDefault } = limits
  const located = await directoryOf(source, entriesMax)
  let total = 0
  for (const { name, size, compressedSize } of located) {
    total += size
    if (total > totalBytesMax)
      throw new UnreadableFile(`its files have more than ${totalBytesMax} bytes in total`)
    if (size > ratioFreeBytes && size > compressedSize * ratioMax) {
      throw new UnreadableFile(`"${name}" would grow to more than ${ratioMax} times its size`)
    }
  }
  refuseOverlaps(located)
  // Folders, and the metadata files that macOS adds, have nothing to import.
  const files = located.filter(
    ({ name }) => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.DS_Store$)/.test(name),
  )
  return files.map(each => ({ name: each.name, size: each.size, bytes: () => bytesOf(source, each) }))
}

async function directoryOf(source: ZipSource, entriesMax: number): Promise<Located[]> {
  const tailLength = Math.min(source.size, endLength + commentLengthMax)
  const tailAt = source.size - tailLength
  const tail = view(await source.read(tailAt, tailLength))
  const endAt = endOf(tail)
  const count = tail.getUint16(endAt + 10, true)
  const length = tail.getUint32(endAt + 12, true)
  const offset = tail.getUint32(endAt + 16, true)
  if (count === 0xffff || length === 0xffffffff || offset === 0xffffffff) {
    throw new UnreadableFile('it is a ZIP64 archive, which is not accepted')
  }
  if (tail.getUint16(endAt + 4, true) !== 0) throw new UnreadableFile('it is one part of a multi-part ZIP')
  if (count > entriesMax) throw new UnreadableFile(`it has ${count} files, more than ${entriesMax}`)
  if (length > directoryBytesMax || offset + length > tailAt + endAt)
    throw broken('its directory is out of place')
  return entriesOf(view(await source.read(offset, length)), count)
}

function endOf(tail: DataView): number {
  for (let at = tail.byteLength - endLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) === 0x06054b50) return at
  }
  throw broken('its directory is missing')
}

function entriesOf(directory: DataView, count: number): Located[] {
  const entries: Located[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) {
      throw broken('its directory is damaged')
    }
    const nameLength = directory.getUint16(at + 28, true)
    const name = nameOf(directory, at + entryLength, nameLength)
    const method = directory.getUint16(at + 10, true)
    if ((directory.getUint16(at + 8, true) & 0x1) !== 0) throw new UnreadableFile(`"${name}" is encrypted`)
    if (method !== 0 && method !== 8)
      throw new UnreadableFile(`"${name}" uses an unsupported compression method`)
    entries.push({
      name,
      method,
      crc: directory.getUint32(at + 16, true),
      compressedSize: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      headerAt: directory.getUint32(at + 42, true),
    })
    at += entryLength + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return entries
}

/** Overlapping files are a trick of zip bombs that the ratio does not reveal. */
function refuseOverlaps(located: Located[]): void {
  const byPlace = [...located].sort((one, other) => one.headerAt - other.headerAt)
  for (const [index, each] of byPlace.entries()) {
    const next = byPlace[index + 1]
    if (next && each.headerAt + headerLength + each.compressedSize > next.headerAt)
      throw broken('its files overlap')
  }
}

async function* bytesOf(source: ZipSource, entry: Located): AsyncGenerator<Uint8Array, void, undefined> {
  const { name, size, crc } = entry
  let length = 0
  let sum = 0
  for await (const piece of inflated(source, entry)) {
    if (length === 0 && piece[0] === 0x50 && piece[1] === 0x4b && piece[2] === 3 && piece[3] === 4) {
      throw new UnreadableFile(`"${name}" is a ZIP within the ZIP, which is not accepted`)
    }
    length += piece.length
    if (length > size) throw broken(`"${name}" is longer than its directory says`)
    sum = crc32(piece, sum)
    yield piece
  }
  if (length !== size || sum !== crc) throw broken(`"${name}" is damaged`)
}

async function* inflated(source: ZipSource, entry: Located): AsyncGenerator<Uint8Array, void, undefined> {
  if (entry.method === 0) {
    yield* compressedBytes(source, entry)
    return
  }
  const inflate = createInflateRaw()
  // The pipeline destroys both streams whichever one fails; the error surfaces where they are read.
  pipeline(Readable.from(compressedBytes(source, entry)), inflate, () => undefined)
  try {
    for await (const piece of inflate) yield piece as Uint8Array
  } catch (error) {
    throw error instanceof UnreadableFile ? error : broken(`"${entry.name}" is damaged`)
  }
}

async function* compressedBytes(
  source: ZipSource,
  { headerAt, compressedSize }: Located,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = view(await source.read(headerAt, headerLength))
  if (header.byteLength < headerLength || header.getUint32(0, true) !== 0x04034b50)
    throw broken('a file is missing')
  const start = headerAt + headerLength + header.getUint16(26, true) + header.getUint16(28, true)
  const end = start + compressedSize
  if (end > source.size) throw broken('it is cut off')
  for (let at = start; at < end; at += readBytes) yield await source.read(at, Math.min(readBytes, end - at))
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const broken = (reason: string): UnreadableFile => new UnreadableFile(`the ZIP cannot be read: ${reason}`)

/** UTF-8, which all current tools write. */
function nameOf(directory: DataView, at: number, length: number): string {
  if (at + length > directory.byteLength) throw broken('its directory is damaged')
  return new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at, length))
}
