/** The files a user hands over: the file itself, or those in a ZIP. Formats are detected from the content. */

import { UnreadableFile } from './files/problem.ts'
import { storable } from './files/storable.ts'
import { readZip, totalBytesMaxDefault, type ZipLimits, type ZipSource, zipOf } from './files/zip.ts'
import { detectFormat, type Format, headBytes } from './format.ts'
import { tablesOf, type WorkbookSyntax } from './sheets/workbook.ts'

export interface GivenFile {
  name: string
  size: number
  format: Format
  /** From the start on each call. */
  bytes(): AsyncIterable<Uint8Array>
}

/** Each read waits for another thread, so not too small. */
const pieceBytes = 262_144

export async function filesOf(name: string, source: ZipSource, limits: ZipLimits = {}): Promise<GivenFile[]> {
  if (source.size > totalBytesMaxDefault) {
    throw new UnreadableFile(
      `it is larger than ${totalBytesMaxDefault} bytes, the largest size that is accepted`,
    )
  }
  const format = detectFormat(await source.read(0, Math.min(headBytes, source.size)))
  if (format.kind === 'workbook') return await filesOfWorkbook(name, source, format.syntax)
  if (format.kind !== 'zip') return [{ name, size: source.size, format, bytes: () => bytesOf(source) }]
  const entries = await readZip(source, limits)
  if (entries.some(each => each.name === '[Content_Types].xml'))
    return await filesOfWorkbook(name, source, 'XLSX')
  const files: GivenFile[] = []
  for (const entry of entries) {
    const format = detectFormat(await headOf(entry.bytes()))
    const file = { ...entry, name: storable(entry.name), format }
    files.push(...(format.kind === 'workbook' ? await filesInside(file, format.syntax) : [file]))
  }
  return files
}

/** Each sheet with a table is a file; if there are several, each has the name of its sheet. */
async function filesOfWorkbook(
  name: string,
  source: ZipSource,
  syntax: WorkbookSyntax,
): Promise<GivenFile[]> {
  const tables = await tablesOf(source, syntax)
  return tables.map(table => ({
    name: tables.length === 1 ? name : `${name}/${storable(table.name)}`,
    size: source.size,
    format: { kind: 'csv' as const, from: syntax },
    bytes: () => bytesOf(zipOf(table.csv)),
  }))
}

/** A workbook in a ZIP. One that cannot be read does not keep the others from being imported. */
async function filesInside(file: GivenFile, syntax: WorkbookSyntax): Promise<GivenFile[]> {
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of file.bytes()) pieces.push(piece)
    return await filesOfWorkbook(file.name, zipOf(Buffer.concat(pieces)), syntax)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return [{ ...file, format: { kind: 'unknown', reason: error.message } }]
  }
}

async function* bytesOf(source: ZipSource): AsyncGenerator<Uint8Array, void, undefined> {
  // The first piece is all that is needed to detect the format.
  let length = headBytes
  for (let at = 0; at < source.size; at += length, length = pieceBytes) {
    yield await source.read(at, Math.min(length, source.size - at))
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
