/** What a payment provider takes off is an entry of its own, if what is left proves it in every row. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from './readGuessed.ts'

const sale = ['2026-03-27 +25.00', '2026-03-27 -0.75']

describe('fees that every row proves are read, and not asked about:', () => {
  test.each([
    [
      'signed, in French',
      `"Date","Nom","Type","Etat","Devise","Avant commission","Commission","Net"
"27/03/2026","Papier SA","Paiement reçu","Terminé","EUR","25,00","-0,75","24,25"
"28/03/2026","Énergie SA","Remboursement","Terminé","EUR","-10,00","0,30","-9,70"
`,
      [...sale, '2026-03-28 -10.00', '2026-03-28 +0.30'],
    ],
    [
      'given back with the sign of the refund',
      `Datum;Beschreibung;Bruttobetrag;Gebühren;Auszahlungsbetrag;Währung
27.03.2026;Verkauf;25,00;0,75;24,25;EUR
28.03.2026;Rückgabe;-10,00;-0,30;-9,70;EUR
`,
      [...sale, '2026-03-28 -10.00', '2026-03-28 +0.30'],
    ],
    [
      'given back without a sign',
      `Date,Description,Gross,Fee,Net,Currency
2026-03-27,Sale,25.00,0.75,24.25,EUR
2026-03-28,Refund,-10.00,0.30,-9.70,EUR
`,
      [...sale, '2026-03-28 -10.00', '2026-03-28 +0.30'],
    ],
    [
      'of amounts without any sign',
      `Date,Transaction ID,Payment type,Status,Total,Tax,Tip,Fee,Payout,Currency
2026-03-27 10:00,TX1,Card,Successful,25.00,4.00,0.00,0.75,24.25,EUR
2026-03-28 10:00,TX2,Card,Successful,15.00,2.40,0.00,0.26,14.74,EUR
`,
      [...sale, '2026-03-28 +15.00', '2026-03-28 -0.26'],
    ],
    [
      'in several columns, as one sum',
      `Datum;Referenz;Typ;Brutto;Gebühr;MwSt. auf Gebühr;Netto;Währung
27.03.2026;O7;Verkauf;25,00;0,63;0,12;24,25;EUR
28.03.2026;O8;Verkauf;15,00;0,20;0,06;14,74;EUR
`,
      [...sale, '2026-03-28 +15.00', '2026-03-28 -0.26'],
    ],
    [
      'between debits and credits before and after them',
      `Creation Date,Type,Merchant Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Markup (NC),Scheme Fees (NC),Interchange (NC)
2026-03-27 10:00:00,Settled,ORD7,EUR,,25.00,EUR,,24.25,0.20,0.15,0.40
2026-03-28 10:00:00,Refunded,ORD8,EUR,10.00,,EUR,10.00,,,,
`,
      [...sale, '2026-03-28 -10.00'],
    ],
  ])('%s', async (_, text, expected) => {
    const { money, asks } = await readGuessed(text)
    expect(money).toEqual(expected)
    expect(asks).toEqual([])
  })
})

describe('a person is asked', () => {
  test('about fees that do not make what is left in some row, which is named', async () => {
    const { money, asks, reasons } = await readGuessed(`Date,Description,Gross,Fee,Net,Currency
2026-03-27,Sale,25.00,0.75,24.25,EUR
2026-03-28,Sale,15.00,0.26,14.50,EUR
2026-03-29,Refund,-10.00,-0.30,-9.70,EUR
`)
    expect(money.slice(0, 2)).toEqual(sale)
    expect(asks).toContain('fees')
    expect(reasons).toContain('in entry 2, "Gross" and "Fee" do not make "Net"; how is the fee taken off?')
  })

  test('about fees without any column that proves them', async () => {
    const { money, asks } = await readGuessed(`Date,Description,Gross,Fee,Currency
2026-03-27,Sale,25.00,0.75,EUR
2026-03-28,Refund,-10.00,-0.30,EUR
`)
    expect(money).toEqual([...sale, '2026-03-28 -10.00', '2026-03-28 +0.30'])
    expect(asks).toContain('fees')
  })

  test('whether positive amounts are money out if fees make them larger', async () => {
    const { asks } = await readGuessed(`Date,Description,Amount,Fee,Total,Currency
2026-03-27,Transfer,25.00,0.75,25.75,EUR
2026-03-28,Transfer,10.00,0.30,10.30,EUR
`)
    expect(asks).toContain('sign')
    const before = await readGuessed(`Date,Description,Total,Fee,Amount,Currency
2026-03-27,Transfer,25.75,0.75,25.00,EUR
2026-03-28,Transfer,10.30,0.30,10.00,EUR
`)
    expect(before.asks).toContain('sign')
  })
})

test('what was given back of an amount is asked about, unless it is nothing', async () => {
  const table = (refunded: string) => `Date,Description,Customer,Amount,Amount refunded,Fee,Net,Currency
2026-03-27,Sale,Ann Doe,25.00,0.00,0.75,24.25,EUR
2026-03-28,Sale,Bob Roe,15.00,${refunded},0.26,14.74,EUR
`
  expect((await readGuessed(table('0.00'))).asks).toEqual([])
  const { money, asks } = await readGuessed(table('5.00'))
  expect(money.slice(0, 2)).toEqual(sale)
  expect(asks).toEqual(['fees'])
})

test('numbers that follow from each other by chance are no fees', async () => {
  const { money } = await readGuessed(`Date,Description,Amount,Points,Fee,Bonus,Currency
2026-03-27,Direct deposit,2310.00,0.40,0.10,0.30,EUR
2026-03-31,Card payment,-85.10,0.50,0.20,0.30,EUR
`)
  expect(money.filter(each => each.includes('2310.00'))).toEqual(['2026-03-27 +2310.00'])
})

test('fees in a total of several columns are part of it', async () => {
  const { money, mapping } =
    await readGuessed(`Date,Description,Product sales,Shipping,Selling fees,Total,Currency
2026-03-27,Direct deposit of a sale,20.00,5.00,-0.75,24.25,EUR
2026-03-28,Refund sent,-10.00,0,0.30,-9.70,EUR
`)
  expect(money).toEqual(['2026-03-27 +24.25', '2026-03-28 -9.70'])
  expect(mapping.fees).toBe('included')
})

test('fees that make less of an amount under an unknown name are asked about', async () => {
  const { asks } = await readGuessed(`Date,Description,Amount,Fee,Xyz,Currency
2026-03-27,Sale,25.00,0.75,24.25,EUR
2026-03-28,Sale,10.00,0.30,9.70,EUR
`)
  expect(asks).toContain('fees')
})
