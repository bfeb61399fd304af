/** Cells of a Parquet column in its plain encoding. Decimals are exact: 128-bit integers with a fixed number of places. */
import type { ColumnKind } from '../rows.ts'
import { writeVarint } from './thrift.ts'

/** What a decimal of 16 bytes holds, and what DuckDB and others read. */
export const decimalDigitsMax = 38
export const decimalBytes = 16

export class TooManyDigits extends Error {
  constructor() {
    super(
      `An amount has more than the ${decimalDigitsMax} digits that a decimal of Parquet can hold. Use another format.`,
    )
  }
}

/** All values of a page in one buffer. */
export const encoders: Readonly<Record<ColumnKind, (cells: readonly string[], scale: number) => Buffer>> = {
  text(cells) {
    const lengths = cells.map(cell => Buffer.byteLength(cell))
    const bytes = Buffer.alloc(lengths.reduce((sum, length) => sum + 4 + length, 0))
    let at = 0
    for (const [index, cell] of cells.entries()) {
      at = bytes.writeUInt32LE(lengths[index] ?? 0, at)
      at += bytes.write(cell, at)
    }
    return bytes
  },
  decimal(cells, scale) {
    const bytes = Buffer.alloc(cells.length * decimalBytes)
    for (const [index, cell] of cells.entries()) {
      const bits = BigInt.asUintN(decimalBytes * 8, unitsOf(cell, scale))
      bytes.writeBigUInt64BE(bits >> 64n, index * decimalBytes)
      bytes.writeBigUInt64BE(bits & 0xffff_ffff_ffff_ffffn, index * decimalBytes + 8)
    }
    return bytes
  },
  date(cells) {
    const bytes = Buffer.alloc(cells.length * 4)
    for (const [index, cell] of cells.entries())
      bytes.writeInt32LE(Date.parse(`${cell}T00:00:00Z`) / 86_400_000, index * 4)
    return bytes
  },
  instant(cells) {
    const bytes = Buffer.alloc(cells.length * 8)
    for (const [index, cell] of cells.entries()) bytes.writeBigInt64LE(BigInt(Date.parse(cell)), index * 8)
    return bytes
  },
}

function unitsOf(decimal: string, scale: number): bigint {
  const [whole = '', places = ''] = decimal.split('.')
  const digits = `${whole}${places.padEnd(scale, '0')}`
  if (places.length > scale || digits.replace(/^-?0*/, '').length > decimalDigitsMax)
    throw new TooManyDigits()
  return BigInt(digits)
}

/** Which cells have a value, as one run of packed bits with its length before it. */
export function definitionLevels(cells: readonly (string | null)[]): Buffer {
  const groups = Math.ceil(cells.length / 8)
  const head: number[] = []
  writeVarint(head, (BigInt(groups) << 1n) | 1n)
  const bits = Buffer.alloc(groups)
  for (const [at, cell] of cells.entries()) {
    if (cell !== null) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  }
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length + bits.length)
  return Buffer.concat([length, Buffer.from(head), bits])
}
