/** A statement written in several formats by the test is read back from each, however the text is split. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { decodeText } from '../../../src/import/files/text.ts'
import { readBai2 } from '../../../src/import/statements/bai2/bai2.ts'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { readCfonb } from '../../../src/import/statements/cfonb/cfonb.ts'
import { readCoda } from '../../../src/import/statements/coda/coda.ts'
import { readCsb43 } from '../../../src/import/statements/csb43/csb43.ts'
import { isBlank } from '../../../src/import/statements/csv/cells/plainText.ts'
import { csvReader } from '../../../src/import/statements/csv/csv.ts'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { readOfx } from '../../../src/import/statements/ofx/ofx.ts'
import type { Entry, StatementReader } from '../../../src/import/statements/statement.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import { bai2Text } from './lines/bai2Text.ts'
import { cfonbText } from './lines/cfonbText.ts'
import { codaText } from './lines/codaText.ts'
import { csb43Text } from './lines/csb43Text.ts'
import { partsOf, readWith } from './reading.ts'

interface Plain {
  amount: string
  side: 'credit' | 'debit'
  day: string
  id: string
  text: string
}

/** Without words that say that there is no value. */
const word = fc
  .stringMatching(/^[A-Za-z0-9äöüÄÖÜß]{1,12}$/)
  .filter(text => !isBlank(text) && !/^(nonref|noref|eref|0+)$/i.test(text))
const plain: fc.Arbitrary<Plain> = fc.record({
  amount: fc
    .tuple(fc.nat(9_999_999), fc.nat(99))
    .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`),
  side: fc.constantFrom('credit', 'debit'),
  day: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2079-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10)),
  id: word,
  text: fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' ')),
})
const statement = fc.array(plain, { minLength: 1, maxLength: 6 })

const writers: Record<string, [write: (entries: Plain[]) => string, reader: StatementReader]> = {
  camt: [
    entries => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>${entries
      .map(
        ({ amount, side, day, id, text }) => `
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side === 'credit' ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
    readCamt,
  ],
  mt940: [
    entries =>
      `:20:1\r\n:25:4711\r\n:28C:1/1\r\n:60F:C260101EUR0,00\r\n${entries
        .map(({ amount, side, day, id, text }) => {
          const date = day.slice(2).replaceAll('-', '')
          const mark = side === 'credit' ? 'C' : 'D'
          return `:61:${date}${date.slice(2)}${mark}${amount.replace('.', ',')}NTRFNONREF//${id}\r\n:86:${text}\r\n`
        })
        .join('')}:62F:C260101EUR0,00\r\n-\r\n`,
    readMt940,
  ],
  ofx: [
    entries =>
      `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>4711</BANKACCTFROM><BANKTRANLIST>${entries
        .map(
          ({ amount, side, day, id, text }) =>
            `\n<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${side === 'debit' ? '-' : ''}${amount}<FITID>${id}<MEMO>${text}</STMTTRN>`,
        )
        .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    readOfx,
  ],
  coda: [
    entries => codaText({ lines: entries.map(({ id, ...entry }) => ({ ...entry, bankReference: id })) }),
    readCoda,
  ],
  csb43: [
    entries =>
      csb43Text({ lines: entries.map(({ text, ...entry }) => ({ ...entry, texts: inTexts(text) })) }),
    readCsb43,
  ],
  cfonb: [
    entries =>
      cfonbText({
        lines: entries.map(({ text, id, ...entry }) => ({
          ...entry,
          reference: id,
          details: [['LCC', text]],
        })),
      }),
    readCfonb,
  ],
  bai2: [
    entries =>
      bai2Text(
        ...entries.map(({ day, id, ...entry }) => ({
          day,
          currency: 'EUR',
          accounts: [{ lines: [{ ...entry, bankReference: id }] }],
        })),
      ),
    readBai2,
  ],
  csv: [
    entries =>
      entries
        .map(
          ({ amount, side, day, id, text }) =>
            `${day};${side === 'debit' ? '-' : ''}${amount};${id};${text}\n`,
        )
        .join(''),
    csvReader({
      delimiter: ';',
      header: null,
      dateFormat: 'YYYY-MM-DD',
      decimal: '.',
      columns: { bookingDate: 0, amount: 1, bankReference: 2, reference: 3 },
      currency: 'EUR',
    }),
  ],
}

/** In pieces of 38 characters, which may break a word. */
const inTexts = (text: string): string[] => text.match(/.{1,38}/g) ?? []

const plainOf = ({ amount, side, bookingDate, bankReference, reference }: Entry): Plain => ({
  amount,
  side,
  day: bookingDate ?? '',
  id: bankReference ?? '',
  text: reference ?? '',
})

/** Some formats have no reference of the bank for an entry. */
const known = (format: string, entry: Plain): Plain => (format === 'csb43' ? { ...entry, id: '' } : entry)

/** Splits at these places, given as fractions of the length. */
function cutAt<Whole extends string | Uint8Array>(whole: Whole, places: number[]): Whole[] {
  const inner = places.map(place => Math.floor(place * whole.length)).sort((one, other) => one - other)
  const at = [0, ...inner, whole.length]
  return at.slice(1).map((end, index) => whole.slice(at[index], end) as Whole)
}

async function piecesOf(bytes: Uint8Array[]): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of decodeText(bytes).text) pieces.push(piece)
  return pieces
}

describe.each(Object.entries(writers))('%s', (format, [write, reader]) => {
  test('reads back what was written', async () => {
    await fc.assert(
      fc.asyncProperty(statement, async entries => {
        const { entries: read, problems } = await readWith(reader, write(entries))
        expect(read.map(plainOf)).toEqual(entries.map(each => known(format, each)))
        expect(problems).toEqual([])
      }),
      { numRuns: 35 },
    )
  })

  test('gives the same parts however its bytes and its text are split', async () => {
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(statement, places, fc.boolean(), async (entries, cuts, bytewise) => {
        const text = write(entries)
        const whole = await partsOf(reader, text)
        const bytes = cutAt(new TextEncoder().encode(text), cuts)
        expect(await partsOf(reader, ...(await piecesOf(bytes)))).toEqual(whole)
        const pieces = bytewise ? [...text] : cutAt(text, cuts)
        expect(await partsOf(reader, ...pieces)).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })

  test('cut off anywhere gives whole entries or reports the cut', async () => {
    await fc.assert(
      fc.asyncProperty(statement, fc.double({ min: 0, max: 1, noNaN: true }), async (entries, place) => {
        const text = write(entries)
        const cut = text.slice(0, Math.floor(place * text.trimEnd().length))
        try {
          const { entries: read, problems } = await readWith(reader, cut)
          if (problems.length > 0) return
          // CSV has no end marker, so complete rows count as complete; all other formats have one.
          expect(read.map(plainOf)).toEqual(
            (format === 'csv' ? entries.slice(0, read.length) : entries).map(each => known(format, each)),
          )
          if (format === 'csv') expect(cut).toMatch(/(^|\n)$/)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('with any other text ends in a rejection or in problems', async () => {
    const other = fc.oneof(
      fc.string({ unit: anyCodePoint, maxLength: 300 }),
      fc.tuple(statement, fc.nat(), fc.string({ maxLength: 5 })).map(([entries, at, with_]) => {
        const text = write(entries)
        const place = at % text.length
        return text.slice(0, place) + with_ + text.slice(place + 3)
      }),
    )
    await fc.assert(
      fc.asyncProperty(other, async text => {
        try {
          await readWith(reader, text)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile)
        }
      }),
      { numRuns: 50 },
    )
  })
})
