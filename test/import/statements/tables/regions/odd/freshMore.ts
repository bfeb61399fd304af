import type { BankTable } from '../../bankTable.ts'

/** More tables of banks and wallets that nobody had tried before. */
export const moreFreshTables: BankTable[] = [
  {
    bank: 'a bank of Spain with instants next to days',
    text: `Fecha;Concepto;Saldo;Importe;Fecha operación;Fecha valor
06-03-2026;LIBRERIA OLEIROS     \\LA CORUNA\\ES2603061240;1325.66 EUR;-53.79 EUR;2026-03-06T00:00:00;2026-03-06T00:00:00
04-03-2026;NOMINA PAPEL SL;1379.45 EUR;1200.00 EUR;2026-03-04T00:00:00;2026-03-05T00:00:00
`,
    currency: 'EUR',
    rows: [
      '2026-03-06 -53.79 EUR |  |  | LIBRERIA OLEIROS     \\LA CORUNA\\ES2603061240 | ',
      '2026-03-04 +1200.00 EUR |  |  | NOMINA PAPEL SL | ',
    ],
    asks: [],
  },
  {
    bank: 'a bank of Spain with a blank column before each',
    text: `;Fecha Operación;;Fecha Valor;;Concepto;;Importe;;Saldo;
;30/03/2026;;30/03/2026;;COMPRA LIBRERIA;;-85,10;;2.324,90;
;27/03/2026;;27/03/2026;;NOMINA PAPEL SA;;2.310,00;;2.410,00;
`,
    currency: 'EUR',
    rows: [
      '2026-03-30 -85.10 EUR |  |  | COMPRA LIBRERIA | ',
      '2026-03-27 +2310.00 EUR |  |  | NOMINA PAPEL SA | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Mexico with dashes, dollars and the day first',
    text: `Cuenta,Fecha De Operación,Fecha,Referencia,Descripción,Cod. Transac,Sucursal,Depósitos,Retiros,Saldo,Movimiento,Descripción Detallada
'00771,09/03/2026,09/03/2026,0000000771,SPEI RECIBIDO,504,7777,"$25,000.00",-,"$25,100.00",1,PAPEL SA
'00771,12/03/2026,12/03/2026,0000000772,COMPRA,012,7777,-,$850.10,"$24,249.90",2,LIBRERIA
`,
    currency: 'MXN',
    rows: [
      '2026-03-09 +25000.00 MXN |  |  | SPEI RECIBIDO | 0000000771 1 PAPEL SA',
      '2026-03-12 -850.10 MXN |  |  | COMPRA | 0000000772 2 LIBRERIA',
    ],
    asks: ['dateFormat', 'reference'],
  },
  {
    bank: 'a bank of Brazil with a day that does not exist',
    text: `"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"
"00/00/0000","Saldo Anterior","","","1.000,00",""
"27/03/2026","Pix - Recebido","27/03 10:11 MARIA","771","2.310,00","Entrada"
"30/03/2026","Compra com Cartão","29/03 12:40 LIVRARIA","772","-85,10","Saída"
"31/03/2026","Saldo do dia","","","3.224,90",""
`,
    currency: 'BRL',
    rows: [
      '2026-03-27 +2310.00 BRL |  |  | Entrada | Pix - Recebido 27/03 10:11 MARIA',
      '2026-03-30 -85.10 BRL |  |  | Saída | Compra com Cartão 29/03 12:40 LIVRARIA',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Poland with several currencies of one name',
    text: `"Lista transakcji";;;;;;;;;;
"Nazwa konta:";"KONTO Direct (PLN)";;;;;;;;;
"Data transakcji";"Data księgowania";"Dane kontrahenta";"Tytuł";"Nr rachunku";"Nazwa banku";"Szczegóły";"Nr transakcji";"Kwota transakcji (waluta rachunku)";"Waluta";"Kwota blokady/zwolnienie blokady";"Waluta";"Kwota płatności w walucie";"Waluta";"Konto";"Saldo po transakcji";"Waluta"
2026-03-30;2026-03-31;" KSIEGARNIA ";" Płatność kartą 28.03.2026 ";'';;"TR.KART";'2026771';-85,10;PLN;;;-85,10;PLN;KONTO;2324,90;PLN
2026-03-27;2026-03-27;" PAPIER SP ";" Wynagrodzenie ";'12105000997603123456789123 ';ING;"PRZELEW";'2026770';2310,00;PLN;;;;;KONTO;2410,00;PLN
`,
    currency: 'PLN',
    rows: [
      '2026-03-31 -85.10 PLN | KSIEGARNIA |  |  | Płatność kartą 28.03.2026 TR.KART',
      '2026-03-27 +2310.00 PLN | PAPIER SP |  |  | Wynagrodzenie PRZELEW',
    ],
    asks: ['counterpartyIban'],
  },
  {
    bank: 'a bank of Romania with details below each entry',
    text: `Data,,Detalii tranzactie,,Debit,Credit
30 martie 2026,,Cumparare POS,,"85,10",
,,Terminal: LIBRARIE,,,
,,Data: 28-03-2026,,,
27 martie 2026,,Incasare,,,"2.310,00"
,,Ordonator: HARTIE SRL,,,
`,
    currency: 'RON',
    rows: [
      '2026-03-30 -85.10 RON |  |  | Cumparare POS Terminal: LIBRARIE Data: 28-03-2026 | ',
      '2026-03-27 +2310.00 RON |  |  | Incasare Ordonator: HARTIE SRL | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Australia that rounds up',
    text: `Time,BSB / Account Number,Transaction Type,Payee,Description,Category,Tags,Subtotal (AUD),Currency,Subtotal (Transaction Currency),Round Up (AUD),Total (AUD),Payment Method,Settled Date
2026-03-30T10:11:12+11:00,633-123 / 123456789,Purchase,Book Shop,,Books,,-85.10,AUD,-85.10,-0.90,-86.00,Debit Card,2026-03-31
2026-03-27T09:00:00+11:00,633-123 / 123456789,Salary,Paper Pty,Pay,,,2310.00,AUD,2310.00,,2310.00,,2026-03-27
`,
    currency: 'AUD',
    rows: [
      '2026-03-31 -86.00 AUD | Book Shop |  | Purchase | ',
      '2026-03-27 +2310.00 AUD | Paper Pty |  | Salary | Pay',
    ],
    asks: ['valueDate', 'fees', 'fees', 'fees'],
  },
  {
    bank: 'a bank of New Zealand with slashes in its lines above',
    text: `Created date / time : 31 March 2026 / 10:11:12
Bank 12; Branch 3077; Account 0771234-50 (Streamline)
From date 20260301
To date 20260331
Avail Bal : 2324.90 as of 20260331
Ledger Balance : 2324.90 as of 20260331
Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount

2026/03/27,2026032701,D/C,,"D/C FROM PAPER LTD","SALARY",2310.00
2026/03/30,2026033001,EFTPOS,,"BOOK SHOP","CARD 1234",-85.10
`,
    currency: 'NZD',
    rows: [
      '2026-03-27 +2310.00 NZD | D/C FROM PAPER LTD |  | D/C | SALARY',
      '2026-03-30 -85.10 NZD | BOOK SHOP |  | EFTPOS | CARD 1234',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'a wallet of coins with many decimal places',
    text: `"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
"L771","R771","2026-03-27 10:11:12","deposit","","currency","EUR","spot","250.0000","0.0000","250.0000"
"L772","R772","2026-03-30 10:11:12","trade","tradespot","currency","EUR","spot","-85.1000","0.2200","164.6800"
"L773","R772","2026-03-30 10:11:12","trade","tradespot","currency","BTC","spot","0.0012500000","0.0000000000","0.0012500000"
`,
    currency: 'EUR',
    rows: [
      '2026-03-27 +250.0000 EUR |  |  | deposit | currency',
      '2026-03-30 -85.1000 EUR |  |  | trade | tradespot currency',
      '2026-03-30 -0.2200 EUR |  |  | fee | tradespot currency',
      '2026-03-30 +0.0012500000 BTC |  |  | trade | tradespot currency',
    ],
    asks: ['bookingDate', 'currency', 'reference', 'reference'],
  },
  {
    bank: 'a wallet of China with lines of dashes',
    text: `支付宝交易记录明细查询
账号:[ann@example.com]
起始日期:[2026-03-01 00:00:00]    终止日期:[2026-03-31 00:00:00]
---------------------------------交易记录明细列表------------------------------------
交易号,商家订单号,交易创建时间,付款时间,最近修改时间,交易来源地,类型,交易对方,商品名称,金额（元）,收/支,交易状态,服务费（元）,成功退款（元）,备注,资金状态
771,,2026-03-30 10:11:12,2026-03-30 10:11:20,2026-03-30 10:11:20,其他,即时到账交易,书店,图书,85.10,支出,交易成功,0.00,0.00,,已支出
770,,2026-03-27 10:11:12,2026-03-27 10:11:20,2026-03-27 10:11:20,其他,即时到账交易,纸业公司,工资,2310.00,收入,交易成功,0.00,0.00,,已收入
------------------------------------------------------------------------------------
共2笔记录
`,
    currency: 'CNY',
    rows: [
      '2026-03-30 -85.10 CNY | 书店 |  |  | 即时到账交易 已支出',
      '2026-03-27 +2310.00 CNY | 纸业公司 |  |  | 即时到账交易 已收入',
    ],
    asks: ['bookingDate', 'reference', 'reference'],
  },
]
