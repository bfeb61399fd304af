/** Layouts of Dutch banks, and files that were joined under DOS. */
import { describe, expect, test } from 'vitest'
import { readMt940 } from '../../../src/import/statements/mt940/mt940.ts'
import { mt940Message as message } from './mt940Text.ts'
import { readWith } from './reading.ts'

const entryOf = async (text: string) => (await readWith(readMt940, text)).entries[0]

describe('Ctrl-Z between joined files', () => {
  const entry = ':61:260331C12,50NTRFNONREF\n:86:Text'
  test.each([
    ['after the line end', `${message(entry)}\x1a${message(entry)}\x1a`],
    ['on a line of its own', `${message(entry)}\x1a\r\n${message(entry)}`],
    ['directly after the closing balance', message(entry).replace(/\n-\n$/, `\x1a:940:\n${message(entry)}`)],
    ['before a tag', message(entry).replace(/\n-\n$/, `\n\x1a${message(entry)}`)],
  ])('%s does not hide a statement', async (_, text) => {
    const { heads, entries, problems } = await readWith(readMt940, text)
    expect([heads.length, entries.map(({ reference }) => reference), problems]).toEqual([
      2,
      ['Text', 'Text'],
      [],
    ])
  })
})

describe("ABN's columns of 32 characters", () => {
  const abn = (details: string) =>
    `ABNANL2A\n940\nABNANL2A\n${message(`:61:2603310331D12,50N658NONREF\n:86:${details}`)}`

  test('continue in the next without a blank if they are full', async () => {
    const details = `SEPA OVERBOEKING                 IBAN: NL91ABNA0417164300
BIC: ABNANL2A                    NAAM: VERENIGDE PAPIERFABRIEK BV
OMSCHRIJVING: MAANDTERMIJN JANUA RI
KENMERK: 31-03-2026 09:30 115000 0228999000`
    expect(await entryOf(abn(details))).toMatchObject({
      description: 'SEPA OVERBOEKING',
      counterpartyName: 'VERENIGDE PAPIERFABRIEK BV',
      counterpartyIban: 'NL91ABNA0417164300',
      reference: 'MAANDTERMIJN JANUARI',
      endToEndId: '31-03-2026 09:30 1150000228999000',
    })
  })

  test('continue on the next line, and start with a blank that a program may have trimmed', async () => {
    const line = 'OMSCHRIJVING: FACTUUR 2026/117 V AN DE GROTE PAPIERFABRIEK VAN DE'
    const next = ' WATERKANT                       KENMERK: E-1'
    for (const second of [next, next.slice(1)]) {
      const details = `SEPA IDEAL                       IBAN: NL91ABNA0417164300\nBIC: ABNANL2A                    NAAM: MOLEN BV\n${line}\n${second}`
      expect(await entryOf(abn(details))).toMatchObject({
        reference: 'FACTUUR 2026/117 VAN DE GROTE PAPIERFABRIEK VAN DE WATERKANT',
        endToEndId: 'E-1',
      })
    }
  })

  test('are separate where a keyword or no keyword says what they are', async () => {
    const paid = `SEPA ACCEPTGIROBETALING          IBAN: NL86INGB0002445588
BIC: INGBNL2A                    NAAM: BELASTINGDIENST
BETALINGSKENM.: 1234567890098876 ID DEBITEUR: 777777777`
    expect(await entryOf(abn(paid))).toMatchObject({ reference: '1234567890098876' })
    expect(await entryOf(abn('BEA               31.03.26/22.22 BAKKER HAARLEM,PAS590'))).toMatchObject({
      reference: 'BEA 31.03.26/22.22 BAKKER HAARLEM,PAS590',
    })
    const old =
      'GIRO   428428 TELECOM BV         BETALINGSKENM.  000000018503995\n5109227317                       FACTUUR'
    expect(await entryOf(abn(old))).toMatchObject({
      reference: 'GIRO 428428 TELECOM BV BETALINGSKENM. 000000018503995 5109227317 FACTUUR',
    })
  })

  test('are known by the name that the bank writes into :20:', async () => {
    const text = message(
      ':61:2603310331D12,50N658NONREF\n:86:SEPA PERIODIEKE OVERB.           IBAN: NL91ABNA0417164300\nBIC: ABNANL2A                    NAAM: A B\nOMSCHRIJVING: MAANDTERMIJN JANUA RI',
    )
    expect(await entryOf(text.replace('STARTUMS', 'ABN AMRO BANK NV'))).toMatchObject({
      reference: 'MAANDTERMIJN JANUARI',
    })
    expect(await entryOf(text)).toMatchObject({ reference: 'MAANDTERMIJN JANUA RI' })
  })
})

describe('Triodos', () => {
  const triodos = (details: string) =>
    message(`:61:260331C12,50NET NONREF\n:86:000>100000000000\n${details}\n>310338505768`)

  test('has the BIC and the IBAN of the other side in fields 20 and 21', async () => {
    expect(
      await entryOf(
        triodos('>20ABNANL2A\n>21NL91ABNA0417164300\n>22MOLEN BV FACTUUR 117 VAN DE>23 WATERKANT'),
      ),
    ).toMatchObject({
      counterpartyIban: 'NL91ABNA0417164300',
      reference: 'MOLEN BV FACTUUR 117 VAN DE WATERKANT',
    })
    const wrong = await readWith(readMt940, triodos('>20ABNANL2A\n>21NL12ABNA0417164300\n>22TEXT'))
    expect(wrong.entries[0]).toMatchObject({ counterpartyIban: null, reference: 'TEXT' })
    expect(wrong.notes).toMatchObject([{ reason: '"NL12ABNA0417164300" is not a valid IBAN and is ignored' }])
  })

  test('has text there if there is no BIC', async () => {
    expect(await entryOf(triodos('>20BAKKER - ENSCHEDE - TERMINA>21L 0MXK4N - 31-03-2026'))).toMatchObject({
      counterpartyIban: null,
      reference: 'BAKKER - ENSCHEDE - TERMINAL 0MXK4N - 31-03-2026',
    })
  })
})

describe("Rabobank's domestic account numbers", () => {
  const rabobank = (entry: string) => message(entry).replace('STARTUMS', '940S260331')

  test.each(['0663616476', 'P004500018'])('%s below :61: is not a description', async number => {
    const entry = `:61:260331C12,50N122NONREF\n${number}\n:86:/ORDP//NAME/MOLEN BV/REMI/FACTUUR 117`
    expect(await entryOf(rabobank(entry))).toMatchObject({ description: null, reference: 'FACTUUR 117' })
    // Another bank may well write a reference there.
    expect(await entryOf(message(entry))).toMatchObject({ description: number })
  })

  test.each(['0121470966', 'P000029225'])('%s in :61: is not a purpose', async number => {
    const entry = `:61:260331D12,50N044${number.padEnd(16)}W.P. JANSEN`
    expect(await entryOf(rabobank(entry))).toMatchObject({ counterpartyName: 'W.P. JANSEN', reference: null })
    expect(await entryOf(message(entry))).toMatchObject({ reference: number })
  })

  test('go with amounts in yen, which end with a point', async () => {
    const text = message(':61:260331C1250.NMSCNONREF')
      .replaceAll('EUR', 'JPY')
      .replace('100,00', '100.')
      .replace('112,50', '1350.')
    const { entries, balances, errors } = await readWith(readMt940, text)
    expect(entries[0]).toMatchObject({ amount: '1250', currency: 'JPY' })
    expect([balances.map(({ amount }) => amount), errors]).toEqual([['100', '1350'], []])
  })
})

test('runs of blanks in names and references are folded', async () => {
  const entry =
    ':61:260331D12,50NTRFNONREF//REF   1\n:86:166?00GUT  SCHRIFT?20EREF+E  1?21SVWZ+RE   117?32MOLEN    BV'
  expect(await entryOf(message(entry))).toMatchObject({
    description: 'GUT SCHRIFT',
    reference: 'RE 117',
    counterpartyName: 'MOLEN BV',
    endToEndId: 'E 1',
    bankReference: 'REF 1',
  })
})
