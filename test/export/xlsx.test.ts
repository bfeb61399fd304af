/** Rows as a workbook, read back by the repository's own reader and as raw XML. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Column, Row } from '../../src/export/rows.ts'
import { xlsxRows } from '../../src/export/xlsx/xlsx.ts'
import { readZip, zipOf } from '../../src/import/files/zip.ts'
import { readXlsx } from '../../src/import/sheets/xlsx.ts'
import { batches, bytesOf, endless } from './rowSource.ts'

const columns: Column[] = [
  { name: 'text', kind: 'text' },
  { name: 'amount', kind: 'decimal' },
  { name: 'day', kind: 'date' },
  { name: 'at', kind: 'instant' },
]

const workbookOf = (rows: readonly Row[], options = {}) =>
  bytesOf(xlsxRows(columns, batches(rows), { sheet: 'Rows', ...options }))

/** The cells of each sheet, by its name. */
async function read(bytes: Buffer): Promise<Record<string, string[][]>> {
  const sheets = await readXlsx(zipOf(bytes))
  return Object.fromEntries(
    sheets.map(({ name, csv }) => [name, parse(csv, { delimiter: ';', relax_column_count: true })]),
  )
}

async function part(bytes: Buffer, name: string): Promise<string> {
  const entry = (await readZip(zipOf(bytes))).find(each => each.name === name)
  return entry === undefined ? '' : (await bytesOf(entry.bytes())).toString()
}

const head = ['text', 'amount', 'day', 'at']
const sheet1 = 'xl/worksheets/sheet1.xml'

describe('rows as a workbook', () => {
  test('are read back as they were', async () => {
    const bytes = await workbookOf([
      ['Łódź & <Söhne> "x"', '-1234567.89', '2026-03-31', '2026-03-31T09:30:00.000Z'],
      [null, '0.5', '1900-03-01', null],
      ['=1+1', '7', '9999-12-31', '2026-12-31T23:59:59.000Z'],
    ])
    expect(await read(bytes)).toEqual({
      Rows: [
        head,
        ['Łódź & <Söhne> "x"', '-1234567.89', '2026-03-31', '2026-03-31 09:30:00'],
        ['', '0.5', '1900-03-01', ''],
        ['=1+1', '7', '9999-12-31', '2026-12-31 23:59:59'],
      ],
    })
  })

  test('have numbers with every digit and their number of places, and dates as dates', async () => {
    const xml = await part(await workbookOf([['x', '10.00', '2026-03-31', null]]), sheet1)
    expect(xml).toContain('<c s="6"><v>10.00</v></c><c s="2"><v>46112</v></c><c/></row>')
    const styles = await part(await workbookOf([]), 'xl/styles.xml')
    expect(styles).toContain('<numFmt numFmtId="168" formatCode="#,##0.00"/>')
    expect(styles.match(/<xf [^>]*xfId="0"[^>]*>/g)?.[6]).toContain('numFmtId="168"')
  })

  test('have numbers as text where Excel would lose digits, and dates that it counts wrongly', async () => {
    const rows: Row[] = [
      ['a', '1234567890123456.78', '1900-02-28', '1899-01-01T00:00:00.000Z'],
      ['b', '0.123456789', null, null],
    ]
    const bytes = await workbookOf(rows)
    expect(await part(bytes, sheet1)).toContain('preserve">1234567890123456.78</t>')
    expect(await read(bytes)).toEqual({
      Rows: [head, ...rows.map(row => row.map(cell => cell ?? ''))],
    })
  })

  test('never have a formula, and keep a header that stays in place', async () => {
    const xml = await part(await workbookOf([['=HYPERLINK("http://x")', null, null, null]]), sheet1)
    expect(xml).not.toContain('<f')
    expect(xml).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;)</t>')
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  })

  test('go on on another sheet at the limit, each with the header, and none is lost', async () => {
    const rows = Array.from({ length: 7 }, (_, at): Row => [`row ${at}`, null, null, null])
    const sheets = await read(await workbookOf(rows, { sheetRowsMax: 4 }))
    const shown = Object.entries(sheets).map(([name, lines]) => [name, lines.map(([first]) => first)])
    expect(shown).toEqual([
      ['Rows', ['text', 'row 0', 'row 1', 'row 2']],
      ['Rows (2)', ['text', 'row 3', 'row 4', 'row 5']],
      ['Rows (3)', ['text', 'row 6']],
    ])
    const full = await read(await workbookOf(rows.slice(0, 3), { sheetRowsMax: 4 }))
    expect(Object.keys(full)).toEqual(['Rows'])
  })

  test('of any texts are read back, with characters that XML does not know', async () => {
    const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(text => `x${text}x`)
    const odd = fc.constantFrom('x_x0041_x', 'x\u0001x', 'x_x005F_x0041_x', 'x\tx', 'x\ufffex', 'x&lt;x')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(cell, odd), { minLength: 1 }), async texts => {
        const { Rows = [] } = await read(await workbookOf(texts.map(text => [text, null, null, null])))
        expect(Rows.slice(1).map(([first]) => first)).toEqual(texts)
      }),
      { numRuns: 50 },
    )
  })

  test('are the same bytes each time', async () => {
    const rows: Row[] = [['x', '1', '2026-03-31', null]]
    expect((await workbookOf(rows)).equals(await workbookOf(rows))).toBe(true)
  })

  test('are asked for only as they are read, and let go of when the reader stops', async () => {
    const batch = Array.from({ length: 100 }, (_, at): Row => [`text ${at}`, `${at}.25`, null, null])
    const { seen, rows } = endless(batch)
    let length = 0
    for await (const piece of xlsxRows(columns, rows)) {
      length += piece.length
      if (length > 100_000) break
    }
    expect(seen.released).toBe(true)
    // 100 kB of deflated rows are some hundred batches; with a reader that stops, few more are made.
    expect(seen.asked).toBeLessThan(2_000)
  })

  test('pass on an error of their source', async () => {
    async function* failing(): AsyncGenerator<readonly Row[]> {
      yield [['x', null, null, null]]
      throw new Error('the source is gone')
    }
    await expect(bytesOf(xlsxRows(columns, failing()))).rejects.toThrow('the source is gone')
  })
})
