/** Which way money moved, where the names, the words or the balances of a table say it in their own way. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { guessCsv } from '../../../../src/import/statements/csv/csvGuess.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'
import { readGuessed } from './readGuessed.ts'

async function read(text: string, currency: string | null = 'EUR') {
  const guess = guessCsv(text, { ...unknownOwner, currency })
  if (guess === null) throw new Error('The table is not recognised.')
  const { entries } = await readWith(csvReader(guess.mapping), text)
  const money = entries.map(({ side, amount }) => `${side === 'debit' ? '-' : '+'}${amount}`)
  return { money, uncertain: guess.uncertain, asks: guess.uncertain.map(({ at }) => at) }
}

describe('letters in a column of sides', () => {
  test.each([
    ['Cargo/Abono', 'C', 'A'],
    ['Dare/Avere', 'D', 'A'],
    ['Be/Ki', 'K', 'B'],
    ['Debit/Credit', 'D', 'C'],
  ])('mean what the name of the column says: %s', async (name, debit, credit) => {
    const { money, asks } = await read(`Fecha;Concepto;Importe;${name}
27/03/2026;Papel;2310,00;${credit}
31/03/2026;Energía;85,10;${debit}
`)
    expect(money).toEqual(['+2310.00', '-85.10'])
    expect(asks).toEqual(['currency'])
  })
})

test('words for income and expenses say the side', async () => {
  const { money, asks } = await read(`Data;Descrição;Valor;Tipo
27/03/2026;Papel;2310,00;receita
31/03/2026;Energia;85,10;despesa
`)
  expect(money).toEqual(['+2310.00', '-85.10'])
  expect(asks).toEqual(['currency'])
})

test('columns of debits and credits may be named by a sign', async () => {
  const { money, asks } = await read(
    `Date,Type,Details,[-] USD,[+] USD,Balance,Amount Sent
2026-03-31,Send Money,to Energy,85.10,,2324.90,85.10
2026-03-27,Receive Money,from Paper,,2310.00,2410.00,2310.00
`,
    'USD',
  )
  expect(money).toEqual(['-85.10', '+2310.00'])
  expect(asks).toEqual([])
})

test('of two pairs of debits and credits, the one with money counts', async () => {
  const { money } = await read(`交易日期,摘要,交易金额(收入),交易金额(支出),记账金额(收入),记账金额(支出)
2026-03-27,工资,,,2310.00,
2026-03-31,消费,,,,85.10
`)
  expect(money).toEqual(['+2310.00', '-85.10'])
})

test('amounts without any sign are asked about if only few balances follow', async () => {
  const { asks } = await read(`Date,Details,Amount Sent,Balance
2026-03-31,to Energy,85.10,2324.90
2026-03-27,from Paper,2310.00,2410.00
`)
  expect(asks).toContain('sign')
})

describe('texts suggest the signs', () => {
  test('not by the words for a credit card', async () => {
    const { money } = await read(`Date;Text;Amount
15/03/2026;CREDIT CARD 12/03 RESTAURANT;-92,90
16/03/2026;TRANSFER RECEIVED PAPER;250,73
17/03/2026;TRANSFER SENT SAVINGS;-100,00
17/03/2026;CREDIT CARD 14/03 RESTAURANT;-80,50
`)
    expect(money).toEqual(['-92.90', '+250.73', '-100.00', '-80.50'])
  })

  test('not by a single one against most signs', async () => {
    const { money, asks } = await read(`Date,Remark,Amount
2026-03-22,Shop order,50.00
2026-03-23,Shop cost,-10.00
2026-03-24,Refund for order 7,-20.00
`)
    expect(money).toEqual(['+50.00', '-10.00', '-20.00'])
    expect(asks).toContain('sign')
  })

  test.each([
    'Pagamento recebido',
    'PAYMENT THANKYOU',
    'Zahlung - Besten Dank',
    'DIRECT DEBIT PAYMENT - THANK YOU',
  ])('by a single payment among the purchases of a card: %s', async payment => {
    const { money } = await read(`date,title,amount
2026-03-31,Energia,85.10
2026-03-27,${payment},-310.00
2026-03-25,Mercado,45.00
`)
    expect(money).toEqual(['-85.10', '+310.00', '-45.00'])
  })
})

test('an amount that is zero in all rows is not the amount', async () => {
  const { money } = await read(`Date,Details,Intl.Amount,Amount in total
2026-03-27,Book,0,165.72
2026-03-31,Energy,0,85.10
`)
  expect(money).toEqual(['-165.72', '-85.10'])
})

test('columns without a name are asked about by their numbers', async () => {
  const { uncertain } = await read(`2026-03-27;Book;165.72;7.00
2026-03-31;Energy;85.10;8.00
`)
  expect(uncertain.map(({ reason }) => reason)).toContain('is the amount in column 3 or in column 4?')
})

test('a balance before each entry of one day does not turn the signs', async () => {
  const { money, asks } = await read(`Datum;Omschrijving;Saldo;Bedrag;Munt
31-03-2026;Bijschrijving;200,00;300,00;EUR
31-03-2026;Winkel;500,00;-20,00;EUR
31-03-2026;Winkel;480,00;-10,50;EUR
`)
  expect(money).toEqual(['+300.00', '-20.00', '-10.50'])
  expect(asks).toContain('sign')
})

describe('a short word of one side, under another name, does not turn the signs:', () => {
  test.each([
    ['a point of sale', '26/02/2026,POS,SHOP,-1.00,EUR', '2026-02-26 -1.00'],
    ['a letter for a cheque', '26/02/2026,C,CHEQUE 101,-1.00,EUR', '2026-02-26 -1.00'],
  ])('%s', async (_, row, expected) => {
    const { money } = await readGuessed(`Date,Type,Description,Amount,Currency\n${row}\n`)
    expect(money).toEqual([expected])
  })

  test('without signs, it is asked about', async () => {
    const { asks } = await readGuessed(`Date,Type,Description,Amount,Currency
26/02/2026,D,Counter,100.00,EUR
25/02/2026,D,Counter,50.00,EUR
`)
    expect(asks).toContain('side')
  })
})

test('positive purchases and negative payments of a card are guessed as such, and asked about', async () => {
  const { money, asks } = await readGuessed(`Date,Type,Description,Value,Currency
26/02/2026,Purchase,SHOP,1.00,EUR
20/02/2026,Payment,DIRECT DEBIT PAYMENT,-20.00,EUR
`)
  expect(money).toEqual(['2026-02-26 -1.00', '2026-02-20 +20.00'])
  expect(asks).toEqual(['sign'])
})

test('signs of a card are asked about if its texts say only one side', async () => {
  const { asks } = await readGuessed(`Date,Description,Amount,Currency,Account
20/02/2026,DIRECT DEBIT PAYMENT,-20.00,EUR,5434********1234
`)
  expect(asks).toEqual(['sign'])
})

test('of two columns under the name of the balance, the first has the amounts if the second follows from them', async () => {
  const text = `Date Opération;Date Valeur;Libellé;Solde;Numéro Compte;Solde
2026-03-18;2026-03-18;Papier;-6,99;40010020;1801,31
2026-03-17;2026-03-17;Salaire;1800,00;40010020;1808,30
2026-03-16;2026-03-16;Café;-2,70;40010020;8,30
`
  const { money, asks } = await read(text)
  expect(money).toEqual(['-6.99', '+1800.00', '-2.70'])
  expect(asks).toEqual(['currency'])
  const { asks: doubts } = await read(text.replaceAll(/;[\d,]+$/gm, ';7,00'))
  expect(doubts).toContain('amount')
})

test('a sign may be in brackets behind the amount', async () => {
  const { money } = await read(`Date;Text;Amount;Currency
2026-03-27;Salary;2310,00(+);EUR
2026-03-31;Card payment;85,10(-);EUR
`)
  expect(money).toEqual(['+2310.00', '-85.10'])
})

test('on a card, negative repayments mean that positive amounts are money out', async () => {
  const { money, asks } = await read(
    `Örnek Bankası Kredi Kartı Ekstresi

İşlem Tarihi;Açıklama;Tutar
27/03/2026;Kırtasiye;310,00
28/03/2026;KREDİ KARTI ÖDEMESİ;-500,00
`,
    'TRY',
  )
  expect(money).toEqual(['-310.00', '+500.00'])
  expect(asks).toEqual(['currency', 'sign'])
})

describe('a row with nothing but a fee', () => {
  const rows = `Account,Posting Date,Description,Money In,Money Out,Fee,Balance,Currency
1700000042,2026-03-02,Salary Paper Mill,900.00,,,1900.00,ZAR
1700000042,2026-03-03,Corner grocer,,-120.00,,1780.00,ZAR
1700000042,2026-03-04,Monthly charge,,,-7.50,1772.50,ZAR
1700000042,2026-03-05,Charge corrected,,,7.50,1780.00,ZAR
1700000042,2026-03-06,Cash machine,,-300.00,-10.00,1470.00,ZAR
`

  test('is an entry if the balance shows that the fee was paid', async () => {
    const { entries, money, errors, asks } = await readGuessed(rows)
    expect(money.map(written => written.split(' ')[1])).toEqual([
      '+900.00',
      '-120.00',
      '-7.50',
      '+7.50',
      '-300.00',
      '-10.00',
    ])
    expect(entries[2]?.description).toBe('Monthly charge')
    expect([errors, asks]).toEqual([[], []])
  })

  test('that cannot be read is reported once for each column', async () => {
    const { mapping } = await readGuessed(rows)
    const { errors } = await readWith(csvReader(mapping), rows.replace('-7.50', '7..5x'))
    expect(errors.map(({ at }) => at)).toEqual(['Money Out', 'Fee'])
  })

  test('is asked about without a balance', async () => {
    const bare = rows.replace(/,[^,\n]+(,[A-Z]\w+)$/gm, '$1')
    const { asks } = await readGuessed(bare)
    expect(asks).toContain('rows')
  })
})
