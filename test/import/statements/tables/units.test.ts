/** Amounts in cents are read as such after one confirmation, and nobody's cents are read as whole amounts unasked. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from './readGuessed.ts'

describe('amounts in the smallest unit', () => {
  test('are read as the name of their column says, with balances and fees, and asked about', async () => {
    const { money, asks, mapping } =
      await readGuessed(`created_at,description,amount_cents,fee_cents,balance_cents,currency
2026-03-27,Paper invoice,231000,120,230880,EUR
2026-03-30,Card payment,-1805,0,229075,EUR
2026-03-31,Card payment,-7,5,229063,EUR
`)
    expect(mapping).toMatchObject({ amounts: 'minor', fees: 'deducted' })
    expect(money).toEqual([
      '2026-03-27 +2310.00',
      '2026-03-27 -1.20',
      '2026-03-30 -18.05',
      '2026-03-31 -0.07',
      '2026-03-31 -0.05',
    ])
    expect(asks).toEqual(['amounts'])
  })

  test('are the guess if hardly any amount is round, although balances prove nothing about it', async () => {
    const { money, asks, reasons } = await readGuessed(`Date,Description,Amount,Balance,Currency
2026-03-27,Direct deposit,231099,231099,EUR
2026-03-30,Card payment,-1805,229294,EUR
2026-03-31,Card payment,-99,229195,EUR
`)
    expect(money).toEqual(['2026-03-27 +2310.99', '2026-03-30 -18.05', '2026-03-31 -0.99'])
    expect(asks).toEqual(['amounts'])
    expect(reasons).toEqual(['no amount has decimal places; is "231099" 2310.99, in cents?'])
  })

  test('have as many decimal places as their currency', async () => {
    const { money } = await readGuessed(
      `date,description,amount_minor,currency
2026-03-27,Paper,231000,JPY
2026-03-30,Energy,-18050,TND
2026-03-31,Energy,-18050,USD
`,
      { iban: null, currency: null, currencies: new Map(), names: [] },
    )
    expect(money).toEqual(['2026-03-27 +231000', '2026-03-30 -18.050', '2026-03-31 -180.50'])
  })

  test('can be set by a person if the guess is another', async () => {
    const text = `Datum;Verwendungszweck;Betrag;Währung
27.03.2026;Gutschrift Gehalt;230000;EUR
30.03.2026;Lastschrift Strom;-8500;EUR
`
    const guessed = await readGuessed(text)
    expect(guessed.asks).toEqual(['amounts'])
    expect(guessed.money).toEqual(['2026-03-27 +230000', '2026-03-30 -8500'])
    const corrected = await readGuessed(text, undefined, { amounts: 'minor' })
    expect(corrected.money).toEqual(['2026-03-27 +2300.00', '2026-03-30 -85.00'])
  })
})

describe('whole amounts', () => {
  test('are not taken for cents in a currency in which they are usual, but asked about', async () => {
    const { money, asks } = await readGuessed(
      `Datum;Popis;Částka;Měna
27.03.2026;Mzda;32150;CZK
30.03.2026;Platba kartou;-499;CZK
`,
      { iban: null, currency: 'CZK', currencies: new Map(), names: [] },
    )
    expect(money).toEqual(['2026-03-27 +32150', '2026-03-30 -499'])
    expect(asks).toContain('amounts')
  })

  test('are no question in a currency without cents, or if all are small', async () => {
    const yen = await readGuessed(
      `Date,Description,Amount,Currency
2026-03-27,Direct deposit,231099,JPY
2026-03-30,Card payment,-1805,JPY
`,
      { iban: null, currency: 'JPY', currencies: new Map(), names: [] },
    )
    expect(yen.asks).toEqual([])
    const small = await readGuessed(`Date,Description,Amount,Currency
2026-03-27,Refund,20,EUR
2026-03-30,Card payment,-8,EUR
`)
    expect(small.asks).toEqual([])
  })

  test('are preferred to the same amounts in cents', async () => {
    const { money, asks } = await readGuessed(`Date,Description,Amount in cents,Amount,Currency
2026-03-27,Direct deposit,231099,2310.99,EUR
2026-03-30,Card payment,-1805,-18.05,EUR
`)
    expect(money).toEqual(['2026-03-27 +2310.99', '2026-03-30 -18.05'])
    expect(asks).not.toContain('amounts')
  })
})

describe('currencies next to amounts in other currencies', () => {
  const table = (abroad: string) => `Datum;Text;Ort;Valuta;Utl.belopp;Belopp
2026-03-10;Papper;Stockholm;SEK;;-650,00
2026-03-12;Böcker;London;GBP;${abroad};-150,00
2026-03-14;Tåg;Stockholm;SEK;;-395,00
`

  test('are those of the purchases, and a person is asked', async () => {
    const { entries, asks } = await readGuessed(table('12,34'))
    expect(entries.map(({ currency }) => currency)).toEqual(['SEK', 'SEK', 'SEK'])
    expect(asks).toContain('currency')
  })

  test('are those of the amounts if there are no others', async () => {
    const { entries, asks } = await readGuessed(table(''))
    expect(entries.map(({ currency }) => currency)).toEqual(['SEK', 'GBP', 'SEK'])
    expect(asks).toContain('currency')
  })
})
