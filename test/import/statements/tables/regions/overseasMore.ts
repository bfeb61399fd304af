import type { BankTable } from '../bankTable.ts'

/** Banks of America, Asia, Australia and Africa. */
export const overseasMoreTables: BankTable[] = [
  {
    bank: 'Navy Federal',
    currency: 'USD',
    text: `Posting Date,Transaction Date,Amount,Credit Debit Indicator,type,Type Group,Reference,Instructed Currency,Currency Exchange Rate,Instructed Amount,Description,Category,Check Serial Number,Card Ending
03/27/2026,03/27/2026,2310.00,Credit,Credit,,,,,,PAPER LTD PAYROLL,Paychecks,,
03/31/2026,03/30/2026,85.10,Debit,POS,,,,,,ENERGY CO,Utilities,,1234
`,
    rows: [
      '2026-03-27 +2310.00 USD |  |  | Credit | PAPER LTD PAYROLL',
      '2026-03-31 -85.10 USD |  |  | POS | ENERGY CO',
    ],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'Banco Inter Brazil',
    currency: 'BRL',
    text: `Extrato Conta Corrente
Conta ;12345678
Período ;01/03/2026 a 31/03/2026
Saldo ;2.324,90

Data Lançamento;Histórico;Descrição;Valor;Saldo
31/03/2026;Pix enviado;Energia SA;-85,10;2.324,90
27/03/2026;Pix recebido;Papel SA;2.310,00;2.410,00
`,
    rows: [
      '2026-03-31 -85.10 BRL |  |  | Pix enviado | Energia SA',
      '2026-03-27 +2310.00 BRL |  |  | Pix recebido | Papel SA',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Itaú headerless',
    currency: 'BRL',
    text: `27/03/2026;TED PAPEL SA;2310,00
31/03/2026;PAG ENERGIA;-85,10
`,
    rows: ['2026-03-27 +2310.00 BRL |  |  |  | TED PAPEL SA', '2026-03-31 -85.10 BRL |  |  |  | PAG ENERGIA'],
    asks: ['header', 'bookingDate', 'amount', 'currency', 'sign'],
  },
  {
    bank: 'Bancolombia',
    currency: 'COP',
    text: `FECHA,DESCRIPCIÓN,REFERENCIA,VALOR
2026/03/27,PAGO DE NOMINA PAPEL,123,2310000.00
2026/03/31,COMPRA EN ENERGIA,456,-85100.00
`,
    rows: [
      '2026-03-27 +2310000.00 COP |  |  | PAGO DE NOMINA PAPEL | 123',
      '2026-03-31 -85100.00 COP |  |  | COMPRA EN ENERGIA | 456',
    ],
    asks: ['currency'],
  },
  {
    bank: 'BCP Peru',
    currency: 'PEN',
    text: `Fecha;Fecha valuta;Descripción operación;Monto;Saldo;Sucursal - agencia;Operación - Número;Operación - Hora;Usuario;UTC;Referencia2
27/03/2026;;ABON PLAN PAPEL;2,310.00;2,410.00;111-008;0123456;10:12:00;BATCH;2401;
31/03/2026;;CARGO ENERGIA;-85.10;2,324.90;111-008;0123457;11:12:00;BATCH;4710;
`,
    rows: [
      '2026-03-27 +2310.00 PEN |  |  | ABON PLAN PAPEL | ',
      '2026-03-31 -85.10 PEN |  |  | CARGO ENERGIA | ',
    ],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'BBVA Mexico',
    currency: 'MXN',
    text: `Fecha	Descripción	Cargo	Abono	Saldo
31/03/2026	PAGO ENERGIA	-85.10		2,324.90
27/03/2026	PAGO NOMINA PAPEL		2,310.00	2,410.00
`,
    rows: [
      '2026-03-31 -85.10 MXN |  |  | PAGO ENERGIA | ',
      '2026-03-27 +2310.00 MXN |  |  | PAGO NOMINA PAPEL | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'FNB South Africa',
    currency: 'ZAR',
    text: `ACCOUNT TRANSACTION HISTORY

Name:, Ann Doe
Account:, 62000000000, [FNB CHEQUE]
Balance:, 2324.90, 2324.90

Date, Amount, Balance, Description
2026/03/31, -85.10, 2324.90, POS PURCHASE ENERGY
2026/03/27, 2310.00, 2410.00, CREDIT PAPER LTD
`,
    rows: [
      '2026-03-31 -85.10 ZAR |  |  | POS PURCHASE ENERGY | ',
      '2026-03-27 +2310.00 ZAR |  |  | CREDIT PAPER LTD | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Capitec',
    currency: 'ZAR',
    text: `Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance
1,1234567890,2026-03-27,2026-03-27,Payment Received: Paper,PAYMENT PAPER,Income,Salary,2310.00,,,2410.00
2,1234567890,2026-03-31,2026-03-30,Banking App Payment: Energy,PAYMENT ENERGY,Bills,Energy,,-85.10,-1.00,2323.90
`,
    rows: [
      '2026-03-27 +2310.00 ZAR |  |  | Payment Received: Paper | PAYMENT PAPER',
      '2026-03-31 -85.10 ZAR |  |  | Banking App Payment: Energy | PAYMENT ENERGY',
      '2026-03-31 -1.00 ZAR |  |  | Fee | PAYMENT ENERGY',
    ],
    asks: ['currency'],
  },
  {
    bank: 'DBS Singapore',
    currency: 'SGD',
    text: `Account Details For:,DBS Savings 001-0-123456
Statement as at:,01 Apr 2026
Available Balance:,"2,324.90"

Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2,Transaction Ref3
31 Mar 2026,POS, 85.10, ,ENERGY CO,TO: 123,
27 Mar 2026,SAL, ,2310.00,PAPER PTE LTD,SALARY,
`,
    rows: [
      '2026-03-31 -85.10 SGD |  |  |  | POS ENERGY CO TO: 123',
      '2026-03-27 +2310.00 SGD |  |  |  | SAL PAPER PTE LTD SALARY',
    ],
    asks: ['currency'],
  },
  {
    bank: 'OCBC',
    currency: 'SGD',
    text: `Account details for:,360 Account 501-123456-001
Available Balance,"2,324.90"
Ledger Balance,"2,324.90"

Transaction History
Transaction date,Value date,Description,Withdrawals(SGD),Deposits(SGD)
31/03/2026,31/03/2026,POINT OF SALE PURCHASE,85.10,
,,ENERGY CO,,
27/03/2026,27/03/2026,GIRO - SALARY,,"2,310.00"
,,PAPER PTE LTD,,
`,
    rows: [
      '2026-03-31 -85.10 SGD |  |  | POINT OF SALE PURCHASE ENERGY CO | ',
      '2026-03-27 +2310.00 SGD |  |  | GIRO - SALARY PAPER PTE LTD | ',
    ],
  },
  {
    bank: 'Maybank Malaysia',
    currency: 'MYR',
    text: `Entry Date,Transaction Description,Transaction Amount,Statement Balance
27/03/26,IBG CREDIT PAPER SDN BHD,"2,310.00+","2,410.00"
31/03/26,SALE DEBIT ENERGY,85.10-,"2,324.90"
`,
    rows: [
      '2026-03-27 +2310.00 MYR |  |  | IBG CREDIT PAPER SDN BHD | ',
      '2026-03-31 -85.10 MYR |  |  | SALE DEBIT ENERGY | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Rakuten Japan',
    text: `取引日,入出金(円),取引後残高(円),入出金内容
20260327,231000,241000,給与 カミ(カ
20260331,-8510,232490,エネルギー
`,
    rows: ['2026-03-27 +231000 JPY |  |  | 給与 カミ(カ | ', '2026-03-31 -8510 JPY |  |  | エネルギー | '],
  },
  {
    bank: 'SMBC Japan',
    currency: 'JPY',
    text: `年月日,お引出し,お預入れ,お取り扱い内容,残高,メモ,ラベル
2026/3/27,,231000,給料振込 カミ(カ,241000,"",""
2026/3/31,8510,,口座振替 エネルギー,232490,"",""
`,
    rows: [
      '2026-03-27 +231000 JPY |  |  | 給料振込 カミ(カ | ',
      '2026-03-31 -8510 JPY |  |  | 口座振替 エネルギー | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Standard Bank, with lines of the account above and balances without column names',
    currency: 'ZAR',
    text: `0,4417,BRANCH,0,0,ACC,JOHANNESBURG,0,0
0,20260228,OPEN,0,100.00,OPEN BALANCE,,0,0
HIST,20260327,,2310.00,0,CREDIT TRANSFER,PAPER LTD SALARY,4417,0
HIST,20260330,,-12.00,0,CARD PURCHASE,DELI,4417,0
HIST,20260331,##,-85.10,0,DEBIT ORDER,ENERGY CO,4417,0
0,20260331,CLOSE,0,2312.90,CLOSE BALANCE,,0,0
`,
    rows: [
      '2026-03-27 +2310.00 ZAR |  |  |  | CREDIT TRANSFER PAPER LTD SALARY',
      '2026-03-30 -12.00 ZAR |  |  |  | CARD PURCHASE DELI',
      '2026-03-31 -85.10 ZAR |  |  |  | DEBIT ORDER ENERGY CO',
    ],
    asks: ['header', 'bookingDate', 'amount', 'amount', 'currency'],
  },
  {
    bank: 'BCA, with DB after amounts and no years',
    currency: 'IDR',
    text: `Periode : 01/03/2026 - 31/03/2026
Tanggal Transaksi,Keterangan,Cabang,Jumlah,Saldo
'27/03,TRSF E-BANKING CR PAPER,0000,"2,310,000.00 CR","2,410,000.00"
'31/03,BIAYA ENERGI,0000,"85,000.00 DB","2,325,000.00"
`,
    rows: [
      '2026-03-27 +2310000.00 IDR |  |  | TRSF E-BANKING CR PAPER | ',
      '2026-03-31 -85000.00 IDR |  |  | BIAYA ENERGI | ',
    ],
    asks: ['currency'],
  },
]
