/** What a table leaves open is asked, and never decided silently. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'

const owner = { ...unknownOwner, currency: 'EUR' }

async function read(text: string) {
  const guess = guessCsv(text, owner)
  if (guess === null) throw new Error('The table is not recognised.')
  const { entries } = await readWith(csvReader(guess.mapping), text)
  return { guess, entries, asks: guess.uncertain.map(({ at }) => at) }
}

describe('the booking date', () => {
  test('is kept if all entries are of one day', async () => {
    const { entries, asks } = await read(`Buchungstag;Valutadatum;Verwendungszweck;Betrag;Währung
31.03.2026;31.03.2026;Gutschrift Gehalt;2.310,00;EUR
31.03.2026;01.04.2026;Lastschrift Strom;-85,10;EUR
`)
    expect(entries.map(({ bookingDate }) => bookingDate)).toEqual(['2026-03-31', '2026-03-31'])
    expect(asks).not.toContain('bookingDate')
  })

  test('is asked about if only the value date has a known name', async () => {
    const { entries, asks } = await read(`Xdatum;Valutadatum;Verwendungszweck;Betrag;Währung
27.03.2026;26.03.2026;Gutschrift Gehalt;2.310,00;EUR
31.03.2026;01.04.2026;Lastschrift Strom;-85,10;EUR
`)
    expect(entries.map(({ bookingDate }) => bookingDate)).toEqual(['2026-03-27', '2026-03-31'])
    expect(asks).toContain('bookingDate')
  })

  test('is asked about if two columns have its name', async () => {
    const { asks } = await read(`Buchungsdatum;Buchungsdatum;Verwendungszweck;Betrag;Währung
27.03.2026;28.03.2026;Gutschrift Gehalt;2.310,00;EUR
30.03.2026;31.03.2026;Lastschrift Strom;-85,10;EUR
`)
    expect(asks).toContain('bookingDate')
  })

  test('is asked about if two names only say that they are dates', async () => {
    const { asks } = await read(`First date,Second date,Description,Amount
2026-03-27,2026-03-26,Direct deposit,2310.00
2026-03-31,2026-03-30,Card payment,-85.10
`)
    expect(asks).toContain('bookingDate')
  })
})

describe('accounts', () => {
  test('of several numbers are statements of their own, and asked about', async () => {
    const { guess, asks } = await read(`Account Number,Date,Description,Amount
01234-5678901,2026-03-27,Direct deposit,2310.00
5191230012341234,2026-03-31,Card payment,-85.10
`)
    expect(guess.mapping.columns).toMatchObject({ accountIban: 0 })
    expect(asks).toContain('accountIban')
  })

  test('with gaps are those of the other party, whatever their name', async () => {
    const { guess, entries } = await read(`Date,Bénéficiaire,Numéro de compte,Montant (EUR)
2026-03-27,Papier,FR7630006000011234567890189,2310.00
2026-03-31,Énergie,,-85.10
`)
    expect(guess.mapping.columns.accountIban).toBeUndefined()
    expect(entries.map(({ counterpartyIban }) => counterpartyIban)).toEqual([
      'FR7630006000011234567890189',
      null,
    ])
  })

  test('with names are statements of their own too', async () => {
    const { guess, asks } = await read(`Date,Account Name,Description,Amount
2026-03-27,Savings,Direct deposit,2310.00
2026-03-31,Cash,Card payment,-85.10
`)
    expect(guess.mapping.columns).toMatchObject({ accountIban: 1 })
    expect(asks).toContain('accountIban')
  })
})

describe('money', () => {
  test('is in the currency that its column names, also one that is not in our list', async () => {
    const { entries } = await read(`Date,Amount,Currency,Fee total,Fee currency,Description
2026-03-27,0.25,BTC,,GBP,Direct deposit
2026-03-31,-0.10,BTC,,GBP,Card payment
`)
    expect(entries.map(({ currency }) => currency)).toEqual(['BTC', 'BTC'])
  })

  test('may have a currency for debits and another one for credits', async () => {
    const { asks } = await read(`Date,Description,Debit,Debit currency,Credit,Credit currency
2026-03-27,Direct deposit,,,2310.00,EUR
2026-03-31,Card payment,-85.10,CHF,,
`)
    expect(asks).toContain('currency')
  })

  test('is in the currency of the account, next to that of the purchase', async () => {
    const { entries } =
      await read(`Data księgowania;Szczegóły transakcji;Kwota operacji;Waluta operacji;Kwota w walucie rachunku;Waluta rachunku
2026-03-27;Wynagrodzenie;2310,00;PLN;2310,00;PLN
2026-03-31;Zakup;-20,00;EUR;-85,10;PLN
`)
    expect(entries.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '2310.00 PLN',
      '85.10 PLN',
    ])
  })

  test('is in the currency of the account in other languages, too', async () => {
    const { guess } = await read(`Дата операции;Сумма операции;Сумма пересчитанная в валюту счета;Описание
2026-03-27;2310,00;2310,00;Бумага
2026-03-31;-4,50;-330,10;Кофе
`)
    expect(guess.mapping.columns).toMatchObject({ amount: 2 })
  })

  test('is not divided by the kinds of cards', async () => {
    const one = await read(`Date,Description,Card funding,Amount
2026-03-27,Order 7,credit,25.00
2026-03-31,Order 8,credit,27.50
`)
    expect(one.asks).toContain('sign')
    const both = await read(`Date,Description,Card funding,Amount
2026-03-27,Order 7,credit,25.00
2026-03-31,Order 8,debit,27.50
`)
    expect(both.asks).toContain('side')
  })

  test('has fees in two columns, of which only one is read', async () => {
    const { asks } = await read(`Date,Description,Amount,Commission,Fee
2026-03-27,Direct deposit,2310.00,1.00,0.20
2026-03-31,Card payment,-85.10,0.00,0.10
`)
    expect(asks).toContain('fees')
  })
})

describe('rows', () => {
  test('that may be balances in a language we do not know are asked about', async () => {
    const { asks } = await read(`Date,Description,Amount
2026-03-01,Ulangosaldo,100.00
2026-03-27,Direct deposit,2310.00
2026-03-31,Card payment,-85.10
2026-03-31,Umaliziosaldo,2324.90
`)
    expect(asks).toContain('rows')
  })

  test('that are much shorter than others are asked about', async () => {
    const { asks } = await read(`27/03/2026;2310,00;Virement;;PAPIER SA;;SALAIRE;
31/03/2026;-85,10;Prélèvement;;ENERGIE SA;;;
31/03/2026;2324,90;;12345 123456A
`)
    expect(asks).toContain('rows')
  })

  test('with a date in another column do not continue the text above', async () => {
    const { entries } = await read(`Ordered on;Booked date;Text;Details;Amount;Hold amount
2026-03-27;2026-03-27;Direct deposit;Salary;2310.00;
2026-03-31;;Kiosk;Not booked yet;;-3.20
2026-03-31;2026-03-31;Card payment;Energy;-85.10;
`)
    expect(entries.map(({ reference }) => reference)).toEqual(['Salary', 'Energy'])
  })
})

describe('texts', () => {
  test('of single words under an unknown name are kept, and asked about', async () => {
    const { entries, asks } = await read(`Date,Description,Amount,Zweckwort
2026-03-27,Direct deposit,2310.00,Salary
2026-03-31,Card payment,-85.10,Energy
`)
    expect(entries.map(({ reference }) => reference)).toEqual(['Salary', 'Energy'])
    expect(asks).toContain('reference')
  })

  test('of a merchant are its name, not its place', async () => {
    const { entries } = await read(`Date,Text,Amount,Merchant Area,Merchant Code
2026-03-27,Direct deposit,2310.00,OSLO,5411
2026-03-31,Card payment,-85.10,BERGEN,5812
`)
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([null, null])
  })

  test('are not numbers of rows or codes of banks', async () => {
    const { entries } = await read(`Item #,Date,Description,Amount,PayeeBIC,Payee
1,2026-03-27,Direct deposit,2310.00,COBADEFFXXX,Paper Ltd
2,2026-03-31,Card payment,-85.10,SOGEDEFFXXX,Energy Ltd
`)
    expect(entries.map(({ description }) => description)).toEqual(['Direct deposit', 'Card payment'])
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual(['Paper Ltd', 'Energy Ltd'])
  })
})

test('a word for the state that is not known is asked about', async () => {
  const { asks } = await read(`Date,Description,Amount,Status
2026-03-27,Direct deposit,2310.00,Completed
2026-03-31,Card payment,-85.10,Parked
`)
  expect(asks).toContain('status')
})

describe('a person is asked', () => {
  test('about money under a name that is not known, as it may be a fee', async () => {
    const { asks } = await read(`Datum;Verwendungszweck;Betrag;Zuschlag;Währung
27.03.2026;Gutschrift Gehalt;2.310,00;0,00;EUR
31.03.2026;Lastschrift Strom;-85,10;1,20;EUR
`)
    expect(asks).toEqual(['fees'])
  })

  test('but not if the balances follow without it', async () => {
    const { asks } = await read(`Datum;Verwendungszweck;Betrag;Zuschlag;Saldo;Währung
27.03.2026;Gutschrift Gehalt;2.310,00;0,00;2.310,00;EUR
31.03.2026;Lastschrift Strom;-85,10;1,20;2.224,90;EUR
`)
    expect(asks).toEqual([])
  })

  test('whether amounts without decimal places are cents', async () => {
    const { asks } = await read(`booking_date,amount,name,purpose,currency
2026-03-27,231000,Paper,Salary,EUR
2026-03-30,-18000,Energy,Card payment,EUR
2026-03-31,-8510,Energy,Card payment,EUR
`)
    expect(asks).toEqual(['amounts'])
  })

  test('about a row that cannot be read, and the others are', async () => {
    const rows = Array.from({ length: 19 }, (_, day) => `${day + 10}.03.2026;Lastschrift ${day};-5,10;EUR`)
    const { entries, asks } = await read(
      `Datum;Verwendungszweck;Betrag;Währung\n${rows.join('\n')}\n30.03.2026;-5,10;EUR\n`,
    )
    expect(asks).toEqual(['rows'])
    expect(entries).toHaveLength(19)
  })

  test('whether a column that complements the credits has the debits', async () => {
    const { guess, entries, asks } = await read(`Datum;Verwendungszweck;Gutschrift;Xyz;Währung
27.03.2026;Papier;2.310,00;;EUR
31.03.2026;Strom;;85,10;EUR
`)
    expect(guess.mapping.columns).toMatchObject({ credit: 2, debit: 3 })
    expect(entries.map(({ side }) => side)).toEqual(['credit', 'debit'])
    expect(asks).toEqual(['amount', 'credit'])
  })

  test('about states that are not known, however many there are', async () => {
    const { asks } = await read(`Date,Description,Amount,Currency,Status
2026-03-25,Salary,2310.00,EUR,Completed
2026-03-26,Card payment,-85.10,EUR,Alfa
2026-03-27,Card payment,-85.10,EUR,Bravo
2026-03-28,Card payment,-85.10,EUR,Charlie
2026-03-29,Card payment,-85.10,EUR,Delta
`)
    expect(asks).toEqual(['status'])
  })
})
