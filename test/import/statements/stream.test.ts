/** Files of any size can be read: a reader emits what it has so far, without waiting for the end. */
import { describe, expect, test } from 'vitest'
import { readBai2 } from '../../../src/import/statements/bai2/bai2.ts'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { readCfonb } from '../../../src/import/statements/cfonb/cfonb.ts'
import { readCoda } from '../../../src/import/statements/coda/coda.ts'
import { readCsb43 } from '../../../src/import/statements/csb43/csb43.ts'
import { csvReader } from '../../../src/import/statements/csv/csv.ts'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { readOfx } from '../../../src/import/statements/ofx/ofx.ts'
import type { StatementReader } from '../../../src/import/statements/statement.ts'
import { camt, camtAccount, camtEntry } from './camtText.ts'
import { bai2Text } from './lines/bai2Text.ts'
import { cfonbText } from './lines/cfonbText.ts'
import { codaText } from './lines/codaText.ts'
import { csb43Text } from './lines/csb43Text.ts'

const csv = csvReader({
  delimiter: ';',
  header: null,
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
  columns: { bookingDate: 0, amount: 1 },
  currency: 'EUR',
})

const line = { amount: '12.50', side: 'credit', day: '2026-03-31' } as const
/** The records of a file up to its first entry, and that entry. */
const parted = (text: string, before: number): [start: string, entry: string] => {
  const records = text.split(/(?<=\n)/)
  return [records.slice(0, before).join(''), records[before] ?? '']
}

const endless: [name: string, reader: StatementReader, start: string, entry: string][] = [
  ['camt', readCamt, camt(camtAccount).split('\n</Stmt>')[0] ?? '', camtEntry()],
  ['MT940', readMt940, ':20:A\n:25:4711\n:60F:C260331EUR0,00\n', ':61:260331C12,50NTRFNONREF\n:86:Text\n'],
  [
    'OFX',
    readOfx,
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST>',
    '<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260331<TRNAMT>12.50<FITID>1</STMTTRN>',
  ],
  ['CSV', csv, '', '2026-03-31;12.50\n'],
  ['CODA', readCoda, ...parted(codaText({ lines: [line] }), 2)],
  ['CSB43', readCsb43, ...parted(csb43Text({ lines: [line] }), 1)],
  ['CFONB 120', readCfonb, ...parted(cfonbText({ lines: [line] }), 1)],
  ['BAI2', readBai2, ...parted(bai2Text({ accounts: [{ lines: [line] }] }), 3)],
]

describe.each(endless)('%s', (_, reader, start, entry) => {
  test('emits entries of an endless file, having read little more than it needs', async () => {
    let taken = 0
    async function* text() {
      yield start
      for (;;) {
        taken += 1
        yield entry
      }
    }
    let entries = 0
    for await (const part of reader(text())) {
      if (part.kind === 'entry') entries += 1
      if (entries === 1000) break
    }
    expect(entries).toBe(1000)
    expect(taken).toBeLessThan(5000)
  })
})

test.each([
  ['an amount of a million digits', `>${'1'.repeat(900_000)}x<`],
  ['an amount of a million blanks', `>${' '.repeat(900_000)}x<`],
])(
  'camt with %s is rejected quickly',
  async (_, amount) => {
    const text = camt(camtAccount + camtEntry(entry => entry.replace('>12.50<', amount)))
    let errors = 0
    async function* once() {
      yield text
    }
    for await (const part of readCamt(once())) if (part.kind === 'problem') errors += 1
    expect(errors).toBe(1)
    // It takes a few hundredths of a second; quadratic time would be minutes.
  },
  30_000,
)
