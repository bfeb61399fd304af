/** Cash accounts of brokers, and tables that were damaged on their way. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from './readGuessed.ts'

describe('the fee of a trade', () => {
  const table = (amount: string) => `"Date","Action","Description","Quantity","Price","Fees & Comm","Amount"
"03/30/2026","Sell","PAPER MILLS ETF","10","$25.50","$0.45","${amount}"
"03/27/2026","Buy","PAPER MILLS ETF","4","$25.00","","-$100.00"
"03/20/2026","Journal","TRANSFER FROM BANK","","","","$500.00"
`

  test('is part of an amount that is the price of the trade with it', async () => {
    const { money, asks } = await readGuessed(table('$254.55'))
    expect(money).toEqual(['2026-03-30 +254.55', '2026-03-27 -100.00', '2026-03-20 +500.00'])
    expect(asks).not.toContain('fees')
  })

  test('is asked about if the amount is the price of the trade', async () => {
    const { money, asks } = await readGuessed(table('$255.00'))
    expect(money).toContain('2026-03-30 -0.45')
    expect(asks).toContain('fees')
  })
})

test('a name above a currency is that of the amount next to it, and rows without a movement are left out', async () => {
  const text = `Datum,Tijd,Valutadatum,Product,Omschrijving,FX,Mutatie,,Saldo,,Order Id
30-03-2026,15:58,30-03-2026,MONEY FUND,Omzetting 0.01,,,,EUR,"13,87",
27-03-2026,08:14,27-03-2026,PAPER ETF,Dividend,,EUR,"0,19",EUR,"13,87",
27-03-2026,08:14,27-03-2026,PAPER ETF,Dividendbelasting,,EUR,"-0,03",EUR,"13,68",
20-03-2026,08:14,20-03-2026,PAPER ETF,Aankoop,,EUR,"-20,00",EUR,"13,71",
19-03-2026,08:14,19-03-2026,,Storting,,EUR,"30,00",EUR,"33,71",
`
  const { money, mapping, asks } = await readGuessed(text)
  expect(money).toEqual(['2026-03-27 +0.19', '2026-03-27 -0.03', '2026-03-20 -20.00', '2026-03-19 +30.00'])
  expect(mapping.columns).toMatchObject({ amount: 7, currency: 6, balance: 9 })
  expect(mapping.blankAmounts).toBe(true)
  expect(asks).toEqual(['rows'])
})

test('the day of a run is the booking date of trades, also of those without a settlement', async () => {
  const text = `Run Date,Action,Description,Type,Amount ($),Settlement Date
03/30/2026,YOU BOUGHT PAPER MILLS,PAPER MILLS,Cash,-86.00,03/31/2026
03/27/2026,YOU SOLD PAPER MILLS,PAPER MILLS,Cash,40.10,03/30/2026
03/20/2026,DIVIDEND RECEIVED PAPER MILLS,PAPER MILLS,Cash,2.15,
`
  const { money, asks } = await readGuessed(text)
  expect(money).toEqual(['2026-03-30 -86.00', '2026-03-27 +40.10', '2026-03-20 +2.15'])
  expect(asks).not.toContain('unbooked')
})

test('a balance that grows says that amounts without signs are more likely money in', async () => {
  const text = `Date,Transaction,Amount,Cash Balance
2026-01-15,Employer share,80.00,80.00
2026-02-15,Employer share,80.00,175.20
`
  const { money, asks } = await readGuessed(text)
  expect(money).toEqual(['2026-01-15 +80.00', '2026-02-15 +80.00'])
  expect(asks).toContain('sign')
})

test('names of columns with lost letters are known', async () => {
  const text = `"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Beg\uFFFDnstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";"Gl\uFFFD\uFFFDubiger-ID"
"30.03.2026";"30.03.2026";"LASTSCHRIFT";"Papier GmbH";"Rechnung 7";"DE02120300000000202051";"";"-12,99";""
"27.03.2026";"27.03.2026";"GUTSCHRIFT";"Holz AG";"Rechnung 8";"DE02500105170137075030";"";"99,00";""
`
  const { entries, mapping } = await readGuessed(text)
  expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual(['Papier GmbH', 'Holz AG'])
  expect(mapping.columns).toMatchObject({ counterpartyName: 3, counterpartyIban: 5 })
  expect(mapping.columns.accountIban).toBeUndefined()
})

test('a yen sign under Chinese names is more likely a yuan', async () => {
  const chinese = '交易时间,交易类型,收/支,金额\n2026-03-27 10:00:00,商户消费,支出,¥12.50\n'
  expect((await readGuessed(chinese, undefined)).mapping.currency).not.toBe('JPY')
  const owner = { iban: null, currency: null, currencies: new Map(), names: [] }
  expect((await readGuessed(chinese, owner)).mapping.currency).toBe('CNY')
  const japanese = '取引日,お取引内容,お支払金額\n2026/03/27,カード,¥1250\n'
  expect((await readGuessed(japanese, owner)).mapping.currency).not.toBe('CNY')
})

test('rows without a side next to others with one are asked about, and do not make all others money in', async () => {
  const text = `交易时间,商户名称,金额,收/支
2026-03-27 10:00:00,纸店,12.50,支出
2026-03-28 10:00:00,书店,7.90,支出
2026-03-29 10:00:00,书店,7.90,不计收支
`
  const { money, asks } = await readGuessed(text)
  expect(money).toEqual(['2026-03-27 -12.50', '2026-03-28 -7.90'])
  expect(asks).toContain('rows')
})

test('the amount of the payment counts, not that of a purchase in another currency', async () => {
  const text = `"Дата операции";"Дата платежа";"Сумма операции";"Валюта операции";"Сумма платежа";"Валюта платежа";"Описание"
"27.03.2026 10:00:00";"28.03.2026";"-10,00";"USD";"-929,00";"RUB";"Books"
"30.03.2026 10:00:00";"30.03.2026";"500,00";"RUB";"500,00";"RUB";"Пополнение"
`
  const { entries } = await readGuessed(text, undefined)
  expect(entries.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['929.00 RUB', '500.00 RUB'])
})

test('rows whose text says that they are not booked have no date, and the others have theirs', async () => {
  const text = `Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo
;2026-03-30;Prel BUTIK A;-38,00;173,00
;2026-03-29;Prel BUTIK B;-31,00;211,00
2026-03-28;2026-03-27;APOTEK C;-12,00;242,00
`
  const { money, asks } = await readGuessed(text)
  expect(money).toEqual(['pending -38.00', 'pending -31.00', '2026-03-28 -12.00'])
  expect(asks).toContain('unbooked')
})

test('a day of settlement next to shares does not make a card', async () => {
  const { money, asks } =
    await readGuessed(`Trade Date,Transaction Date,Settlement Date,Type,Symbol,Quantity,Amount,Currency
03/27/2026,03/27/2026,03/30/2026,Sold,PPR,-1.0,150.00,EUR
03/26/2026,03/26/2026,03/27/2026,Dividend,PPR,0.0,2.50,EUR
03/25/2026,03/25/2026,03/26/2026,Bought,PPR,1.0,-50.00,EUR
`)
  expect(money).toEqual(['2026-03-30 +150.00', '2026-03-27 +2.50', '2026-03-26 -50.00'])
  // The words for what was bought and sold prove the signs.
  expect(asks).not.toContain('sign')
})

test('the name of a security is not that of the other party', async () => {
  const text = `Date;Transaction;ISIN;Name;Net amount;Currency
27-03-2026;Deposit;;;2310.00;EUR
30-03-2026;Buy;IE00B4L5Y983;WORLD FUND;-85.10;EUR
31-03-2026;Sell;IE00B4L5Y984;HOME FUND;40.00;EUR
`
  const { entries } = await readGuessed(text)
  expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([null, null, null])
  expect(entries.map(({ reference }) => reference)).toEqual([null, 'WORLD FUND', 'HOME FUND'])
})

test('next to numbers of securities, a name in rows without one is the other party’s', async () => {
  const text = `Date;Transaction;ISIN;Name;Amount;Currency
27-03-2026;Transfer;;Paper SA;2310.00;EUR
30-03-2026;Buy;IE00B4L5Y983;WORLD FUND;-85.10;EUR
31-03-2026;Transfer;;Book Shop;-40.00;EUR
`
  const { entries } = await readGuessed(text)
  expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([
    'Paper SA',
    'WORLD FUND',
    'Book Shop',
  ])
})

test('the payee’s column of merchants stays one, with numbers of securities elsewhere', async () => {
  const text = `Date;Merchant;ISIN;Amount;Currency
27-03-2026;Paper SA;IE00B4L5Y983;2310.00;EUR
30-03-2026;Book Shop;IE00B4L5Y983;-85.10;EUR
`
  const { entries } = await readGuessed(text)
  expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual(['Paper SA', 'Book Shop'])
})
