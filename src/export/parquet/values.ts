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

export const encoders: Readonly<Record<ColumnKind, (cell: string, scale: number) => Buffer>> = {
  text(cell) {
    const text = Buffer.from(cell)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text.length)
    return Buffer.concat([length, text])
  },
  decimal(cell, scale) {
    const [whole = '', places = ''] = cell.split('.')
    const digits = `${whole}${places.padEnd(scale, '0')}`
    if (places.length > scale || digits.replace(/^-?0*/, '').length > decimalDigitsMax)
      throw new TooManyDigits()
    const bits = BigInt.asUintN(decimalBytes * 8, BigInt(digits))
    return Buffer.from(bits.toString(16).padStart(decimalBytes * 2, '0'), 'hex')
  },
  date(cell) {
    const days = Buffer.alloc(4)
    days.writeInt32LE(Date.parse(`${cell}T00:00:00Z`) / 86_400_000)
    return days
  },
  instant(cell) {
    const ms = Buffer.alloc(8)
    ms.writeBigInt64LE(BigInt(Date.parse(cell)))
    return ms
  },
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
