/** Workbooks, web pages with tables and QIF become the same tables as CSV, within limits. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { zipOf } from '../../../src/import/files/zip.ts'
import { filesOf } from '../../../src/import/files.ts'
import { detectFormat } from '../../../src/import/format.ts'
import { numberFormat, numberText, plainFormat } from '../../../src/import/sheets/cellNumbers.ts'
import { zip } from '../files/zipBytes.ts'
import { compoundFile, xlsBytes } from './xlsBytes.ts'
import { type Cell, xlsxBytes } from './xlsxBytes.ts'

async function tablesIn(bytes: Uint8Array | string): Promise<[name: string, text: string][]> {
  const files = await filesOf('a', zipOf(Buffer.from(bytes)))
  return await Promise.all(
    files.map(async ({ name, bytes: content, format }) => {
      if (format.kind === 'unknown') return [name, format.reason] as [string, string]
      expect(format.kind).toBe('csv')
      const pieces: Uint8Array[] = []
      for await (const piece of content()) pieces.push(piece)
      return [name, Buffer.concat(pieces).toString()] as [string, string]
    }),
  )
}

const rows: Cell[][] = [
  ['Kontoauszug', 'Konto; "Giro"'],
  [],
  ['Buchungstag', 'Empfänger', 'Betrag'],
  [{ days: 46112 }, 'Łódź €\nGmbH', -85.1],
  [{ days: 46108.385416666664 }, null, 0.1 + 0.2],
  [{ days: 46082 }, 'x'.repeat(700), 1234567.89],
]
const table = `Kontoauszug;"Konto; ""Giro""";

Buchungstag;Empfänger;Betrag
2026-03-31;Łódź € GmbH;-85.1
2026-03-27 09:15:00;;0.3
2026-03-01;${'x'.repeat(700)};1234567.89
`

describe('a workbook', () => {
  test('in XLSX is read with its dates, numbers and texts', async () => {
    expect(await tablesIn(xlsxBytes({ sheets: [{ name: 'S', rows }] }))).toEqual([['a', table]])
  })

  test('in XLS too, with texts that go on in another record', async () => {
    expect(await tablesIn(xlsBytes(rows))).toEqual([['a', table]])
  })

  test('in XLS has the texts of formulas', async () => {
    const [found] = await tablesIn(
      xlsBytes([
        ['Date', 'Amount', 'Text'],
        [{ days: 46112 }, -1, '=Zażółć'],
      ]),
    )
    expect(found?.[1]).toBe('Date;Amount;Text\n2026-03-31;-1;Zażółć\n')
  })

  test('of any cells is the same in XLSX and XLS', async () => {
    const cell: fc.Arbitrary<Cell> = fc.oneof(
      fc.constant(null),
      fc
        .string({ unit: 'binary-ascii', maxLength: 400 })
        .map(text => `T${text.replace(/[^\x20-\x7e]/g, ' ')}`),
      fc.constantFrom('Äpfel', 'Łódź', '€'.repeat(150)),
      fc.integer({ min: -9_999_999, max: 9_999_999 }).map(cents => cents / 100),
      fc.integer({ min: 61, max: 80_000 }).map(days => ({ days })),
    )
    const sheet = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(sheet, async cells => {
        const given = [['Date', 'Amount', 'Text'] as Cell[], [{ days: 46112 }, -1, 'x'], ...cells]
        expect(await tablesIn(xlsBytes(given))).toEqual(
          await tablesIn(xlsxBytes({ sheets: [{ name: 'S', rows: given }] })),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('counts days from 1904 if it says so', async () => {
    const given = [['Date', 'Amount'] as Cell[], [{ days: 44650 }, 1]]
    const [found] = await tablesIn(xlsxBytes({ sheets: [{ name: 'S', rows: given }], date1904: true }))
    expect(found?.[1]).toBe('Date;Amount\n2026-03-31;1\n')
  })

  test('with several tables is a file for each visible sheet with entries', async () => {
    const entries = [['Date', 'Amount'] as Cell[], [{ days: 46112 }, 1]]
    const sheets = [
      { name: 'Summary', rows: [['Total', 5] as Cell[]] },
      { name: 'EUR', rows: entries },
      { name: 'Old', rows: entries, state: 'hidden' },
      { name: 'USD', rows: entries },
    ]
    expect((await tablesIn(xlsxBytes({ sheets }))).map(([name]) => name)).toEqual(['a/EUR', 'a/USD'])
    expect((await tablesIn(xlsxBytes({ sheets: sheets.slice(0, 2) }))).map(([name]) => name)).toEqual(['a'])
  })

  test('with dates that look like numbers is a table if no sheet has others', async () => {
    const plain = [['Date', 'Amount'] as Cell[], [46112, 1]]
    const sheets = [
      { name: 'Summary', rows: [['Total', 5] as Cell[]] },
      { name: 'EUR', rows: plain },
      { name: 'USD', rows: [['Date', 'Amount'] as Cell[], [{ days: 46112 }, 1]] },
    ]
    const [first] = await tablesIn(xlsxBytes({ sheets: sheets.slice(0, 2) }))
    expect(first).toEqual(['a', 'Date;Amount\n46112;1\n'])
    expect((await tablesIn(xlsxBytes({ sheets })))[0]?.[1]).toBe('Date;Amount\n2026-03-31;1\n')
  })

  test('in XML of Excel 2003 is read', async () => {
    const data = (type: string, text: string) => `<Data ss:Type="${type}">${text}</Data>`
    const text = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>
<Row><Cell>${data('String', 'Date')}</Cell><Cell ss:Index="3">${data('String', 'Amount')}</Cell></Row>
<Row ss:Index="3"><Cell>${data('DateTime', '2026-03-31T00:00:00.000')}</Cell><Cell ss:Index="3">${data('Number', '-85.099999999999994')}</Cell></Row></Table></Worksheet></Workbook>`
    expect(await tablesIn(text)).toEqual([['a', 'Date;;Amount\n\n2026-03-31;;-85.1\n']])
  })

  test('that is a web page with a table is read', async () => {
    const page = `<html xmlns:x="urn:x"><head><STYLE type="text/css">td {}</STYLE><script>a</script></head><body><!-- <td>no</td> --><table>
<tr><th>Datum</th><th colspan=2>Text</th><th>Betrag</th></tr>
<tr><td>31.03.2026<td>A&amp;B&nbsp;GmbH<br>&#220;x</td><td></td><td>-85,10 &euro;</td></tr></table></body></html>`
    expect(await tablesIn(page)).toEqual([['a', 'Datum;Text;;Betrag\n31.03.2026;A&B GmbH Üx;;-85,10 €\n']])
  })

  test('inside a ZIP does not keep the other files from being read if it is damaged', async () => {
    const damaged = xlsBytes(rows).subarray(0, 2000)
    const files = await filesOf(
      'a.zip',
      zipOf(zip({ name: 'a.xls', bytes: damaged }, { name: 'b.xls', bytes: xlsBytes(rows) })),
    )
    expect(files.map(({ name, format }) => [name, format.kind])).toEqual([
      ['a.xls', 'unknown'],
      ['b.xls', 'csv'],
    ])
  })
})

describe('QIF', () => {
  test('is a table for each account, without investments', async () => {
    const text = `!Option:AutoSwitch
!Account
NGiro
TBank
^
!Type:Bank
D3/31'26
T-85.10
PEnergy Inc
MBill
SRent
$-50.00
^
D3/ 1' 6
U2,310.00
N123
^
!Account
NVisa
^
!Type:CCard
D03/30/2026
T-3.20
PKiosk
^
!Type:Invst
D3/31'26
NBuy
^
`
    expect(await tablesIn(text)).toEqual([
      [
        'a/Giro',
        'Date;Amount;Payee;Memo;Number;QIF\n3/31/2026;-85.10;Energy Inc;Bill;;QIF\n3/1/2006;2,310.00;;;123;QIF\n',
      ],
      ['a/Visa', 'Date;Amount;Payee;Memo;Number;QIF\n03/30/2026;-3.20;Kiosk;;;QIF\n'],
    ])
  })

  test('is known without the line that says what its entries are of', async () => {
    expect(await tablesIn('D03/31/2026\nT-85.10\nPEnergy Inc\n^\nD03/27/2026\nT2,310.00\n^\n')).toEqual([
      [
        'a',
        'Date;Amount;Payee;Memo;Number;QIF\n03/31/2026;-85.10;Energy Inc;;;QIF\n03/27/2026;2,310.00;;;;QIF\n',
      ],
    ])
  })

  test.each([
    ['of securities', 'D03/31/2026\nNBuy\nYPaper Inc\nQ2\nT85.10\n^\n'],
    ['without a date', 'PEnergy Inc\nT85.10\n^\n'],
    ['without an end', 'D03/31/2026\nT85.10\n'],
  ])('is not seen in records %s', (_, text) => {
    expect(detectFormat(Buffer.from(text)).kind).not.toBe('workbook')
  })

  test('without entries is refused with a reason', async () => {
    await expect(tablesIn('!Type:Cat\nNRent\n^\n')).rejects.toThrow('QIF without entries')
  })
})

describe('a hostile workbook', () => {
  const sheetXml = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`
  const withSheet = (data: string, shared?: string) =>
    xlsxBytes({
      sheets: [{ name: 'S', rows }],
      parts: {
        'xl/worksheets/data1.xml': sheetXml(data),
        ...(shared !== undefined && { 'xl/sharedStrings.xml': shared }),
      },
    })
  const far = (at: string, row: number) => `<row r="${row}"><c r="${at}"><v>1</v></c></row>`
  const cases: [name: string, bytes: () => Buffer, reason: RegExp][] = [
    ['has more rows than any export', () => withSheet(far('A9999999', 9_999_999)), /more than 500000 rows/],
    ['has more columns', () => withSheet(far('XFD1', 1)), /more than 500 columns/],
    [
      'expands one text a million times',
      () =>
        withSheet(
          Array.from({ length: 4_000 }, (_, row) => `<row r="${row + 1}"><c t="s"><v>0</v></c></row>`).join(
            '',
          ),
          `<sst><si><t>${'x'.repeat(39_000)}</t></si></sst>`,
        ),
      /more than 100000000 characters/,
    ],
    [
      'has a cell that is too long',
      () => xlsxBytes({ sheets: [{ name: 'S', rows: [['x'.repeat(50_000)]] }] }),
      /40000/,
    ],
    ['declares entities', () => withSheet('', '<!DOCTYPE a [<!ENTITY b "c">]><sst/>'), /DOCTYPE/],
    [
      'is another Office document',
      () => zip({ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }),
      /not a workbook/,
    ],
    [
      'is another old Office document',
      () => compoundFile(Buffer.alloc(100), 'WordDocument'),
      /not a workbook/,
    ],
    ['is of Excel 95', () => xlsBytes(rows, { version: 0x500 }), /Excel 95/],
    ['has a password', () => xlsBytes(rows, { extra: Buffer.from([0x2f, 0, 0, 0]) }), /password/],
    ['is empty', () => xlsxBytes({ sheets: [{ name: 'S', rows: [] }] }), /empty/],
  ]
  test.each(cases)('that %s is refused with a reason', async (_, bytes, reason) => {
    await expect(tablesIn(bytes())).rejects.toThrow(reason)
  })

  test('of any bytes is read or refused, and never fails otherwise', async () => {
    const whole = xlsBytes(rows)
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async changes => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changes) bytes.writeUInt8(byte, at)
        try {
          await filesOf('a', zipOf(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a number', () => {
  test.each([
    ['DD.MM.YYYY', true],
    ['[$-407]d. mmmm yyyy;@', true],
    ['yyyy-mm-dd hh:mm:ss.000', true],
    ['General', false],
    ['#,##0.00 "DM"', false],
    ['#,##0.00 [$kr-414];[Red]-#,##0.00', false],
    ['0.00E+00', false],
  ])('in the format %s is a date: %s', (code, isDate) => {
    expect(numberFormat(code).isDate).toBe(isDate)
  })

  test('has the currency of its format', () => {
    const text = (code: string) => numberText(-85.1, numberFormat(code), 1900)
    expect(text('#,##0.00 [$€-407]')).toBe('-85.1 EUR')
    expect(text('"£"#,##0.00')).toBe('-85.1 GBP')
    expect(text('#,##0.00 "x"')).toBe('-85.1')
  })

  test.each([
    [85.099999999999994, '85.1'],
    [1e-12, '0'],
    [-0.07, '-0.07'],
    [123456789012.34, '123456789012.34'],
    [1e15, '1000000000000000'],
  ])('of %d is written as %s', (value, text) => {
    expect(numberText(value, plainFormat, 1900)).toBe(text)
  })
})
