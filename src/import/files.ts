/** The files a user hands over: the file itself, or those in a ZIP. Formats are detected from the content. */

import { UnreadableFile } from './files/problem.ts'
import { storable } from './files/storable.ts'
import { readZip, totalBytesMaxDefault, type ZipLimits, type ZipSource } from './files/zip.ts'
import { detectFormat, type Format, headBytes } from './format.ts'

export interface GivenFile {
  name: string
  size: number
  format: Format
  /** From the start on each call. */
  bytes(): AsyncIterable<Uint8Array>
}

const pieceBytes = 65_536

export async function filesOf(name: string, source: ZipSource, limits: ZipLimits = {}): Promise<GivenFile[]> {
  if (source.size > totalBytesMaxDefault) {
    throw new UnreadableFile(
      `it is larger than ${totalBytesMaxDefault} bytes, the largest size that is accepted`,
    )
  }
  const format = detectFormat(await source.read(0, Math.min(headBytes, source.size)))
  if (format.kind !== 'zip') return [{ name, size: source.size, format, bytes: () => bytesOf(source) }]
  const entries = await readZip(source, limits)
  if (entries.some(each => each.name === '[Content_Types].xml')) {
    const reason = 'it is an Office document, such as .xlsx; save it as CSV'
    return [{ name, size: source.size, format: { kind: 'unknown', reason }, bytes: () => bytesOf(source) }]
  }
  const files: GivenFile[] = []
  for (const entry of entries) {
    files.push({ ...entry, name: storable(entry.name), format: detectFormat(await headOf(entry.bytes())) })
  }
  return files
}

async function* bytesOf(source: ZipSource): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < source.size; at += pieceBytes) {
    yield await source.read(at, Math.min(pieceBytes, source.size - at))
  }
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length
    if (length >= headBytes) break
  }
  return Buffer.concat(pieces).subarray(0, headBytes)
}
