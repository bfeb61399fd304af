/** Rows as Parquet, read back by another implementation. */
import { gunzipSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { parquetRows } from '../../src/export/parquet/parquet.ts'
import { encoders } from '../../src/export/parquet/values.ts'
import type { Column, Row } from '../../src/export/rows.ts'
import { batches, bytesOf, endless } from './rowSource.ts'

const columns: Column[] = [
  { name: 'text', kind: 'text' },
  { name: 'amount', kind: 'decimal' },
  { name: 'day', kind: 'date' },
  { name: 'at', kind: 'instant' },
]

async function fileOf(rows: readonly Row[], options = {}): Promise<ArrayBuffer> {
  const bytes = await bytesOf(parquetRows(columns, batches(rows), options))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}

const read = (file: ArrayBuffer) =>
  parquetReadObjects({ file, compressors: { GZIP: input => gunzipSync(input) } })

describe('rows as Parquet', () => {
  test('are read back with their types, in several row groups, with and without values', async () => {
    const rows: Row[] = [
      ['Łódź, "x"\n', '-1234567.25', '2026-03-31', '2026-03-31T09:30:00.123Z'],
      [null, '0.05', '1900-01-01', null],
      ['', null, null, '1969-12-31T23:59:59.999Z'],
      ['last', '10', '9999-12-31', null],
    ]
    const file = await fileOf(rows, { groupRowsMax: 3 })
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => num_rows)).toEqual([3n, 1n])
    expect(await read(file)).toEqual([
      {
        text: 'Łódź, "x"\n',
        amount: -1234567.25,
        day: new Date('2026-03-31'),
        at: new Date('2026-03-31T09:30:00.123Z'),
      },
      { text: null, amount: 0.05, day: new Date('1900-01-01'), at: null },
      { text: '', amount: null, day: null, at: new Date('1969-12-31T23:59:59.999Z') },
      { text: 'last', amount: 10, day: new Date('9999-12-31'), at: null },
    ])
  })

  test('have decimals as decimals of 38 digits, not as floats', async () => {
    const [, , amount] = parquetMetadata(await fileOf([], { scale: 4 })).schema
    expect(amount).toMatchObject({
      name: 'amount',
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 16,
      logical_type: { type: 'DECIMAL', scale: 4, precision: 38 },
    })
  })

  test.each([
    ['12345678901234567890123456789012345.678', 3, 12345678901234567890123456789012345678n],
    ['-99999999999999999999999999999999999999', 0, -99999999999999999999999999999999999999n],
    ['-0.01', 2, -1n],
    ['0', 2, 0n],
    ['10', 2, 1000n],
  ])('have every digit of %s', (decimal, scale, units) => {
    const bits = BigInt(`0x${encoders.decimal([decimal], scale).toString('hex')}`)
    expect(BigInt.asIntN(128, bits)).toBe(units)
  })

  test.each([
    ['123456789012345678901234567890123456789', 0],
    ['1.23', 1],
  ])('refuse %s with %i places, which would lose digits', (decimal, scale) => {
    expect(() => encoders.decimal([decimal], scale)).toThrow('digits')
  })

  test('of many rows come back in their number and order', async () => {
    const rows = Array.from(
      { length: 2_345 },
      (_, at): Row => [at % 3 === 0 ? null : `${at}`, `${at}.5`, null, null],
    )
    const found = await read(await fileOf(rows, { groupRowsMax: 1_000, scale: 1 }))
    expect(found.map(({ text, amount }) => [text, amount])).toEqual(
      rows.map(([text, amount]) => [text, Number(amount)]),
    )
  })

  test('without any row are a file that says so', async () => {
    expect(await read(await fileOf([]))).toEqual([])
  })

  test('are asked for one row group at a time', async () => {
    const { seen, rows } = endless([['x', '1', null, null]])
    let pieces = 0
    for await (const _ of parquetRows(columns, rows, { groupRowsMax: 10 })) if (++pieces === 6) break
    expect(seen).toEqual({ asked: 20, released: true })
  })
})
