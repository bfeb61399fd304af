/** A hand-made XLS workbook (BIFF8 in a compound file) with one sheet. Long shared texts are continued. */
import type { Cell } from './xlsxBytes.ts'

const recordLengthMax = 200

const u16 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number & 0xffff, index * 2)
  return bytes
}
const u32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number >>> 0)
  return bytes
}
const double = (number: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(number)
  return bytes
}
const record = (type: number, ...parts: Uint8Array[]): Buffer => {
  const data = Buffer.concat(parts)
  return Buffer.concat([u16(type, data.length), data])
}

const start = (kind: number, version = 0x600): Buffer =>
  record(0x809, u16(version, kind, 0, 0), u32(0), u32(6))
const end = record(0x0a)

export interface XlsOptions {
  version?: number
  extra?: Buffer
}

export function xlsBytes(rows: Cell[][], { version, extra = Buffer.alloc(0) }: XlsOptions = {}): Buffer {
  const texts: string[] = []
  const cells = rows.flatMap((row, at) => row.map((cell, column) => cellRecord(cell, at, column, texts)))
  const sheet = Buffer.concat([start(0x10), ...cells, end])
  const format = Buffer.from('DD.MM.YYYY', 'latin1')
  const globals = (sheetAt: number) =>
    Buffer.concat([
      start(5, version),
      extra,
      record(0x41e, u16(164, format.length), Buffer.from([0]), format),
      record(0xe0, u16(0, 0, 0, 0)),
      record(0xe0, u16(0, 164, 0, 0)),
      record(0x85, u32(sheetAt), Buffer.from([0, 0, 1, 0]), Buffer.from('S')),
      sharedTexts(texts),
      end,
    ])
  const before = globals(0).length
  return compoundFile(Buffer.concat([globals(before), sheet]))
}

function cellRecord(cell: Cell, row: number, column: number, texts: string[]): Buffer {
  if (cell === null) return Buffer.alloc(0)
  if (typeof cell === 'object') return record(0x203, u16(row, column, 1), double(cell.days))
  if (typeof cell === 'number') {
    const hundredths = Math.round(cell * 100)
    // Short numbers are integers of 30 bits, perhaps in hundredths.
    return hundredths / 100 === cell && Math.abs(hundredths) < 2 ** 28
      ? record(0xbd, u16(row, column, 0), u32((hundredths << 2) | 3), u16(column))
      : record(0x203, u16(row, column, 0), double(cell))
  }
  // A formula with a text, which follows in a record of its own.
  if (cell.startsWith('=')) {
    const text = Buffer.from(cell.slice(1), 'utf16le')
    const result = record(
      0x06,
      u16(row, column, 0),
      Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]),
      u16(0),
      u32(0),
    )
    return Buffer.concat([result, record(0x207, u16(text.length / 2), Buffer.from([1]), text)])
  }
  texts.push(cell)
  return record(0xfd, u16(row, column, 0), u32(texts.length - 1))
}

/** Records have at most a few characters, so that texts go on in the next, in another width. */
function sharedTexts(texts: readonly string[]): Buffer {
  const records: Buffer[] = []
  let current: Buffer[] = [u32(texts.length), u32(texts.length)]
  let length = 8
  const close = (): void => {
    records.push(record(records.length === 0 ? 0xfc : 0x3c, ...current))
    current = []
    length = 0
  }
  const add = (...bytes: Buffer[]): void => {
    current.push(...bytes)
    length += bytes.reduce((sum, each) => sum + each.length, 0)
  }
  for (const text of texts) {
    const isWide = [...text].some(character => character.charCodeAt(0) > 255)
    const encoding = isWide ? 'utf16le' : 'latin1'
    const runs = text.length % 2
    if (length + 9 > recordLengthMax) close()
    add(u16(text.length), Buffer.from([(isWide ? 1 : 0) | (runs * 8)]), ...(runs === 1 ? [u16(1)] : []))
    for (let at = 0; at < text.length; ) {
      if (length + 2 > recordLengthMax) {
        close()
        add(Buffer.from([isWide ? 1 : 0]))
      }
      const room = Math.floor((recordLengthMax - length) / (isWide ? 2 : 1))
      add(Buffer.from(text.slice(at, at + room), encoding))
      at += room
    }
    if (runs === 1) add(u32(0))
  }
  close()
  return Buffer.concat(records)
}

const sectorLength = 512
const none = 0xffffffff
const endOfChain = 0xfffffffe

/** Header, one sector of allocations, one of the directory, then the stream. */
export function compoundFile(stream: Buffer, name = 'Workbook'): Buffer {
  const padded = Buffer.concat([stream, Buffer.alloc(Math.max(4096 - stream.length, 0))])
  const count = Math.ceil(padded.length / sectorLength)
  const tables = Math.ceil((count + 2) / 126)
  const first = tables + 1
  const table = Buffer.alloc(tables * sectorLength, 0xff)
  for (let sector = 0; sector < tables; sector += 1) table.writeUInt32LE(0xfffffffd, sector * 4)
  table.writeUInt32LE(endOfChain, tables * 4)
  for (let index = 0; index < count; index += 1) {
    table.writeUInt32LE(index === count - 1 ? endOfChain : first + index + 1, (first + index) * 4)
  }
  const header = Buffer.alloc(sectorLength, 0)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tables, 44)
  header.writeUInt32LE(tables, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  for (let index = 0; index < 109; index += 1)
    header.writeUInt32LE(index < tables ? index : none, 76 + index * 4)
  const directory = Buffer.concat([
    entry('Root Entry', 5, endOfChain, 0),
    entry(name, 2, first, padded.length),
    Buffer.alloc(256),
  ])
  const whole = Buffer.alloc(count * sectorLength)
  padded.copy(whole)
  return Buffer.concat([header, table, directory, whole])
}

function entry(name: string, type: number, firstSector: number, size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.writeUInt8(type, 66)
  bytes.writeUInt32LE(firstSector, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}
