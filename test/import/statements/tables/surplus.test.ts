/** Rows with more cells than column names are put together in the only way that fits, or refused. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import type { CsvLayout } from '../../../../src/import/statements/csv/csvLayout.ts'
import { readWith } from '../reading.ts'
import { moneyOf, readGuessed } from './readGuessed.ts'

describe('a text with the separator in it is put together, and asked about,', () => {
  test.each([
    [
      'between other columns',
      `Date,Description,Amount,Balance,Currency
2026-03-27,Direct deposit,2310.00,2410.00,EUR
2026-03-30,Paper, pens, and more,-5.10,2404.90,EUR
`,
      'Paper, pens, and more',
    ],
    [
      'with one word before the separator',
      `Date,Description,Amount,Balance,Currency
2026-03-27,Direct deposit,2310.00,2410.00,EUR
2026-03-30,Paper, pens,-5.10,2404.90,EUR
`,
      'Paper, pens',
    ],
    [
      'at the end of the row',
      `Date,Amount,Balance,Currency,Description
2026-03-27,2310.00,2410.00,EUR,Direct deposit
2026-03-30,-5.10,2404.90,EUR,Paper, pens
`,
      'Paper, pens',
    ],
    [
      'with semicolons',
      `Datum;Buchungstext;Betrag;Saldo;Währung
27.03.2026;Gutschrift;2.310,00;2.410,00;EUR
30.03.2026;Papier; Stifte;-5,10;2.404,90;EUR
`,
      'Papier; Stifte',
    ],
    [
      'with dates that look like numbers',
      `Date,Description,Amount,Balance,Currency
1774569600,Direct deposit,2310.00,2410.00,EUR
1774828800,Paper, pens,-5.10,2404.90,EUR
`,
      'Paper, pens',
    ],
  ])('%s', async (_, text, description) => {
    const { entries, errors, money, asks } = await readGuessed(text)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-30 -5.10'])
    expect(entries[1]?.description).toBe(description)
    expect(errors).toEqual([])
    expect(asks).toEqual(['surplus'])
  })
})

describe('without column names, a text with the separator in it is', () => {
  const rows = `2026-03-27,Direct deposit,2310.00,2410.00,EUR
2026-03-29,Card payment,-1.00,2409.00,EUR
`
  test('put together by the number of columns of the other rows', async () => {
    const { entries, errors, money, mapping, reasons } = await readGuessed(
      `${rows}2026-03-30,Paper, pens, and more,-5.10,2403.90,EUR\n`,
    )
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-29 -1.00', '2026-03-30 -5.10'])
    expect(entries[2]?.reference).toBe('Paper, pens, and more')
    expect(errors).toEqual([])
    expect([mapping.surplus, mapping.width]).toEqual([1, 5])
    expect(reasons).toContain(
      'line 3 has more cells than columns; the separator is taken as part of column 2',
    )
  })

  test('refused if it may be in an amount', async () => {
    const { errors, money, asks } = await readGuessed(
      `${rows}2026-03-30,Card payment,-5,100.00,2403.90,EUR\n`,
    )
    expect(asks).toContain('surplus')
    expect(money).toHaveLength(2)
    expect(errors.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: it has 6 cells and there are 5 columns; a text with the separator in it must be in quotation marks',
    ])
  })

  test('refused if the dates look like numbers, too', async () => {
    const { errors, money } = await readGuessed(`20260327,Direct deposit,2310.00,2410.00,EUR
20260329,Card payment,-1.00,2409.00,EUR
20260330,Card payment,-5,100.00,2403.90,EUR
`)
    expect(money).toHaveLength(2)
    expect(errors.map(({ line }) => line)).toEqual([3])
  })
})

describe('a row is refused with its number if', () => {
  test.each([
    [
      'two texts may have the separator',
      `Date,Description,Reference,Amount,Balance,Currency
2026-03-27,Direct deposit,Salary,2310.00,2410.00,EUR
2026-03-30,Paper, pens,Order 7,-5.10,2404.90,EUR
`,
    ],
    [
      'the separator may be that of an amount',
      `Date,Description,Amount,Balance,Currency
2026-03-27,Direct deposit,310.00,410.00,EUR
2026-03-30,Card payment,-5,100.00,404.90,EUR
`,
    ],
    [
      'several amounts may have the separator',
      `Date,Description,Amount,Balance,Currency
2026-03-27,Direct deposit,310.00,410.00,EUR
2026-03-30,Direct deposit,5,100.00,5,510.00,EUR
`,
    ],
  ])('%s', async (_, text) => {
    const { money, errors, asks } = await readGuessed(text)
    expect(asks).toContain('surplus')
    expect(money).toHaveLength(1)
    expect(errors.map(({ line }) => line)).toEqual([3])
  })
})

test('a mapping can say which text it is', async () => {
  const text = `Date,Description,Reference,Amount,Balance,Currency
2026-03-27,Direct deposit,Salary,2310.00,2410.00,EUR
2026-03-30,Paper, pens,Order 7,-5.10,2404.90,EUR
`
  const { entries } = await readGuessed(text, undefined, { surplus: 1 })
  expect(entries.map(({ description }) => description)).toEqual(['Direct deposit', 'Paper, pens'])
})

test('a mapping that says nothing about it reads such rows by their place, and notes it once', async () => {
  const text = `Date,Amount,Balance,Currency,Description
2026-03-27,2310.00,2410.00,EUR,Direct deposit
2026-03-29,-5.10,2404.90,EUR,Paper, pens
2026-03-30,-5.10,2399.80,EUR,Paper, pens
`
  const { entries, notes } = await readGuessed(text, undefined, { surplus: undefined })
  expect(entries.map(({ description }) => description)).toEqual(['Direct deposit', 'Paper', 'Paper'])
  expect(notes.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '3: it has more cells than column names; the rest is not read',
  ])
})

test('a sentence below the rows is no such row', async () => {
  const { asks, errors } = await readGuessed(`Date,Description,Amount,Balance,Currency
2026-03-27,Direct deposit,2310.00,2410.00,EUR
2026-03-30,Card payment,-5.10,2404.90,EUR
In case of questions, write, call, visit, ask, or wait
`)
  expect(asks).toEqual([])
  expect(errors).toEqual([])
})

describe('decimal commas that split the amounts of a table separated by commas', () => {
  test('are put together, and asked about', async () => {
    const { money, mapping, asks } = await readGuessed(`Datum,Omschrijving,Af,Bij,Saldo
27-03-2026,Salaris,,2310,00,2.410,00
30-03-2026,Boeken,85,10,,2.324,90
31-03-2026,Rekening 12,900,00,,1.424,90
Totaal,,985,10,2310,00,
`)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-30 -85.10', '2026-03-31 -900.00'])
    expect(mapping.surplus).toBe('decimals')
    expect(mapping.columns.balance).toBe(4)
    expect(asks).toContain('surplus')
  })

  test('are refused in a row with other surplus cells', async () => {
    const mapping: CsvLayout = {
      delimiter: ',',
      header: ['Datum', 'Kenmerk', 'Bedrag'],
      dateFormat: 'DD-MM-YYYY',
      decimal: ',',
      columns: { bookingDate: 0, reference: 1, amount: 2 },
      currency: 'EUR',
      surplus: 'decimals',
    }
    const text = 'Datum,Kenmerk,Bedrag\n30-03-2026,A1,-85,10\n31-03-2026,A2,x,-7,00\n01-04-2026,A3,-5,00\n'
    const { entries, errors } = await readWith(csvReader(mapping), text)
    expect(entries.map(moneyOf)).toEqual(['2026-03-30 -85.10', '2026-04-01 -5.00'])
    expect(errors).toHaveLength(1)
  })

  test('are none under names that are not those of money', async () => {
    const { mapping } = await readGuessed(`Date,Code,Text,Amount
2026-03-30,771,12,Books,-85.10
2026-03-31,772,13,Bar,-12.00
`)
    expect(mapping.surplus).not.toBe('decimals')
  })
})
