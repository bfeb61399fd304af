/** Lines among the rows that are no entries: balances, headings, and remarks below the table. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'
import { readGuessed } from './readGuessed.ts'

async function read(text: string, currency = 'EUR') {
  const guess = guessCsv(text, { ...unknownOwner, currency })
  if (guess === null) throw new Error('The table is not recognised.')
  const { entries } = await readWith(csvReader(guess.mapping), text)
  const money = entries.map(({ side, amount }) => `${side === 'debit' ? '-' : '+'}${amount}`)
  return { entries, money, asks: guess.uncertain.map(({ at }) => at) }
}

describe('a balance among the rows', () => {
  test.each(['S A L D O', 'Saldo do dia', 'Saldo del día 31/03/2026', 'Saldo'])(
    'is not an entry: %s',
    async line => {
      const { money } = await read(`Data;Histórico;Número do documento;Valor
01/03/2026;Saldo Anterior;0;100,00
27/03/2026;Transferência recebida Papel;123;2.310,00
31/03/2026;Pagamento de boleto Energia;124;-85,10
31/03/2026;${line};0;2.324,90
`)
      expect(money).toEqual(['+2310.00', '-85.10'])
    },
  )

  test('is known by short names and by words for what is carried over', async () => {
    const { money, asks } = await read(`Date,Narration,Debit,Credit,Balance
27/03/2026,Brought Forward,,1000.00,1000.00
28/03/2026,BOOK SHOP,85.10,,914.90
30/03/2026,PAPER LTD,,2310.00,3224.90
31/03/2026,Closing Bal.,,3224.90,3224.90
31/03/2026,Total carried forward,,3224.90,3224.90
`)
    expect(money).toEqual(['-85.10', '+2310.00'])
    expect(asks).toEqual(['currency'])
  })

  test.each([
    ['Saldo Awal', 'Saldo Akhir'],
    ['Baki Awal', 'Baki Akhir'],
    ['Số dư đầu kỳ', 'Số dư cuối kỳ'],
    ['ยอดยกมา', 'ยอดยกไป'],
    ['前月繰越', '次月繰越'],
    ['전월이월', '차월이월'],
    ['Začetno stanje', 'Končno stanje'],
    ['Početno stanje', 'Krajnje stanje'],
    ['Počáteční stav', 'Konečný stav'],
    ['Stan początkowy', 'Stan końcowy'],
    ['Начално салдо', 'Крайно салдо'],
    ['Вхідний залишок', 'Вихідний залишок'],
    ['Προηγούμενο υπόλοιπο', 'Νέο υπόλοιπο'],
    ['יתרת פתיחה', 'יתרת סגירה'],
    ['Saldo de apertura', 'Saldo de cierre'],
    ['Startsaldo', 'Slutsaldo'],
    ['B/F', 'C/F'],
  ])('is known in other languages: %s and %s', async (opening, closing) => {
    const { money } = await read(`Date,Description,Amount
2026-03-01,${opening},100.00
2026-03-27,BOOK SHOP,-85.10
2026-03-28,PAPER LTD,2310.00
2026-03-31,${closing},2324.90
`)
    expect(money).toEqual(['-85.10', '+2310.00'])
  })

  test.each([
    ['Outstanding Balance', true],
    ['Minimum payment due', true],
    ['Saldo devedor da fatura', true],
    ['Restsaldo per 31.03.2026', true],
    // A payment says more than that.
    ['Balance transfer', false],
    ['Payment of outstanding balance', false],
    ['Forwarded goods', false],
  ])('in words that a payment may have too is read, and asked about: %s', async (text, isAsked) => {
    const { money, asks } = await read(`Date,Description,Amount
27/03/2026,BOOK SHOP,-85.10
28/03/2026,Salary Paper Ltd,2310.00
31/03/2026,${text},-12.00
`)
    expect(money).toEqual(['-85.10', '+2310.00', '-12.00'])
    expect(asks.includes('rows')).toBe(isAsked)
  })

  test('is not asked about where all rows have such a text', async () => {
    const { asks } = await read(`Date,Description,Merchant,Amount
27/03/2026,Outstanding balance,BOOK SHOP,-85.10
28/03/2026,Outstanding balance,PAPER LTD,2310.00
`)
    expect(asks).not.toContain('rows')
  })

  test('of an unknown name is asked about if it follows from a known opening balance', async () => {
    const { asks } = await read(`Data;Histórico;Número do documento;Valor
01/03/2026;Saldo Anterior;0;100,00
27/03/2026;Transferência recebida Papel;123;2.310,00
31/03/2026;Pagamento de boleto Energia;124;-85,10
31/03/2026;Umalizio;0;2.324,90
`)
    expect(asks).toContain('rows')
  })

  test('is asked about in a table with the newest row first, too', async () => {
    const { asks } = await read(`Date,Description,Amount
2026-03-31,Umaliziosaldo,2324.90
2026-03-31,Card payment,-85.10
2026-03-27,Direct deposit,2310.00
2026-03-01,Ulangosaldo,100.00
`)
    expect(asks).toContain('rows')
  })
})

test('a balance without an amount is not an entry, in whichever column it is named', async () => {
  const { money, asks } = await read(`Statement,Date,Card,Account,Memo,Description,Amount,Currency
1,26/03/2026,1234,Visa,Card,INITIAL BALANCE,,EUR
2,27/03/2026,1234,Visa,Card,Direct deposit,2310.00,EUR
3,31/03/2026,1234,Visa,Card,Card payment,-85.10,EUR
`)
  expect(money).toEqual(['+2310.00', '-85.10'])
  expect(asks).not.toContain('rows')
})

test('entries that have only a value date are asked about', async () => {
  const { asks } = await read(`Buchungstag;Valuta;Verwendungszweck;Betrag;Währung
;31.03.2026;Lastschrift Energie;-85,10;EUR
27.03.2026;27.03.2026;Gutschrift Papier;2.310,00;EUR
26.03.2026;26.03.2026;Lastschrift Wasser;-5,10;EUR
`)
  expect(asks).toEqual(['bookingDate'])
})

test('a remark below the rows is not part of the last entry', async () => {
  const { entries } = await read(`ID,Date,Note,From,To,Amount,Balance,Remark
1,2026-03-27,Rent,Bob Roe,Ann Doe,+ 310.00,,
2,2026-03-31,Dinner,Ann Doe,Cat Poe,- 85.10,,
,,,,,,,"In case of questions, write to us."
`)
  expect(entries.map(({ reference }) => reference)).toEqual(['Rent', 'Dinner'])
})

test('a line with a balance shows how the dates are written', async () => {
  const { entries, asks } = await read(`Date,Description,Amount,Currency
10/31/2026,Opening balance,100.00,EUR
11/01/2026,Salary,2310.00,EUR
11/03/2026,Card payment,-85.10,EUR
`)
  expect(entries.map(({ bookingDate }) => bookingDate)).toEqual(['2026-11-01', '2026-11-03'])
  expect(asks).toEqual([])
})

describe('a row with a date and no amount', () => {
  const table = (remark: string) => `Boekingsdatum;Bedrag;Munteenheid;Omschrijving;Koers
27/03/2026;2310,00;EUR;Loon;
${remark}
31/03/2026;-85,10;EUR;Domiciliëring Energie;
`

  test('is a remark that is left out, with a question', async () => {
    const { money, asks } = await read(table('30/03/2026;;;De nieuwe kaart is onderweg;'))
    expect(money).toEqual(['+2310.00', '-85.10'])
    expect(asks).toContain('rows')
  })

  test.each(['30/03/2026;;EUR;Kiosk;12,50', '30/03/2026', '30/03/2026;;EUR;-12,50;'])(
    'is an error if another cell may be its amount, or if it is cut off: %s',
    async row => {
      const text = table(row).replace('Koers', 'Extra')
      const guess = guessCsv(text, { ...unknownOwner, currency: 'EUR' })
      if (guess === null) throw new Error('The table is not recognised.')
      const { errors } = await readWith(csvReader({ ...guess.mapping, blankAmounts: true }), text)
      expect(guess.uncertain.map(({ at }) => at)).toContain('rows')
      expect(errors.map(({ reason }) => reason)).toContain('the row has no amount')
    },
  )
})

test('a few lines with only a text are added to the entries above, with a question', async () => {
  const entries = Array.from({ length: 9 }, (_, day) => `0${day + 1}/03/2026;Pagamento ${day};-1,10;`)
  const text = `Data;Histórico;Valor;Saldo\n${entries.join('\n')}\n;Papelaria Sul;;\n31/03/2026;Salário;2.310,00;\n`
  const { entries: found, asks } = await read(text, 'BRL')
  expect(found.map(({ description }) => description).at(-2)).toBe('Pagamento 8 Papelaria Sul')
  expect(asks).toContain('rows')
})

test('the heading of several entries may have a sum of zero', async () => {
  const { money, entries } = await read(`Tarih;Açıklama;Tutar
;TURIZM;0,00 TL
27.03.2026;Kitapçı;65,00 TL
31.03.2026;Ödeme;-133,60 TL
`)
  expect(money).toHaveLength(2)
  expect(entries.map(({ line }) => line)).toEqual([3, 4])
})

describe('of entries of one day', () => {
  const rabobank = (
    dates: string[],
  ) => `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1","Omschrijving-2"
${dates.map((date, at) => `"NL91ABNA0417164300","EUR","RABONL2U","00000000000000721${at}","2026-03-30","${date}","+2,50","+${1868 + at},12","NL20INGB0001234567","Papier BV","Factuur ${at}","Maart"`).join('\n')}
`

  test('the booking date is not the value date, at a known bank', async () => {
    const { money, mapping, asks } = await readGuessed(rabobank(['2026-03-30', '2026-03-31', '2026-03-30']))
    expect(mapping.columns).toMatchObject({ bookingDate: 4, valueDate: 5 })
    expect(money.every(each => each.startsWith('2026-03-30'))).toBe(true)
    expect(asks).not.toContain('bookingDate')
  })

  test('the booking date is the one near all value dates, and a person is asked', async () => {
    const text = `Date,Value date,Text,Amount,Currency
2026-03-30,2026-03-30,Kiosk,-5.10,EUR
2026-03-30,2026-03-31,Energy,-85.10,EUR
`
    const { money, asks } = await readGuessed(text)
    expect(money).toEqual(['2026-03-30 -5.10', '2026-03-30 -85.10'])
    expect(asks).toContain('bookingDate')
  })

  test('a row with a broken date is an error, and takes no text from the others', async () => {
    const { entries, errors, asks } = await readGuessed(
      rabobank(['2026-03-30', '2026-03-31', '2026-03-30']).replace('7212","2026-03-30"', '7212","soon"'),
    )
    expect(entries.map(({ reference }) => reference)).toEqual(['Factuur 0 Maart', 'Factuur 1 Maart'])
    expect(errors.length).toBeGreaterThan(0)
    expect(asks).toContain('rows')
  })
})

test('numbers below the names of balances and totals are no entry', async () => {
  const text = `Date,Narration,Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
15/03/26,Paper,R1,15/03/26,250.00,,750.00
27/03/26,Salary,R2,27/03/26,,2000.00,2750.00
Opening Balance,,,,Debits,Credits,Closing Bal
1000.00,,,,250.00,2000.00,2750.00
`
  const { money, asks } = await read(text)
  expect(money).toEqual(['-250.00', '+2000.00'])
  expect(asks).not.toContain('rows')
  expect((await readGuessed(text)).errors).toEqual([])
  const { errors } = await readGuessed(text.replace('Opening Balance,', 'Paper,'))
  expect(errors.length).toBeGreaterThan(0)
})

test('a balance whose name is in two cells is no entry', async () => {
  const { money, notes } = await readGuessed(`ALL,0,,CURRENT ACCOUNT,,12345
HIST,20260327,2310.00,CREDIT TRANSFER,PAPER LTD,0
HIST,20260331,-85.10,CARD PURCHASE,BOOK SHOP,1234
OPEN,20260301,100.00,OPEN,BALANCE,0
CLOSE,20260331,2324.90,CLOSE,BALANCE,0
`)
  expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-31 -85.10'])
  expect(notes.filter(({ reason }) => reason.includes('balance'))).toHaveLength(2)
})

test.each(['Daily total', 'Tagessumme', 'Sous-total'])(
  'a sum of some rows with a date and an amount is asked about: %s',
  async text => {
    const { reasons } = await readGuessed(`Date,Description,Amount,Currency
2026-03-28,Book Shop,-85.10,EUR
2026-03-28,Bar,-12.00,EUR
2026-03-28,${text},-97.10,EUR
2026-03-29,Paper Ltd,2310.00,EUR
`)
    expect(reasons).toContain(`line 4 says "${text}"; is it a total? It is read as an entry`)
  },
)

test('a merchant named Total is not asked about', async () => {
  const { reasons } = await readGuessed(`Date,Description,Amount,Currency
2026-03-28,Total,-85.10,EUR
2026-03-28,Bar,-12.00,EUR
2026-03-29,Paper Ltd,2310.00,EUR
`)
  expect(reasons.filter(reason => reason.includes('Total'))).toEqual([])
})
