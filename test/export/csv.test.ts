/** Rows as CSV: what other programs read from it, and what a spreadsheet would run. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRows } from '../../src/export/csv.ts'
import type { Column, Row } from '../../src/export/rows.ts'
import { anyCodePoint } from '../support/texts/anyCodePoint.ts'
import { batches, bytesOf, endless } from './rowSource.ts'

const columns: Column[] = [
  { name: 'text', kind: 'text' },
  { name: 'amount', kind: 'decimal' },
  { name: 'day', kind: 'date' },
]

async function written(rows: readonly Row[], options = {}): Promise<string> {
  return (await bytesOf(csvRows(columns, batches(rows), options))).toString()
}

describe('rows as CSV', () => {
  test('have lines that end in CR LF, a header, and quotes where they are needed', async () => {
    const rows: Row[] = [
      ['plain', '10.00', '2026-03-31'],
      ['a "b", c', '-3.5', null],
      ['two\nlines', null, null],
      [' edge', '0', null],
    ]
    expect(await written(rows)).toBe(
      'text,amount,day\r\nplain,10.00,2026-03-31\r\n"a ""b"", c",-3.5,\r\n"two\nlines",,\r\n" edge",0,\r\n',
    )
  })

  test('start with a byte order mark if asked', async () => {
    expect(await written([], { bom: true })).toBe('\ufefftext,amount,day\r\n')
  })

  test.each([
    '=1+1',
    '+49 30 1234',
    '-cmd|x',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ])('put an apostrophe before the text %j, which a spreadsheet could run', async text => {
    const [, row] = parse(await written([[text, '1', null]]), { trim: false }) as string[][]
    expect(row?.[0]).toBe(`'${text}`)
  })

  test('never put one before a number or a date', async () => {
    expect(await written([['x', '-12.50', '-0001-01-01']])).toContain('\r\nx,-12.50,-0001-01-01\r\n')
  })

  test('leave texts as they are without the guard', async () => {
    expect(await written([['=1', null, null]], { guard: false })).toContain('\r\n=1,,\r\n')
  })

  test('of any texts are read by another parser as they were', async () => {
    const cell = fc.string({ unit: anyCodePoint, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell)), async rows => {
        const read = parse(await written(rows, { guard: false }), { record_delimiter: '\r\n' }) as string[][]
        expect(read.slice(1)).toEqual(rows)
      }),
    )
  })

  test('are asked for one batch at a time, and let go of when the reader stops', async () => {
    const { seen, rows } = endless([['x', '1', null]])
    let pieces = 0
    for await (const _ of csvRows(columns, rows)) if (++pieces === 5) break
    expect(seen).toEqual({ asked: 4, released: true })
  })
})
