/** What shows that a table is that of a card, and which of its amounts are purchases. */
import { expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

test('what has the code of a merchant was bought, though more money came in', async () => {
  const { money, asks } = await readGuessed(`Date;Card number;Amount;MCC;Text
31.03.2026;*1234;-85,10;5942;Books
28.03.2026;;2310,00;;Paper Ltd
27.03.2026;;12,00;;Bonus
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-28 +2310.00', '2026-03-27 +12.00'])
  expect(asks).toContain('sign')
})

test('positive purchases with such a code stay money out', async () => {
  const { money } = await readGuessed(`Date;Card number;Amount;MCC;Text
31.03.2026;*1234;85,10;5942;Books
28.03.2026;*1234;12,00;5812;Bar
27.03.2026;;-500,00;;Paper Ltd
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-28 -12.00', '2026-03-27 +500.00'])
})

test('a column of instalments makes a card, whose repayments are negative', async () => {
  const { money, asks } = await readGuessed(`Tarih;İşlem;Taksit;Tutar
31.03.2026;KITAPCI;1/3;85,10
30.03.2026;MARKET;;12,00
27.03.2026;HESAPTAN ODEME;;-500,00
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-30 -12.00', '2026-03-27 +500.00'])
  expect(asks).toContain('sign')
})

test('the payment of a bill may be that of an account or that into a card', async () => {
  const ofCard = await readGuessed(`Data;Lançamento;Tipo;Valor
31/03/2026;LIVRARIA;Compra à vista;85,10
30/03/2026;PADARIA;Compra à vista;12,00
27/03/2026;PAGAMENTO;Pagamento de fatura;-500,00
`)
  expect(ofCard.money).toEqual(['2026-03-31 -85.10', '2026-03-30 -12.00', '2026-03-27 +500.00'])
  expect(ofCard.asks).toContain('sign')
  const ofAccount = await readGuessed(`Data;Lançamento;Tipo;Valor
31/03/2026;LIVRARIA;Compra;-85,10
30/03/2026;FATURA;Pagamento de fatura;-500,00
27/03/2026;PAPEL;Pix recebido;2310,00
`)
  expect(ofAccount.money).toEqual(['2026-03-31 -85.10', '2026-03-30 -500.00', '2026-03-27 +2310.00'])
})

test('a balance that grows with each purchase of a card is what is owed, which is asked', async () => {
  const { money, asks } = await readGuessed(`Date,Type,Description,Value,Balance,Account Number
29 Mar 2026,Purchase,BOOKS,85.10,585.10,543456******1234
30 Mar 2026,Payment,PAYMENT - THANK YOU,-500.00,85.10,543456******1234
31 Mar 2026,Purchase,BAR,12.00,97.10,543456******1234
`)
  expect(money).toEqual(['2026-03-29 -85.10', '2026-03-30 +500.00', '2026-03-31 -12.00'])
  expect(asks).toContain('sign')
})

test.each(['customers.given_name', 'Payout ID'])(
  'payments of customers are money in, which is asked: %s',
  async name => {
    const { money, asks } = await readGuessed(`Date,Text,Amount,Currency,${name}
2026-03-30,Coffee,12.00,EUR,A1
2026-03-31,Books,85.10,EUR,A2
`)
    expect(money).toEqual(['2026-03-30 +12.00', '2026-03-31 +85.10'])
    expect(asks).toContain('sign')
  },
)
