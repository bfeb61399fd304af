/** Entries that a heading, a status or their own text calls pending are read as pending. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from './readGuessed.ts'

describe('entries', () => {
  test.each([
    'Pending transactions',
    'Vorgemerkte Umsätze',
    'Noch nicht gebuchte Umsätze',
    'Transacciones pendientes',
    'Movimientos no contabilizados',
    'Opérations en attente',
    'Opérations à venir',
    'Movimenti non contabilizzati',
    'Movimentos pendentes',
    'Nog te verwerken',
    'Reserverade belopp',
    'Ikke bokførte transaksjoner',
    'Katevaraukset',
    'Transakcje oczekujące',
    'Nezaúčtované transakce',
  ])('below the heading "%s" are read as pending, and asked about', async heading => {
    const { money, asks } = await readGuessed(`Date,Description,Amount,Currency
${heading}
2026-03-31,Card payment,-85.10,EUR
2026-03-30,Card payment,-5.10,EUR
Posted transactions
2026-03-27,Direct deposit,2310.00,EUR
`)
    expect(money).toEqual(['pending -85.10', 'pending -5.10', '2026-03-27 +2310.00'])
    expect(asks).toEqual(['unbooked'])
  })

  test('below such a line above the column names are pending until the next heading', async () => {
    const { money, asks } = await readGuessed(`Vorgemerkte Umsätze
Buchungstag;Verwendungszweck;Betrag;Währung
31.03.2026;Lastschrift Energie;-85,10;EUR
Gebuchte Umsätze
Buchungstag;Verwendungszweck;Betrag;Währung
27.03.2026;Gutschrift Papier;2.310,00;EUR
`)
    expect(money).toEqual(['pending -85.10', '2026-03-27 +2310.00'])
    expect(asks).toEqual(['unbooked'])
  })

  test('below the booked ones, and below column names that are repeated, are pending', async () => {
    const { money } = await readGuessed(`Buchungstag;Verwendungszweck;Betrag;Währung
27.03.2026;Gutschrift Papier;2.310,00;EUR
;;;
Vorgemerkte Umsätze;;;
Buchungstag;Verwendungszweck;Betrag;Währung
31.03.2026;Lastschrift Energie;-85,10;EUR
`)
    expect(money).toEqual(['2026-03-27 +2310.00', 'pending -85.10'])
  })

  test('that are pending are no part of the running balance', async () => {
    const { money, asks, mapping } = await readGuessed(`Date,Description,Amount,Balance,Currency
Pending transactions
2026-03-31,Card payment,-85.10,,EUR
Posted transactions
2026-03-30,Card payment,-5.10,2404.90,EUR
2026-03-27,Direct deposit,2310.00,2410.00,EUR
`)
    expect(mapping.columns.balance).toBe(3)
    expect(money).toEqual(['pending -85.10', '2026-03-30 -5.10', '2026-03-27 +2310.00'])
    expect(asks).toEqual(['unbooked'])
  })

  test('whose text says that they are not booked are pending, and asked about', async () => {
    const { money, asks } = await readGuessed(
      `Data operacji;Opis operacji;Kwota
2026-03-31;SKLEP ZAKUP PRZY UŻYCIU KARTY  transakcja nierozliczona;-85,10 PLN
2026-03-30;SKLEP ZAKUP PRZY UŻYCIU KARTY;-5,10 PLN
2026-03-27;PRZELEW PRZYCHODZĄCY;2310,00 PLN
`,
      { iban: null, currency: 'PLN', currencies: new Map(), names: [] },
    )
    expect(money).toEqual(['pending -85.10', '2026-03-30 -5.10', '2026-03-27 +2310.00'])
    expect(asks).toEqual(['unbooked'])
  })

  test.each([
    ['Nicht gebucht', 'Gebucht'],
    ['En cours de traitement', 'Comptabilisé'],
    ['In attesa', 'Contabilizzato'],
    ['En proceso', 'Contabilizado'],
    ['In behandeling', 'Verwerkt'],
    ['Do rozliczenia', 'Rozliczona'],
  ])('with the status "%s" are pending, and with "%s" booked', async (pending, booked) => {
    const { money, asks } = await readGuessed(`Date,Description,Amount,Currency,Status
2026-03-31,Card payment,-85.10,EUR,${pending}
2026-03-27,Direct deposit,2310.00,EUR,${booked}
`)
    expect(money).toEqual(['pending -85.10', '2026-03-27 +2310.00'])
    expect(asks).toEqual([])
  })
})

describe('a mapping', () => {
  const later = `Date,Description,Amount,Currency
Pending transactions
2026-03-31,Card payment,-85.10,EUR
`

  test('that says nothing about it reads entries below such a heading as pending, with a note', async () => {
    const { money, notes } = await readGuessed(later, undefined, { unbooked: undefined })
    expect(money).toEqual(['pending -85.10'])
    expect(notes.map(({ reason }) => reason)).toContain('the entries below are read as not booked yet')
  })

  test('that says so reads them as booked', async () => {
    const { money } = await readGuessed(later, undefined, { unbooked: 'booked' })
    expect(money).toEqual(['2026-03-31 -85.10'])
  })
})

test.each([
  'Vorgemerkte und noch nicht gebuchte Umsätze sind in dieser Übersicht nicht enthalten.',
  'Pending transactions are not included',
  'Posted and pending transactions',
  'Inkl. vorgemerkter Umsätze',
])('the line "%s" is no heading of pending entries', async line => {
  const { money, asks } = await readGuessed(`${line}
Buchungstag;Verwendungszweck;Betrag;Währung
31.03.2026;Lastschrift Energie;-85,10;EUR
27.03.2026;Gutschrift Papier;2.310,00;EUR
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-27 +2310.00'])
  expect(asks).toEqual([])
})

test('authorisations of a wallet are not booked next to the payments that follow them', async () => {
  const text = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"
"16/03/2026","22:59:44","CET","Railways AG","General Authorization","Completed","EUR","-11,10","0,00","-11,10","A1"
"16/03/2026","22:59:46","CET","Railways AG","Express Checkout Payment","Completed","EUR","-11,10","0,00","-11,10","A2"
"27/03/2026","09:10:00","CET","Paper Inc","Mobile Payment","Completed","EUR","20,00","0,00","20,00","A3"
`
  const { money, asks } = await readGuessed(text)
  expect(money).toEqual(['pending -11.10', '2026-03-16 -11.10', '2026-03-27 +20.00'])
  expect(asks).toContain('unbooked')
})

test('rows of a card that have an amount only in the currency of the purchase are named', async () => {
  const text = `Account number;Purchase date;Booking text;Amount;Original currency;Currency;Debit;Credit;Booked
1234 5678 9012;16.03.2026;KIOSK ZUERICH;24.45;CHF;CHF;;;
1234 5678 9012;15.03.2026;SOFTWARE;2.0;CHF;CHF;;;
1234 5678 9012;13.03.2026;COFFEE;16.3;CHF;CHF;16.3;;15.03.2026
1234 5678 9012;12.03.2026;TRANSFER;600.0;CHF;CHF;;600.0;15.03.2026
`
  const { money, reasons } = await readGuessed(text)
  expect(money).toEqual(['2026-03-15 -16.3', '2026-03-15 +600.0'])
  expect(reasons.join()).toContain('line 2 and 1 more have an amount in "Amount" only')
})

test('a list of nothing but holds is read as pending, and asked about', async () => {
  const { money, asks } =
    await readGuessed(`Data transakcji;Data księgowania;Dane kontrahenta;Tytuł;Kwota transakcji;Waluta;Kwota blokady;Waluta
2026-03-30;;KSIEGARNIA;Płatność kartą;;;-85,10;PLN
2026-03-31;;BAR;Płatność kartą;;;-12,00;PLN
`)
  expect(money).toEqual(['pending -85.10', 'pending -12.00'])
  expect(asks).toContain('unbooked')
})

test('entries that are not cleared yet in a list of a budget are pending', async () => {
  const { money, mapping } = await readGuessed(`Account,Flag,Date,Payee,Memo,Outflow,Inflow,Cleared
Checking,,03/31/2026,Book Shop,books,85.10,0.00,Uncleared
Checking,Red,03/30/2026,Bar,,12.00,0.00,Cleared
Checking,,03/27/2026,Paper Ltd,,0.00,2310.00,Reconciled
`)
  expect(money).toEqual(['pending -85.10', '2026-03-30 -12.00', '2026-03-27 +2310.00'])
  expect(mapping.columns.reference).toBe(4)
})

test('states under a name that looks like that of a kind of entry are states, and asked about', async () => {
  const { money, asks } = await readGuessed(`Date,Amount,Currency,Merchant,StateType,Type
2026-03-30,-85.10,EUR,Book Shop,booked,merchant
2026-03-31,-12.00,EUR,Bar,authorized,merchant
2026-03-27,500.00,EUR,Your payment,booked,payment
`)
  expect(money).toEqual(['2026-03-30 -85.10', 'pending -12.00', '2026-03-27 +500.00'])
  expect(asks).toContain('status')
})
