import type { BankTable } from '../../bankTable.ts'

/** Wallets, cards and banks of Asia and Latin America whose words for sides, totals and amounts were not known. */
export const wideTables: BankTable[] = [
  {
    bank: 'a card of Taiwan with the amount in its currency',
    text: `消費日,消費明細,卡號後四碼,消費地區,入帳日,外幣折算日,消費幣別/金額,臺幣金額
2026/03/29,書店,1234,TWN,2026/03/30,,,851
2026/03/30,軟體,1234,USA,2026/03/31,2026/03/31,USD 20.00,640
2026/03/27,自動轉帳繳款,,,2026/03/27,,,-5000
`,
    rows: [
      '2026-03-30 -851 TWD |  |  |  | 書店',
      '2026-03-31 -640 TWD |  |  |  | 軟體',
      '2026-03-27 +5000 TWD |  |  |  | 自動轉帳繳款',
    ],
    asks: ['valueDate', 'fees', 'amounts', 'sign', 'reference', 'reference'],
  },
  {
    bank: 'a wallet of China with a withdrawal that has no side',
    text: `交易时间,交易类型,交易对方,商品,收/支,金额(元),当前状态
2026-03-31 10:11:12,商户消费,书店,历史书 上册,支出,¥85.10,支付成功
2026-03-30 09:00:00,零钱提现,银行,/,/,¥500.00,提现已到账
2026-03-27 09:00:00,微信红包,纸,/,收入,¥23.10,已存入零钱
`,
    currency: 'CNY',
    rows: [
      '2026-03-31 -85.10 CNY | 书店 |  | 商户消费 | 历史书 上册',
      '2026-03-30 -500.00 CNY | 银行 |  | 零钱提现 | ',
      '2026-03-27 +23.10 CNY | 纸 |  | 微信红包 | ',
    ],
    asks: ['side'],
  },
  {
    bank: 'a bank of China with the sums of both columns',
    text: `交易日期,摘要,交易场所,记账金额(收入),记账金额(支出),记账币种,余额
2026-03-30,消费,书店,,85.10,人民币,2324.90
2026-03-31,工资,,2310.00,,人民币,4634.90
合计金额,,,2310.00,85.10,,
`,
    rows: ['2026-03-30 -85.10 CNY |  |  | 消费 | 书店', '2026-03-31 +2310.00 CNY |  |  | 工资 | '],
    asks: [],
  },
  {
    bank: 'a bank of Colombia with notes of debit and credit',
    text: `Fecha de Sistema;Descripción Motivo;Transacción;Oficina;Valor Total
30/03/2026;COMPRA LIBRERIA;Nota Débito;0001;$ 85.100,00
27/03/2026;ABONO PAPEL;Nota Crédito;0001;$ 2.310.000,00
`,
    currency: 'COP',
    rows: [
      '2026-03-30 -85100.00 COP |  |  | COMPRA LIBRERIA | ',
      '2026-03-27 +2310000.00 COP |  |  | ABONO PAPEL | ',
    ],
    asks: ['amount', 'side'],
  },
]
