/** How tables write dates, amounts, currencies and names of columns. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'
import { readGuessed } from './readGuessed.ts'

async function read(text: string, currency: string | null = 'EUR') {
  const guess = guessCsv(text, { ...unknownOwner, currency })
  if (guess === null) throw new Error('The table is not recognised.')
  const mapping = { ...guess.mapping, currency: guess.mapping.currency ?? 'EUR' }
  const { entries } = await readWith(csvReader(mapping), text)
  const rows = entries.map(
    ({ bookingDate, side, amount, currency: unit }) =>
      `${bookingDate} ${side === 'debit' ? '-' : '+'}${amount} ${unit}`,
  )
  return { guess, entries, rows, asks: guess.uncertain.map(({ at }) => at) }
}

describe('amounts', () => {
  test.each([
    ['with the euro sign in another encoding', '\u00a4 2.310,00', '\u00a4 -85,10', 'EUR'],
    ['in the currency of a neighbour of the bank', 'AMD 2.310,00', 'AMD -85,10', 'AMD'],
  ])('%s are read', async (_, first, second, unit) => {
    const { rows } = await read(`Date;Text;Amount
27.03.2026;Salary;${first}
31.03.2026;Card payment;${second}
`)
    expect(rows).toEqual([`2026-03-27 +2310.00 ${unit}`, `2026-03-31 -85.10 ${unit}`])
  })
})

test('the reference of the other party is no name', async () => {
  const { entries } = await read(`Date,Partner's name,Amount,Currency,Partner's reference
2026-03-27,,2310.00,EUR,PAY 7
2026-03-31,Energy Ltd,-85.10,EUR,
`)
  expect(entries).toMatchObject([
    { counterpartyName: null, reference: 'PAY 7' },
    { counterpartyName: 'Energy Ltd', reference: null },
  ])
})

describe('dates', () => {
  test.each([
    ['with a time after a dash', '27/03/2026-09:00:00', '31/03/2026-14:35:22'],
    ['with a time after a sign', '27/03/2026 @ 09:00', '31/03/2026 @ 14:35'],
    ['with colons', '2026:03:27', '2026:03:31'],
    [
      'as programs write them',
      'Fri Mar 27 2026 09:00:00 GMT+0000',
      'Tue Mar 31 2026 14:35:22 GMT+0200 (Central European Summer Time)',
    ],
    ['with the zone of OFX', '20260327120000[0:GMT]', '20260331120000.000[-5:EST]'],
  ])('%s are read', async (_, first, second) => {
    const { rows } = await read(`Date;Text;Amount;Currency
${first};Salary;2310,00;EUR
${second};Card payment;-85,10;EUR
`)
    expect(rows).toEqual(['2026-03-27 +2310.00 EUR', '2026-03-31 -85.10 EUR'])
  })

  test('of eight digits are not of a year long ago', async () => {
    const { asks } = await read(`Date;Text;Amount;Currency
20121115;Salary;2310,00;EUR
20121112;Card payment;-85,10;EUR
`)
    expect(asks).toEqual([])
  })

  test('written in another way are not those of an entry', async () => {
    const { rows, asks } = await read(`2026-03-31,01-04-2026,'12 1234,ANN DOE,EUR,"100,00","2324,90",2
31-03-2026,31-03-2026,Invoice,Energy Ltd,'12 3456,"-85,10","2324,90",2
27-03-2026,27-03-2026,Salary,Paper Ltd,'13 3456,"2310,00","2410,00",1
`)
    expect(rows).toEqual(['2026-03-31 -85.10 EUR', '2026-03-27 +2310.00 EUR'])
    expect(asks).not.toContain('sign')
  })
})

describe('amounts', () => {
  test('with three digits after the sign are thousands, and asked about', async () => {
    const { rows, asks } = await read(`Date;Text;Debit;Credit
2026/3/27;Salary;;231,000
2026/3/31;Card payment;8,510;
`)
    expect(rows).toEqual(['2026-03-27 +231000 EUR', '2026-03-31 -8510 EUR'])
    expect(asks).toContain('decimal')
  })

  test('are written like the balances', async () => {
    const { rows, asks } = await read(`Date;Text;Amount;Balance
2026/3/27;Salary;231,000;231,100.50
2026/3/31;Card payment;-8,510;222,590.50
`)
    expect(rows).toEqual(['2026-03-27 +231000 EUR', '2026-03-31 -8510 EUR'])
    expect(asks).not.toContain('decimal')
  })

  test.each([
    ['2.310,00 TL', '-85,10 TL', 'TRY'],
    ['R2,310.00', '-R85.10', 'ZAR'],
    ['Rp 2.310,00', '-Rp 85,10', 'IDR'],
    ['2 310,00 руб.', '-85,10 руб.', 'RUB'],
  ])('may have their currency next to them: %s', async (first, second, unit) => {
    const { rows } = await read(
      `Date;Text;Amount
2026-03-27;Salary;${first}
2026-03-31;Card payment;${second}
`,
      null,
    )
    expect(rows).toEqual([`2026-03-27 +2310.00 ${unit}`, `2026-03-31 -85.10 ${unit}`])
  })

  test('may be padded with zeros', async () => {
    const { rows } = await read(`Date,Text,Amount
2026-03-27,Salary,00000000002310.00
2026-03-31,Card payment,-0000000000085.10
`)
    expect(rows).toEqual(['2026-03-27 +2310.00 EUR', '2026-03-31 -85.10 EUR'])
  })

  test('are found in a table whose names are shifted, and asked about', async () => {
    const { rows, asks } = await read(`Date,Bank,Branch,Name,Memo,MemoDet,Amount
2026-03-27,,Main,Salary of March,2310.00
2026-03-31,,Main,Card payment Energy,-85.10
`)
    expect(rows).toEqual(['2026-03-27 +2310.00 EUR', '2026-03-31 -85.10 EUR'])
    expect(asks).toContain('amount')
    expect(asks).toContain('header')
  })

  test('are not the parts of some entries, under whatever name', () => {
    const guess = guessCsv(`Date;Libellé;Montant article;Débit;Crédit;Devise
27.03.2026;Salaire;;;2310.00;EUR
30.03.2026;Loyer;;800.00;;EUR
31.03.2026;Frais;;10.60;;EUR
31.03.2026;Carte;-10.60;;;EUR
`)
    expect(guess?.mapping.columns).toMatchObject({ credit: 4, debit: 3 })
    expect(guess?.mapping.columns.amount).toBeUndefined()
  })

  test('may have a yen sign that looks like a backslash, below dates with Japanese words', async () => {
    const { rows, asks } = await read(String.raw`"取扱日付","お支払金額","お預り金額","取引区分","残高"
"2026年3月27日","","\7,000","振込入金","\7,000"
"2026年3月31日","\4,600","","出金","\2,400"
`)
    expect(rows).toEqual(['2026-03-27 +7000 JPY', '2026-03-31 -4600 JPY'])
    expect(asks).not.toContain('decimal')
  })
})

describe('currencies', () => {
  test.each([
    ['Crédito (R$)', 'Débito (R$)', 'BRL'],
    ['Deposit(in Rs)', 'Withdrawal(in Rs)', 'INR'],
  ])('may be signs in the names of columns: %s', async (credit, debit, unit) => {
    const { rows, asks } = await read(
      `Data;Histórico;${credit};${debit}
27/03/2026;Papel;2310,00;
31/03/2026;Energia;;85,10
`,
      null,
    )
    expect(rows).toEqual([`2026-03-27 +2310.00 ${unit}`, `2026-03-31 -85.10 ${unit}`])
    expect(asks).toEqual([])
  })

  test('of purchases are not those of an account whose balance runs over all of them', async () => {
    const { rows, guess } = await read(`Date;Text;Currency;Amount;Balance
2026-03-01;Deposit;CHF;1000.00;1000.00
2026-03-15;Hotel;EUR;-500.00;500.00
2026-03-16;Shop;USD;-60.00;440.00
2026-03-20;Salary;CHF;2310.00;2750.00
`)
    expect(rows.map(row => row.slice(-3))).toEqual(['EUR', 'EUR', 'EUR', 'EUR'])
    expect(guess.uncertain.map(({ at }) => at)).toEqual(['currency'])
  })

  test('before an amount without a name are its own, not those of the balance', async () => {
    const { guess } = await read(`Datum,Omschrijving,Mutatie,,Saldo,
27-12-2026,Dividend,EUR,"0,19",EUR,"13,88"
28-12-2026,Dividendbelasting,EUR,"-0,03",EUR,"13,85"
`)
    expect(guess.mapping.columns).toMatchObject({ amount: 3, currency: 2 })
  })
})

describe('names of columns', () => {
  test('may have their umlauts written out', async () => {
    const { entries } = await read(`Buchungstag;Empfaenger/Auftraggeber;Buchungstext;Betrag;Waehrung
27.03.2026;Papier GmbH;Gutschrift;2.310,00;EUR
31.03.2026;Energie AG;Lastschrift;-85,10;EUR
`)
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual(['Papier GmbH', 'Energie AG'])
  })

  test('of taxes, tips and earlier balances are not amounts or balances', async () => {
    const { guess, asks } = await read(`Date,Text,Amount (total),Amount (tax),Balance before
2026-03-31,Salary,2310.00,1.00,14.90
2026-03-31,Card payment,-85.10,2.00,2324.90
`)
    expect(guess.mapping.columns).toMatchObject({ amount: 2 })
    expect(guess.mapping.columns.balance).toBeUndefined()
    expect(asks).toEqual(['currency'])
  })

  test('of a status or a time are not the other party or the text', async () => {
    const { entries } = await read(`Date,Time,Name,Counterparty Status,Amount,Currency
2026-03-27,10:15 PM,Paper Ltd,Verified,2310.00,EUR
2026-03-31,09:30 PM,Energy Ltd,Not verified,-85.10,EUR
`)
    expect(entries.map(({ counterpartyName, reference }) => [counterpartyName, reference])).toEqual([
      ['Paper Ltd', null],
      ['Energy Ltd', null],
    ])
  })

  test('of a text that is the same in all rows do not give the description', async () => {
    const { entries } = await read(`Date,Description,Description 1,Amount,Currency
2026-03-27,Personal account,Salary,2310.00,EUR
2026-03-30,Personal account,Kiosk,-3.20,EUR
2026-03-31,Personal account,Energy,-85.10,EUR
`)
    expect(entries.map(({ description }) => description)).toEqual(['Salary', 'Kiosk', 'Energy'])
  })
})

test('a last row without a line end may leave out zeros as the rows above do', async () => {
  const { rows } = await read(`Date,Text,Amount,Currency,Balance
31/03/2026,Card payment,-80.78,EUR,613.32
27/03/2026,Salary,1010.5,EUR,694.10
26/03/2026,Card payment,-70,EUR,-316.4`)
  expect(rows).toHaveLength(3)
})

test('a text under "Info" is read, as only some banks write the state of an entry there', async () => {
  const { entries } = await read(`date;payment;info;payee;memo;amount;currency
2026-03-27;1;Salary March;;;2310.00;EUR
2026-03-31;1;Card payment 7;;;-85.10;EUR
`)
  expect(entries.map(({ reference }) => reference)).toEqual(['Salary March', 'Card payment 7'])
})

test('numbers of invoices and orders are part of the reference', async () => {
  const { entries } = await read(`Datum;Verwendungszweck;Rechnungsnummer;Order;Betrag;Währung
27.03.2026;Gutschrift Gehalt;;;2310,00;EUR
31.03.2026;Lastschrift Strom;RE123456;#1001;-85,10;EUR
`)
  expect(
    entries.map(({ reference, description }) => `${description ?? ''} ${reference ?? ''}`.trim()),
  ).toEqual(['Gutschrift Gehalt', 'Lastschrift Strom RE123456 #1001'])
})

test('a word that is also the code of a currency is none, unless the name says so', async () => {
  const { entries } = await read(`Dato;Kategori;Tekst;Beløb
27.03.2026;Mad;Løn fra kantinen;-5,00
`)
  expect(entries[0]?.currency).toBe('EUR')
})

test('the date of an entry comes before the one when its row was made', async () => {
  const { rows } = await read(`created_at,date,description,amount,currency_code
2026-04-02T10:00:00+02:00,2026-03-31,Direct debit,-85.10,EUR
`)
  expect(rows).toEqual(['2026-03-31 -85.10 EUR'])
})

test('numbers of entries under the name of their kind are not their kind', async () => {
  const { entries } = await read(`Transaction,Type,Details,Amount,Currency,Date
T417X,Withdrawal,Card,-85.10,EUR,2026-03-31
T416X,Deposit,Bank,2310.00,EUR,2026-03-27
`)
  expect(entries.map(({ description }) => description)).toEqual(['Withdrawal', 'Deposit'])
})

test('of two dates that differ only in their order, the closer one is the guess, even in few rows', async () => {
  const text = `Date,Description,Amount
06/02/2026,AIRLINE,342.50
06/05/2026,TAXI,18.90
06/08/2026,PAYMENT - THANK YOU,-500.00
`
  const { mapping, asks } = await readGuessed(text)
  expect(mapping.dateFormat).toBe('MM/DD/YYYY')
  expect(asks).toContain('dateFormat')
})
