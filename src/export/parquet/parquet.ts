/**
 * Writes rows as Parquet, one row group after the other: pages in the plain encoding, compressed with gzip, and the
 * metadata at the end. Every reader knows this subset.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Column, ColumnKind, Row, RowBatches } from '../rows.ts'
import { type Struct, structBytes } from './thrift.ts'
import { decimalBytes, decimalDigitsMax, definitionLevels, encoders } from './values.ts'

export interface ParquetOptions {
  /** Decimal places of the decimal columns; no cell may have more. */
  scale?: number
  groupRowsMax?: number
}

const groupRowsMaxDefault = 10_000
const magic = Buffer.from('PAR1')
const compressed = promisify(gzip)

interface Chunk {
  column: Column
  at: number
  size: number
  uncompressedSize: number
}

interface Group {
  rows: number
  chunks: Chunk[]
}

export async function* parquetRows(
  columns: readonly Column[],
  rows: RowBatches,
  { scale = 2, groupRowsMax = groupRowsMaxDefault }: ParquetOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  yield magic
  let at = magic.length
  const groups: Group[] = []
  for await (const group of groupsOf(rows, groupRowsMax)) {
    const chunks: Chunk[] = []
    for (const [index, column] of columns.entries()) {
      const cells = group.map(row => row[index] ?? null)
      const { bytes, uncompressedSize } = await page(cells, column.kind, scale)
      chunks.push({ column, at, size: bytes.length, uncompressedSize })
      at += bytes.length
      yield bytes
    }
    groups.push({ rows: group.length, chunks })
  }
  const footer = structBytes(metadata(columns, groups, scale))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  yield Buffer.concat([footer, length, magic])
}

async function* groupsOf(rows: RowBatches, most: number): AsyncGenerator<Row[]> {
  let group: Row[] = []
  for await (const batch of rows) {
    for (const row of batch) {
      group.push(row)
      if (group.length < most) continue
      yield group
      group = []
    }
  }
  if (group.length > 0) yield group
}

const plain = 0
const rle = 3
const gzipCodec = 2

async function page(cells: readonly (string | null)[], kind: ColumnKind, scale: number) {
  const present = cells.filter(cell => cell !== null)
  const content = Buffer.concat([definitionLevels(cells), encoders[kind](present, scale)])
  const packed = await compressed(content)
  const header = structBytes({
    1: { i32: 0 },
    2: { i32: content.length },
    3: { i32: packed.length },
    5: { struct: { 1: { i32: cells.length }, 2: { i32: plain }, 3: { i32: rle }, 4: { i32: rle } } },
  })
  return { bytes: Buffer.concat([header, packed]), uncompressedSize: header.length + content.length }
}

const physical = { text: 6, decimal: 7, date: 1, instant: 2 } as const
const optional = 1

function schemaElement({ name, kind }: Column, scale: number): Struct {
  const none: Struct = {}
  const shared = { 1: { i32: physical[kind] }, 3: { i32: optional }, 4: { text: name } }
  if (kind === 'text') return { ...shared, 6: { i32: 0 }, 10: { struct: { 1: { struct: none } } } }
  if (kind === 'date') return { ...shared, 6: { i32: 6 }, 10: { struct: { 6: { struct: none } } } }
  if (kind === 'instant') {
    const milliseconds: Struct = { 1: { struct: none } }
    const timestamp: Struct = { 1: { flag: true }, 2: { struct: milliseconds } }
    return { ...shared, 6: { i32: 9 }, 10: { struct: { 8: { struct: timestamp } } } }
  }
  const decimal: Struct = { 1: { i32: scale }, 2: { i32: decimalDigitsMax } }
  return {
    ...shared,
    2: { i32: decimalBytes },
    6: { i32: 5 },
    7: { i32: scale },
    8: { i32: decimalDigitsMax },
    10: { struct: { 5: { struct: decimal } } },
  }
}

function metadata(columns: readonly Column[], groups: readonly Group[], scale: number): Struct {
  const root: Struct = { 4: { text: 'schema' }, 5: { i32: columns.length } }
  return {
    1: { i32: 1 },
    2: { list: [root, ...columns.map(column => schemaElement(column, scale))].map(struct => ({ struct })) },
    3: { i64: groups.reduce((sum, { rows }) => sum + rows, 0) },
    4: { list: groups.map(group => ({ struct: rowGroup(group) })) },
    6: { text: 'florin' },
  }
}

const rowGroup = ({ rows, chunks }: Group): Struct => ({
  1: { list: chunks.map(chunk => ({ struct: columnChunk(chunk, rows) })) },
  2: { i64: chunks.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) },
  3: { i64: rows },
})

const columnChunk = ({ column, at, size, uncompressedSize }: Chunk, rows: number): Struct => ({
  2: { i64: at },
  3: {
    struct: {
      1: { i32: physical[column.kind] },
      2: { list: [{ i32: plain }, { i32: rle }] },
      3: { list: [{ text: column.name }] },
      4: { i32: gzipCodec },
      5: { i64: rows },
      6: { i64: uncompressedSize },
      7: { i64: size },
      9: { i64: at },
    },
  },
})
