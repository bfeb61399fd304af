/** What could be read wrongly without a question, and is asked about. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const rowsOf = (header: string, ...rows: string[]): string => [header, ...rows, ''].join('\n')

describe('the other party', () => {
  test('an account that is the same in all rows, with several names', async () => {
    const { asks, entries } = await readGuessed(
      rowsOf(
        'Datum;Tegenrekening IBAN;Omschrijving;Bedrag;Munt',
        '2026-03-28;NL44RABO0123456789;Bakkerij;-23,40;EUR',
        '2026-03-30;NL44RABO0123456789;Verrekening;310,00;EUR',
      ),
    )
    expect(entries).toHaveLength(2)
    expect(asks).toContain('counterpartyIban')
  })

  test('an account next to names of payers and payees, under a name that says nothing', async () => {
    const { asks } = await readGuessed(
      rowsOf(
        'Datum;Maksaja;Saajan nimi;Xyz;Betrag;Währung',
        '31.03.2026;Anna Muster;Energie AG;DE89370400440532013000;-85,10;EUR',
        '27.03.2026;Papier GmbH;Anna Muster;DE02120300000000202051;2310,00;EUR',
      ),
    )
    expect(asks).toContain('counterpartyIban')
  })

  test('two names in one row, of which only the first is read', async () => {
    const { asks, reasons } = await readGuessed(
      rowsOf(
        'Datum;Gegenpartei;Merchant;Betrag;Währung;Verwendungszweck',
        '31.03.2026;Zahldienst AG;Buchladen;-85,10;EUR;Buch',
        '30.03.2026;Zahldienst AG;Kiosk;-4,10;EUR;Zeitung',
        '27.03.2026;Papier GmbH;;2310,00;EUR;Gehalt',
      ),
    )
    expect(asks).toContain('counterpartyName')
    expect(reasons.join()).toContain('rows have a name in "Gegenpartei" and another in "Merchant"')
  })

  test('but not its address', async () => {
    const { asks, entries } = await readGuessed(
      rowsOf(
        'Datum;Name Auftraggeber / Begünstigter;Adresse Auftraggeber / Begünstigter;Betrag;Saldo;Mitteilung',
        '27.03.2026;Papier AG;Seeweg 4 Thun;2310.00;2410.00;Lohn',
        '31.03.2026;Kiosk AG;Marktgasse 1;-85.10;2324.90;Zeitung',
      ),
    )
    expect(asks).toEqual(['currency'])
    expect(entries).toMatchObject([
      { counterpartyName: 'Papier AG', reference: 'Lohn' },
      { counterpartyName: 'Kiosk AG', reference: 'Zeitung' },
    ])
  })
})

describe('states under a name that is not known', () => {
  test.each([
    ['Vorgemerkt', 'Gebucht', 'pending'],
    ['Pending', 'Completed', 'pending'],
  ])('%s', async (pending, booked, status) => {
    const { asks, entries } = await readGuessed(
      rowsOf(
        'Buchungstag;Verwendungszweck;Betrag;Währung;Xyz',
        `31.03.2026;Strom;-85,10;EUR;${pending}`,
        `27.03.2026;Gehalt;2310,00;EUR;${booked}`,
      ),
    )
    expect(asks).toContain('status')
    expect(entries.map(entry => entry.status)).toEqual([status, 'booked'])
  })
})

describe('dates', () => {
  test('one under a name that is not known, near the one that is read', async () => {
    const { asks } = await readGuessed(
      rowsOf(
        'Datum;Xyz;Verwendungszweck;Betrag;Saldo',
        '30.03.2026;31.03.2026;Strom;-85,10;2324,90',
        '27.03.2026;27.03.2026;Gehalt;2310,00;2410,00',
      ),
    )
    expect(asks).toContain('bookingDate')
  })

  test('one that is not near it is no day of booking', async () => {
    const { asks } = await readGuessed(
      rowsOf(
        'Datum;Xyz;Verwendungszweck;Betrag;Saldo',
        '30.03.2026;31.12.2027;Strom;-85,10;2324,90',
        '27.03.2026;30.06.2028;Gehalt;2310,00;2410,00',
      ),
    )
    expect(asks).not.toContain('bookingDate')
  })

  test('a column of booking dates with a cell that is none', async () => {
    const { asks, reasons } = await readGuessed(
      rowsOf(
        'Buchungstag;Wert;Verwendungszweck;Betrag;Saldo',
        '30.03.2026;31.03.2026;Strom;-85,10;2324,90',
        '0.03.2026;28.03.2026;Gehalt;2310,00;2410,00',
      ),
    )
    expect(asks).toContain('bookingDate')
    expect(reasons.join()).toContain('"0.03.2026" in "Buchungstag" is no date')
  })
})

describe('money', () => {
  const text = (fees: [string, string, string]) =>
    rowsOf(
      'Datum;Text;Betrag;Xyz;Saldo',
      `27.03.2026;Gehalt;2310,00;${fees[0]};2410,00`,
      `30.03.2026;Strom;-85,10;${fees[1]};2324,90`,
      `31.03.2026;Miete;-850,00;${fees[2]};1474,90`,
    )
  test('that only the oldest row has, as no balance is compared with that row', async () => {
    expect((await readGuessed(text(['3,20', '0,00', '0,00']))).asks).toContain('fees')
  })

  test('but not if balances follow without it', async () => {
    expect((await readGuessed(text(['0,00', '3,20', '0,00']))).asks).not.toContain('fees')
  })

  test('a fee that only the oldest row has', async () => {
    const named = text(['3,20', '0,00', '0,00']).replace('Xyz', 'Gebühr')
    expect((await readGuessed(named)).asks).toContain('fees')
  })

  test('without a name, next to signs that nothing proves', async () => {
    const { asks } = await readGuessed(
      rowsOf(
        'Datum;Text;Betrag;',
        '27.03.2026;Gehalt;2310,00;3,20',
        '30.03.2026;Strom;-85,10;1,10',
        '31.03.2026;Miete;-850,00;1,30',
      ),
    )
    expect(asks).toContain('fees')
  })

  test('a balance without a name proves the amounts', async () => {
    const { asks, mapping } = await readGuessed(
      rowsOf('Datum;Text;Betrag;', '27.03.2026;Gehalt;2310,00;2410,00', '30.03.2026;Strom;-85,10;2324,90'),
    )
    expect(mapping.columns.balance).toBe(3)
    expect(asks).toEqual(['currency'])
  })

  test('of two amounts, the one next to a single currency is read', async () => {
    const { money } = await readGuessed(
      rowsOf(
        'Date;Name;Amount;Currency;Amount;Currency',
        '2026-03-30;App;-10.00;USD;-9.20;EUR',
        '2026-03-31;Kiosk;-3.00;EUR;-3.00;EUR',
      ),
    )
    expect(money).toEqual(['2026-03-30 -9.20', '2026-03-31 -3.00'])
  })
})

test('amounts with a letter for money in are money in, and asked about, as all of them have it', async () => {
  const { money, asks, mapping } = await readGuessed(
    rowsOf('Data;Histórico;Valor', '21/03/2026;Juros;5,65 C', '31/03/2026;Rendimento;25,46 C'),
  )
  expect(money).toEqual(['2026-03-21 +5.65', '2026-03-31 +25.46'])
  expect([mapping.sign, asks]).toEqual([undefined, ['currency', 'sign']])
})

describe('texts and numbers', () => {
  const read = (header: string, one: string, other: string) =>
    readGuessed(
      rowsOf(
        `Datum;Verwendungszweck;Betrag;Saldo;${header}`,
        `27.03.2026;Gehalt;2310,00;2410,00;${one}`,
        `31.03.2026;Strom;-85,10;2324,90;${other}`,
      ),
    )
  test.each([
    ['numbers that look like dates', 'Xyz', '20260301', '20260308'],
    ['numbers that are also a part of an amount', 'Xyz', '2310', '85'],
  ])('%s', async (_, header, one, other) => {
    expect((await read(header, one, other)).asks).toContain('reference')
  })

  test('two columns of one name', async () => {
    const { asks, reasons } = await read('Verwendungszweck', 'März', 'Abschlag')
    expect(asks).toContain('header')
    expect(reasons.join()).toContain('several columns are named "Verwendungszweck"')
  })

  test('a number that looks like a date, under the name of a reference, is read', async () => {
    const { asks, entries } = await read('Var. symbol', '20260301', '20260308')
    expect(asks).toEqual(['currency'])
    expect(entries.map(({ reference }) => reference)).toEqual(['Gehalt 20260301', 'Strom 20260308'])
  })
})

test('a line such as "Account:" and its value is no row of column names', async () => {
  const { mapping, asks } = await readGuessed(
    rowsOf('Konto:;Giro;Inhaber:;Muster', '27.03.2026;Gehalt;A;2310,00', '31.03.2026;Strom;B;-85,10'),
  )
  expect(mapping.header).toBeNull()
  expect(asks).toContain('header')
})

test('a row above the column names that looks like an entry is asked about', async () => {
  const { asks, reasons } = await readGuessed(
    rowsOf(
      'Date,Description,Debit,Qwrtz,Balance',
      '27/03/2026,Direct deposit,,2310.00,2410.00',
      'Date,Description,Debit,Credit,Balance',
      '31/03/2026,Card payment,85.10,,2324.90',
    ),
  )
  expect(asks).toContain('rows')
  expect(reasons.join()).toContain('line 2 is above the column names')
})
