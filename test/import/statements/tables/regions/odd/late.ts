import type { BankTable } from '../../bankTable.ts'

/** Tables of banks that came after those of the other lists. */
export const lateTables: BankTable[] = [
  {
    bank: 'a bank of Slovenia with a reference of either side',
    text: `Datum knjiženja;Naziv prejemnika;V breme;V dobro;Valuta;Namen;Referenca prejemnika;Status;Komentar
28.03.2026;Knjigarna;85,10;;EUR;Nakup knjig;SI00 771;Knjiženo;
30.03.2026;Papir d.o.o.;;2.310,00;EUR;Plača marec;;Knjiženo;Hvala lepa
`,
    currency: 'EUR',
    rows: [
      '2026-03-28 -85.10 EUR | Knjigarna |  |  | Nakup knjig SI00 771',
      '2026-03-30 +2310.00 EUR | Papir d.o.o. |  |  | Plača marec Hvala lepa',
    ],
    asks: ['reference'],
  },
  {
    bank: 'a bank of Norway with deposits and withdrawals',
    text: `"Dato";"Forklaring";"Rentedato";"Uttak";"Innskudd"
"30.03.2026";"Bokhandel";"30.03.2026";"85,10";""
"27.03.2026";"Papir AS";"28.03.2026";"";"2310,00"
`,
    currency: 'NOK',
    rows: ['2026-03-30 -85.10 NOK |  |  | Bokhandel | ', '2026-03-27 +2310.00 NOK |  |  | Papir AS | '],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Portugal whose text is a movement',
    text: `Data Operação;Data Valor;Movimento;Importância;Saldo Disponível
30/03/2026;31/03/2026;LIVRARIA;-85,10;2.324,90
27/03/2026;27/03/2026;PAPEL SA;2.310,00;2.410,00
`,
    currency: 'EUR',
    rows: ['2026-03-30 -85.10 EUR |  |  | LIVRARIA | ', '2026-03-27 +2310.00 EUR |  |  | PAPEL SA | '],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Greece with its balance in a second currency column',
    text: `Κατηγορία;Περιγραφή Συναλλαγής;Ημ/νία Συναλλαγής;Ημ/νία Αξίας;Σχόλια / Κωδικός Αναφοράς;Ποσό;Νόμισμα;Προοδευτικό Λογιστικό Υπόλοιπο;Νόμισμα
Χωρίς Κατηγορία;ΒΙΒΛΙΟΠΩΛΕΙΟ;30/03/2026;30/03/2026;IRIS;-85,10;EUR;2.324,90;EUR
Χωρίς Κατηγορία;ΜΕΤΑΦΟΡΑ;27/03/2026;27/03/2026;ΧΑΡΤΙ ΑΕ;2.310,00;EUR;2.410,00;EUR
`,
    rows: [
      '2026-03-30 -85.10 EUR |  |  | ΒΙΒΛΙΟΠΩΛΕΙΟ | IRIS',
      '2026-03-27 +2310.00 EUR |  |  | ΜΕΤΑΦΟΡΑ | ΧΑΡΤΙ ΑΕ',
    ],
    asks: [],
  },
  {
    bank: 'a card of Korea with its shops',
    text: `카드 이용내역
이용일,이용처,이용금액,할부개월수,업종분류
2026-03-27,책방,"6,500원",0,서점
2026-03-28,문구점,"12,000원",3,문구
`,
    rows: ['2026-03-27 -6500 KRW | 책방 |  |  | ', '2026-03-28 -12000 KRW | 문구점 |  |  | '],
    asks: ['sign'],
  },
  {
    bank: 'a card of China with the amount of the purchase next to that of the booking',
    text: `交易日期,记账日期,交易说明,交易币种/金额,入账币种/金额
2026-03-27,2026-03-28,消费 书店,JPY 1000.00,CNY 48.10
2026-03-29,2026-03-30,消费 纸店,CNY 85.10,CNY 85.10
`,
    rows: ['2026-03-28 -48.10 CNY |  |  | 消费 书店 | ', '2026-03-30 -85.10 CNY |  |  | 消费 纸店 | '],
    asks: ['sign'],
  },
  {
    bank: 'a bank of Australia whose first date is often blank',
    text: `Effective Date,Entered Date,Transaction Description,Amount,Balance
30/03/2026,31/03/2026,"POS #771-BOOK SHOP",-$85.10,$2324.90
29/03/2026,30/03/2026,"POS #772-TEA HOUSE",-$10.00,$2410.00
,27/03/2026,Osko PAPER PTY,$2310.00,$2420.00
`,
    currency: 'AUD',
    rows: [
      '2026-03-31 -85.10 AUD |  |  | POS #771-BOOK SHOP | ',
      '2026-03-30 -10.00 AUD |  |  | POS #772-TEA HOUSE | ',
      '2026-03-27 +2310.00 AUD |  |  | Osko PAPER PTY | ',
    ],
    asks: [],
  },
  {
    bank: 'a report on card payments whose days of settlement are all the same',
    text: `Data Liquidação;Data Movimento;Terminal;Tipo;Montante;Moeda
30/03/2026;28/03/2026;771;Multibanco;85,10;EUR
30/03/2026;29/03/2026;771;Crédito MB;-20,00;EUR
`,
    rows: ['2026-03-30 +85.10 EUR |  |  | Multibanco | ', '2026-03-30 -20.00 EUR |  |  | Crédito MB | '],
    asks: ['bookingDate', 'sign'],
  },
  {
    bank: 'a bank of Czechia with a message to either party and their banks',
    text: `account number;posting date;value date;payment amount;payment currency;balance;transaction type;counterparty;counterparty's account;counterparty's bank;message to beneficiary and payer
771;30.03.2026;30.03.2026;-85,10;CZK;2324,90;Outgoing payment;Knihy s.r.o.;CZ6508000000192000145399;ČS;Nákup knih
771;27.03.2026;27.03.2026;2310,00;CZK;2410,00;Incoming payment;;CZ9455000000001011038930;RB;Mzda
`,
    rows: [
      '2026-03-30 -85.10 CZK | Knihy s.r.o. | CZ6508000000192000145399 | Outgoing payment | Nákup knih',
      '2026-03-27 +2310.00 CZK |  | CZ9455000000001011038930 | Incoming payment | Mzda',
    ],
    asks: [],
  },
  {
    bank: 'a wallet of Japan with its shops and ways of payment',
    text: `取引日,出金金額（円）,入金金額（円）,取引内容,取引先,取引方法
2026/03/27 10:11:12,-,"2,310",チャージ,-,銀行
2026/03/30 11:00:00,851,-,支払い,書店,残高
`,
    rows: ['2026-03-27 +2310 JPY |  |  | チャージ | ', '2026-03-30 -851 JPY | 書店 |  | 支払い | '],
    asks: [],
  },
  {
    bank: 'a bank of Korea with blanks inside its names',
    text: `거래 일시,적요,거래 유형,거래 기관,거래 금액,거래 후 잔액
2026.03.30 11:00:00,책방,체크카드결제,우리은행,"-85,100","2,324,900"
2026.03.27 10:11:12,종이회사,입금,국민은행,"2,310,000","2,410,000"
`,
    currency: 'KRW',
    rows: [
      '2026-03-30 -85100 KRW |  |  | 체크카드결제 | 책방',
      '2026-03-27 +2310000 KRW |  |  | 입금 | 종이회사',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Hong Kong with its balance in the currency of the account',
    text: `Date,Transaction Details,Deposit,Withdrawal,Balance in Original Currency
27 Mar 2026,PAPER LTD,"2,310.00",,"2,410.00"
30 Mar 2026,BOOK SHOP,,85.10,"2,324.90"
`,
    currency: 'HKD',
    rows: ['2026-03-27 +2310.00 HKD |  |  | PAPER LTD | ', '2026-03-30 -85.10 HKD |  |  | BOOK SHOP | '],
    asks: ['currency'],
  },
  {
    bank: 'a card of Malaysia that marks only what is paid back',
    text: `Transaction Date,Posting Date,Transaction Description,Amount (RM)
27/03/2026,28/03/2026,BOOK SHOP KL,85.10
30/03/2026,30/03/2026,PAYMENT - THANK YOU,500.00CR
`,
    rows: [
      '2026-03-28 -85.10 MYR |  |  | BOOK SHOP KL | ',
      '2026-03-30 +500.00 MYR |  |  | PAYMENT - THANK YOU | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a bank of Croatia that owes and claims',
    text: `Datum transakcije;Opis;Dugovni iznos;Potražni iznos
30.03.2026;Knjižara;85,10;
27.03.2026;Papir d.o.o.;;2.310,00
`,
    currency: 'EUR',
    rows: ['2026-03-30 -85.10 EUR |  |  | Knjižara | ', '2026-03-27 +2310.00 EUR |  |  | Papir d.o.o. | '],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Kazakhstan with blanks after its signs',
    text: `Дата,Сумма,Операция,Детали
30.03.26,- 85 100,Покупка,Книги
27.03.26,+ 2 310 000,Пополнение,Бумага
`,
    currency: 'KZT',
    rows: [
      '2026-03-30 -85100 KZT |  |  | Покупка | Книги',
      '2026-03-27 +2310000 KZT |  |  | Пополнение | Бумага',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Israel with the day of value and a way of payment',
    text: `תאריך,יום ערך,תיאור התנועה,₪ זכות/חובה,₪ יתרה,אסמכתה,ערוץ ביצוע
30/03/2026,31/03/2026,ספרים,-85.10,2324.90,772,כרטיס
27/03/2026,27/03/2026,נייר,2310.00,2410.00,771,העברה
`,
    rows: ['2026-03-30 -85.10 ILS |  |  | ספרים | ', '2026-03-27 +2310.00 ILS |  |  | נייר | '],
    asks: [],
  },
]
