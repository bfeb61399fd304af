/** Long free text in bank files: reading time must grow linearly with its length, not quadratically. */
import { describe, expect, it } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { readBai2 } from '../../../src/import/statements/bai2/bai2.ts'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { readCfonb } from '../../../src/import/statements/cfonb/cfonb.ts'
import { readCoda } from '../../../src/import/statements/coda/coda.ts'
import { readCsb43 } from '../../../src/import/statements/csb43/csb43.ts'
import { csvReader } from '../../../src/import/statements/csv/csv.ts'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { readNamed } from '../../../src/import/statements/mt940/mt940Named.ts'
import { readOfx } from '../../../src/import/statements/ofx/ofx.ts'
import type { StatementReader } from '../../../src/import/statements/statement.ts'
import { awkwardTexts } from '../../support/texts/awkwardTexts.ts'
import { threadMs } from '../../support/threadTime.ts'
import { camt, camtAccount, camtEntry } from './camtText.ts'
import { bai2Text } from './lines/bai2Text.ts'
import { cfonbText } from './lines/cfonbText.ts'
import { codaText } from './lines/codaText.ts'
import { csb43Text } from './lines/csb43Text.ts'
import { readWith } from './reading.ts'

const csv = csvReader({
  delimiter: ';',
  header: null,
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
  columns: { bookingDate: 0, amount: 1, reference: 2, counterpartyName: 3 },
  currency: 'EUR',
})

const mt940 = (details: string) =>
  `:20:A\n:25:4711\n:60F:C260331EUR0,00\n:61:260331C12,50NTRFNONREF\n:86:${details}\n:62F:C260331EUR12,50\n`
/** MT940 lines have at most ten thousand characters, and fields a hundred thousand. */
const inLines = (text: string) => (text.match(/[^\n]{1,9000}/g) ?? []).join('\n')
const ofx = (memo: string) =>
  `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260331<TRNAMT>12.50<FITID>1<NAME>${memo}<MEMO>${memo}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\0', '')

const files: [name: string, reader: StatementReader, length: number, file: (text: string) => string][] = [
  ['MT940 with free text', readMt940, 90_000, text => mt940(inLines(text))],
  [
    'MT940 with names',
    readMt940,
    90_000,
    text => mt940(inLines(`/TRTP/SEPA/NAME/${text.slice(0, 40_000)}/REMI/${text.slice(0, 40_000)}`)),
  ],
  [
    'MT940 with numbered fields',
    readMt940,
    90_000,
    text => mt940(inLines(`166?00${text}?20${text}?32${text}`)),
  ],
  [
    'MT940 with colons',
    readMt940,
    90_000,
    text => mt940(inLines(`999SEPA:${text}:${text}:DE89370400440532013000`)),
  ],
  ['MT940 with semicolons', readMt940, 90_000, text => mt940(inLines(`944 PRZELEW; TYT.: ${text}; TNR: 1`))],
  ['OFX', readOfx, 200_000, text => ofx(text)],
  [
    'camt',
    readCamt,
    400_000,
    text =>
      camt(
        camtAccount +
          camtEntry(entry =>
            entry.replace(/<\/Ntry>/, `<AddtlNtryInf>${escaped(text)}</AddtlNtryInf></Ntry>`),
          ),
      ),
  ],
  ['CSV', csv, 90_000, text => `2026-03-31;12.50;"${text.replaceAll('"', '""').slice(0, 40_000)}";x\n`],
]

/** The same text in as many records as it takes. */
const inRecords = (text: string, length: number, start: string) =>
  (text.match(new RegExp(`[^\\r\\n]{1,${length}}`, 'g')) ?? []).map(each => start + each).join('\n')
const line = { amount: '12.50', side: 'credit', day: '2026-03-31' } as const
/** After the first entry. */
const withRecords = (file: string, entry: RegExp, records: string) =>
  file.replace(entry, found => `${found}${records}\n`)

files.push(
  [
    'CODA with information',
    readCoda,
    90_000,
    text =>
      withRecords(
        codaText({ lines: [line] }),
        /^21.*\n/m,
        inRecords(text, 73, `3100010001${' '.repeat(29)}0`),
      ),
  ],
  [
    'CSB43 with texts',
    readCsb43,
    90_000,
    text => withRecords(csb43Text({ lines: [line] }), /^22.*\n/m, inRecords(text, 76, '2301')),
  ],
  [
    'CFONB 120 with details',
    readCfonb,
    90_000,
    text =>
      withRecords(cfonbText({ lines: [line] }), /^04.*\n/m, inRecords(text, 70, `05${' '.repeat(43)}LIB`)),
  ],
  ['records of any length', readCfonb, 400_000, text => cfonbText({ lines: [line] }) + text],
  [
    'BAI2 with text',
    readBai2,
    90_000,
    text =>
      withRecords(bai2Text({ accounts: [{ lines: [line] }] }), /^16.*\n/m, inRecords(text, 9000, '88,')),
  ],
  [
    'BAI2 with summaries',
    readBai2,
    90_000,
    text => withRecords(bai2Text({ accounts: [{ lines: [] }] }), /^03.*\n/m, inRecords(text, 9000, '88,')),
  ],
)

const triesMax = 4

/** The fastest of several attempts; a rejected file has been read as well. */
async function readingMs(reader: StatementReader, file: string, limitMs: number): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < triesMax && shortest > limitMs; tries += 1) {
    const start = threadMs()
    await readWith(reader, file).catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error
    })
    shortest = Math.min(shortest, threadMs() - start)
  }
  return shortest
}

/** A quiet machine takes a tenth of it. Quadratic time would be many seconds. */
const readingMsMax = 500

describe.each(files)('%s', (_, reader, length, file) => {
  it('with any long awkward free text is read in less than half a second', async () => {
    const slow: string[] = []
    for (const [name, text] of awkwardTexts(length)) {
      const ms = await readingMs(reader, file(text), readingMsMax)
      if (ms > readingMsMax) slow.push(`${name}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  })
})

it('mt940Named reads a field of slashes and blanks in linear time', () => {
  const timeOf = (length: number) => {
    const text = `/NAME/x${'/'.repeat(length)}x/REMI/x${' '.repeat(length)}x`
    const tries = Array.from({ length: 5 }, () => {
      const start = threadMs()
      readNamed(text)
      return threadMs() - start
    })
    return Math.min(...tries)
  }
  // Before the fix, 60 KB took six seconds, and two megabytes would have taken hours.
  expect(timeOf(60_000)).toBeLessThan(50)
  expect(timeOf(1_000_000)).toBeLessThan(500)
})
