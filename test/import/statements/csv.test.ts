import { describe, expect, test } from 'vitest'
import { readCsvAmount } from '../../../src/import/statements/csv/cells/csvAmount.ts'
import { readCsvDate } from '../../../src/import/statements/csv/cells/csvDate.ts'
import { csvReader } from '../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../src/import/statements/csv/csvGuess.ts'
import type { CsvLayout } from '../../../src/import/statements/csv/csvLayout.ts'
import { readWith } from './reading.ts'

const iban = 'DE75512108001245126199'
const german = `Kontoauszug;;;
Stand;31.03.2026;;

"Buchungstag";"Valuta";"Buchungstext";"Verwendungszweck";"Begünstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Währung"
30.03.2026;31.03.2026;GUTSCHRIFT;"RE-1; zweite ""Rate""";Papierwerk Süd AG;${iban};1.234,50;EUR
29.03.2026;;LASTSCHRIFT;Miete;Haus GmbH;;-800,00;EUR
`
const mapping: CsvLayout = {
  delimiter: ';',
  header: [
    'Buchungstag',
    'Valuta',
    'Buchungstext',
    'Verwendungszweck',
    'Begünstigter/Zahlungspflichtiger',
    'Kontonummer/IBAN',
    'Betrag',
    'Währung',
  ],
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  columns: {
    bookingDate: 0,
    valueDate: 1,
    description: 2,
    reference: 3,
    counterpartyName: 4,
    counterpartyIban: 5,
    amount: 6,
    currency: 7,
  },
  currency: null,
}
const read = (text: string, change: Partial<CsvLayout> = {}) =>
  readWith(csvReader({ ...mapping, ...change }), text)
const row = (from: string, to: string) => read(german.replace(from, to))

describe('a CSV with its mapping', () => {
  test('is read from the row after its header', async () => {
    const { entries, problems, heads, ends } = await read(german)
    expect(problems).toEqual([])
    expect({ heads: heads.length, ends }).toEqual({ heads: 1, ends: 1 })
    expect(entries).toMatchObject([
      {
        amount: '1234.50',
        side: 'credit',
        currency: 'EUR',
        bookingDate: '2026-03-30',
        valueDate: '2026-03-31',
        description: 'GUTSCHRIFT',
        reference: 'RE-1; zweite "Rate"',
        counterpartyName: 'Papierwerk Süd AG',
        counterpartyIban: iban,
        line: 5,
      },
      { amount: '800.00', side: 'debit', valueDate: null, counterpartyIban: null, line: 6 },
    ])
  })

  test.each([
    ['a date in another format', '30.03.2026', '2026-03-30', 'Buchungstag'],
    ['a date that does not exist', '30.03.2026', '30.02.2026', 'Buchungstag'],
    ['no date', '29.03.2026', '', 'Buchungstag'],
    ['an amount in another format', '1.234,50', '1,234.50', 'Betrag'],
    ['no amount', '1.234,50', '', 'Betrag'],
    ['a wrong currency', ';1.234,50;EUR', ';1.234,50;taler', 'Währung'],
    ['too few columns', ';Papierwerk Süd AG;', '\n', 'Betrag'],
  ])('reports a row with %s', async (_, from, to, at) => {
    const { entries, errors } = await row(from, to)
    expect(entries).toHaveLength(1)
    expect(errors[0]).toMatchObject({ at })
    expect(errors[0]?.line).toBeGreaterThanOrEqual(5)
  })

  test('notes an invalid IBAN, and a last row that may be cut off', async () => {
    expect((await row(iban, 'DE76512108001245126199')).notes[0]?.at).toBe('Kontonummer/IBAN')
    expect((await read(german.slice(0, -1))).notes[0]?.reason).toContain('cut off')
  })

  test('is rejected if its columns differ, or a quotation mark stays open', async () => {
    await expect(read(german.replace('Valuta', 'Wert'))).rejects.toThrow('do not match the mapping')
    await expect(read(german.replace('Miete', '"Miete'))).rejects.toThrow('never closed')
  })

  test('may have a side column, or separate columns for debit and credit', async () => {
    const sided = { header: null, columns: { bookingDate: 0, amount: 1, side: 2 }, currency: 'EUR' }
    const { entries, errors } = await read(
      '30.03.2026;1,00;S\n30.03.2026;2,00;Haben\n30.03.2026;3,00;?\n30.03.2026;-3,00;H\n',
      sided,
    )
    expect(entries.map(({ side, amount }) => `${side} ${amount}`)).toEqual(['debit 1.00', 'credit 2.00'])
    expect(errors.map(({ at }) => at)).toEqual(['side', 'side'])
    const two = { header: null, columns: { bookingDate: 0, debit: 1, credit: 2 }, currency: 'EUR' }
    const both = await read(
      '30.03.2026;1,00;\n30.03.2026;;2,00\n30.03.2026;-3,00;0,00\n30.03.2026;1,00;2,00\n30.03.2026;;\n',
      two,
    )
    expect(both.entries.map(({ side, amount }) => `${side} ${amount}`)).toEqual([
      'debit 1.00',
      'credit 2.00',
      'debit 3.00',
    ])
    expect(both.errors.map(({ reason }) => reason)).toEqual([
      'the row has both a credit and a debit',
      'the row has no amount',
    ])
  })

  test('has a statement for each account, and pending rows', async () => {
    const columns = { accountIban: 0, bookingDate: 1, amount: 2, status: 3 }
    const text = `${iban};30.03.2026;1,00;\n${iban};;2,00;vorgemerkt\nDE02120300000000202051;30.03.2026;3,00;\n`
    const { heads, entries, ends } = await read(text, { header: null, columns, currency: 'EUR' })
    expect(heads.map(({ account }) => account.iban)).toEqual([iban, 'DE02120300000000202051'])
    expect(entries.map(({ status }) => status)).toEqual(['booked', 'pending', 'booked'])
    expect(ends).toBe(2)
  })
})

test.each([
  ['1.234,50', ',', '1234.50', false],
  ['1234,5', ',', '1234.5', false],
  ["1'234.50", '.', '1234.50', false],
  ['1 234,50', ',', '1234.50', false],
  ['-12,00 €', ',', '12.00', true],
  ['EUR 12.00', '.', '12.00', false],
  ['12,00-', ',', '12.00', true],
  ['−3,5', ',', '3.5', true],
] as const)('the amount %s with %s reads as %s', (text, decimal, amount, negative) => {
  expect(readCsvAmount(text, decimal)).toEqual({ amount, negative })
})

test.each(['1.23,50', '1,2,3', '12.50', '', '-', 'x', '-1-', '1.234.50'])(
  'with a comma, %s is not an amount',
  text => {
    expect(readCsvAmount(text, ',')).toBeNull()
  },
)

test.each([
  ['31.03.2026', 'DD.MM.YYYY', '2026-03-31'],
  ['1.3.2026', 'DD.MM.YYYY', '2026-03-01'],
  ['31.03.26', 'DD.MM.YY', '2026-03-31'],
  ['03/31/2026', 'MM/DD/YYYY', '2026-03-31'],
  ['20260331', 'YYYYMMDD', '2026-03-31'],
  ['2026-03-31 10:00:00', 'YYYY-MM-DD', '2026-03-31'],
  ['31.02.2026', 'DD.MM.YYYY', null],
  ['2026-03-31', 'DD.MM.YYYY', null],
  ['', 'YYYYMMDD', null],
] as const)('the date %s in the format %s reads as %s', (text, format, date) => {
  expect(readCsvDate(text, format)).toBe(date)
})

describe('a mapping is guessed', () => {
  test('from a German bank’s file, with nothing uncertain', () => {
    const guess = guessCsv(german)
    expect(guess?.mapping).toEqual(mapping)
    expect(guess?.uncertain).toEqual([])
    expect(guess?.rows).toHaveLength(2)
  })

  test('from an English one, with the uncertain parts listed', () => {
    const guess = guessCsv('Date,Description,Amount\n03/04/2026,Coffee,-3.50\n05/06/2026,Salary,"1,000.00"\n')
    expect(guess?.mapping).toMatchObject({
      delimiter: ',',
      decimal: '.',
      columns: { bookingDate: 0, description: 1, amount: 2 },
    })
    expect(guess?.uncertain.map(({ at }) => at)).toEqual(['dateFormat', 'currency', 'sign'])
  })

  test('without a header, from the contents of the cells', () => {
    const other = 'DE02120300000000202051'
    const guess = guessCsv(`2026-03-30;${iban};-3,50\n2026-03-31;${other};4,00\n`)
    expect(guess?.mapping).toMatchObject({
      header: null,
      columns: { bookingDate: 0, counterpartyIban: 1, amount: 2 },
    })
    expect(guess?.uncertain.map(({ at }) => at)).toContain('header')
  })

  test('from words with or without umlauts, and column names that look like currencies', () => {
    const title =
      'Auftragskonto;Buchungstag;Beguenstigter/Zahlungspflichtiger;Kontonummer;BLZ;Betrag;Waehrung'
    const guess = guessCsv(`${title}\n${iban};31.03.26;Netz AG;${iban};BYLADEM1;-85,00;EUR\n`)
    expect(guess?.mapping).toMatchObject({
      dateFormat: 'DD.MM.YY',
      columns: { accountIban: 0, counterpartyName: 2, counterpartyIban: 3, amount: 5, currency: 6 },
    })
    expect(guess?.uncertain.map(({ at }) => at)).toEqual(['sign'])
  })

  test('with the currency from a column name, and the own account recognised as such', () => {
    const guess = guessCsv(`Fecha;Concepto;Cuenta;Importe (EUR)\n2026-03-31;Alquiler;${iban};-1.234,56\n`)
    expect(guess?.mapping).toMatchObject({
      currency: 'EUR',
      columns: { bookingDate: 0, description: 1, accountIban: 2, amount: 3 },
    })
    expect(guess?.mapping.columns.counterpartyIban).toBeUndefined()
    expect(guess?.uncertain.map(({ at }) => at)).toEqual(['sign'])
  })

  test('with the text as the reference, next to the kind of entry', () => {
    const guess = guessCsv(
      'Type,Completed Date,Description,Amount,Currency\nCARD,2026-03-31,Kiosk,-4.50,EUR\n',
    )
    expect(guess?.mapping.columns).toMatchObject({ description: 0, reference: 2 })
  })

  test('as uncertain if amounts can be read in two ways', () => {
    const guess = guessCsv('Date;Amount;Currency\n2026-03-30;1.234;EUR\n2026-03-31;2.345;EUR\n')
    expect(guess?.uncertain.map(({ at }) => at)).toEqual(['decimal', 'sign'])
  })

  test('not at all from text that is not a table of entries', () => {
    expect(guessCsv('a,b\nc,d\n')).toBeNull()
    expect(guessCsv('')).toBeNull()
  })
})
