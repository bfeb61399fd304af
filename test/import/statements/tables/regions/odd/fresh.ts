import type { BankTable } from '../../bankTable.ts'

/** Tables of banks, cards, wallets and brokers that nobody had tried before. */
export const freshTables: BankTable[] = [
  {
    bank: 'a bank of the Congo whose amounts are marked and below other names',
    text: `XXXX-778812-01-01,,,,,,,,
Opening Balance,USD 812.40,,,,,,,
Closing Balance,USD 1056.10,,,,,,,
Alternate Account Number,00017-25000-778812-99,,,,,,,
Transaction Date,Value Date,Description,Reference Number,Currency,CREDIT,DEBIT,Currency,Balance
03 Mar 2026,04 Mar 2026,FRAIS DE TENUE DE COMPTE,RF991201,USD,6.30Dr,USD,806.10,
09 Mar 2026,09 Mar 2026,VIREMENT RECU PAPETERIE,RF991202,USD,300.00Cr,USD,1106.10,
11 Mar 2026,11 Mar 2026,RETRAIT GUICHET,RF991203,USD,50.00Dr,USD,1056.10,
`,
    currency: 'USD',
    rows: [
      '2026-03-03 -6.30 USD |  |  | FRAIS DE TENUE DE COMPTE | ',
      '2026-03-09 +300.00 USD |  |  | VIREMENT RECU PAPETERIE | ',
      '2026-03-11 -50.00 USD |  |  | RETRAIT GUICHET | ',
    ],
    asks: [],
  },
  {
    bank: 'a bank of Zambia with names in three rows',
    text: `Transaction,,,,,,
,Value date,,Transaction description,Debits,Credits,Balance
date,,,,,,
,02/03/2026,Opening balance,,,,"12 400,50"
02/03/2026,02/03/2026,ZM77120 INTERNAL TRANSFER Inv 31 - PAPER,,"600,00",,"11 800,50"
14/03/2026,14/03/2026,ZM77121 INWARD SWIFT,,,"2 100,00","13 900,50"
,31/03/2026,Closing balance,,,,"13 900,50"
Debits,"600,00",,,,,
Credits,"2 100,00",,,,,
`,
    currency: 'ZMW',
    rows: [
      '2026-03-02 -600.00 ZMW |  |  |  | ZM77120 INTERNAL TRANSFER Inv 31 - PAPER',
      '2026-03-14 +2100.00 ZMW |  |  |  | ZM77121 INWARD SWIFT',
    ],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'a wallet of Italy with a payment that was not approved',
    text: `id,name,state,kind,date,amount,currency,extra info
1a-77,"Ricarica conto",APPROVED,BANK,"24 mar 2026. 02:59:45","40,50 ",EUR,""
1a-78,"Ada Verdi",APPROVED,P2P,"22 mar 2026. 19:45:52","-18,00 ",EUR,"Cena"
1a-79,"Libreria",APPROVED,C2B,"20 mar 2026. 12:21:36","-9,90 ",EUR,""
1a-80,"Edicola",NOT APPROVED,P2P,"13 mar 2026. 11:48:16","-5,00 ",EUR,""
`,
    currency: 'EUR',
    rows: [
      '2026-03-24 +40.50 EUR | Ricarica conto |  | BANK | ',
      '2026-03-22 -18.00 EUR | Ada Verdi |  | P2P | Cena',
      '2026-03-20 -9.90 EUR | Libreria |  | C2B | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a card of Russia with a purchase abroad',
    text: `Тип карты;Номер карты;Дата совершения операции;Дата обработки операции;Код авторизации;Тип операции;Город совершения операции;Страна совершения операции;Описание;Валюта операции;Сумма в валюте операции;Сумма в валюте счета
Основная;*1234;31.03.2026;31.03.2026;204840;4829;MOSCOW;RUS;SBOL перевод 4276****1111 И. ИВАН;RUR;500,00;500,00
Основная;*1234;28.03.2026;30.03.2026;204841;5942;KAZAN;RUS;KNIGI;RUR;-850,10;-850,10
Основная;*1234;25.03.2026;27.03.2026;204842;5942;BERLIN;DEU;BUECHER;EUR;-10,00;-1020,00
`,
    currency: 'RUB',
    rows: [
      '2026-03-31 +500.00 RUB |  |  | SBOL перевод 4276****1111 И. ИВАН | ',
      '2026-03-30 -850.10 RUB |  |  | KNIGI | ',
      '2026-03-27 -1020.00 RUB |  |  | BUECHER | ',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'a bank of Austria with texts behind the last name',
    text: `Kontonummer;Auszugsnummer;Buchungsdatum;Valutadatum;Umsatzzeit;Zahlungsreferenz;Waehrung;Betrag;Buchungstext;Umsatztext
32345678;1;2026-03-30;2026-03-30;2026-03-30-08.21.36.471920;"";EUR;150,00;"Datenträger-Umsatz";"Papier GmbH";"Lohn";"REF: 77"
32345678;1;2026-03-21;2026-03-21;2026-03-21-09.08.26.618116;"";EUR;0,00;"Verständigung";"Zinsänderung";"Bonuszins 0,60 %"
32345678;1;2026-03-10;2026-03-10;2026-03-10-10.09.26.114844;"";EUR;-100,00;"Internetauftrag";"Strom AG";"Rechnung 7";"Ende"
`,
    currency: 'EUR',
    rows: [
      '2026-03-30 +150.00 EUR |  |  | Datenträger-Umsatz | Papier GmbH Lohn REF: 77',
      '2026-03-21 +0.00 EUR |  |  | Verständigung | Zinsänderung Bonuszins 0,60 %',
      '2026-03-10 -100.00 EUR |  |  | Internetauftrag | Strom AG Rechnung 7 Ende',
    ],
    asks: ['sign', 'reference'],
  },
  {
    bank: 'a bank of Austria with payers and payees',
    text: `Buchungsdatum;Wertstellung;Betrag;Währung;Auftraggebername;Auftraggeber IBAN/Kto.Nr.;Auftraggeber BIC/BLZ;Empfängername;Empfänger IBAN/Kto.Nr.;Empfänger BIC/BLZ;Text;Verwendungszweck
30.03.2026;30.03.2026;-85,10;EUR;;;;;;;Zahlungsreferenz 7, Strom AG, Ringstraße 1;
27.03.2026;27.03.2026;2.310,00;EUR;Papier GmbH;AT611904300234573201;BKAUATWW;Ann Doe;AT022050302101023600;SPIHAT22;Papier GmbH, Lohn;Lohn März
`,
    currency: 'EUR',
    rows: [
      '2026-03-30 -85.10 EUR |  |  | Zahlungsreferenz 7, Strom AG, Ringstraße 1 | ',
      '2026-03-27 +2310.00 EUR | Papier GmbH | AT611904300234573201 | Papier GmbH, Lohn | Lohn März',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a card with the word pending in place of dates',
    text: `Date Processed,Description,Amount,
Pending,BOOK SHOP              LONDON       GBR,£17.40,
12-Mar-2026,ENERGY PLC             01222 61234  GBR,"£1,085.10",
10-Mar-2026,CARD PAYMENT RECEIVED THANK YOU,-£500.00,
09-Mar-2026,KIOSK                  LONDON       LND,£3.20,
`,
    currency: 'GBP',
    rows: [
      'pending -17.40 GBP |  |  | BOOK SHOP              LONDON       GBR | ',
      '2026-03-12 -1085.10 GBP |  |  | ENERGY PLC             01222 61234  GBR | ',
      '2026-03-10 +500.00 GBP |  |  | CARD PAYMENT RECEIVED THANK YOU | ',
      '2026-03-09 -3.20 GBP |  |  | KIOSK                  LONDON       LND | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a bank of Singapore with blanks for nothing',
    text: `
Account Details For:,POSB Savings 123-45678-9
Statement as at:,31 Mar 2026
Available Balance:,"2,324.90"
Ledger Balance:,"2,324.90"

Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2,Transaction Ref3

27 Mar 2026,UMC-, 7.80, ,BOOK SHOP SI SGP 22MAR,1234-5678,
26 Mar 2026,SAL, ,2310.00,PAPER PTE LTD,SALARY,
`,
    currency: 'SGD',
    rows: [
      '2026-03-27 -7.80 SGD |  |  |  | UMC- BOOK SHOP SI SGP 22MAR 1234-5678',
      '2026-03-26 +2310.00 SGD |  |  |  | SAL PAPER PTE LTD SALARY',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a card with flags for the sides',
    text: `Transaction Date,Posting Date,Billing Amount,Merchant,Merchant City ,Merchant State ,Merchant Zip ,Reference Number ,Debit/Credit Flag ,SICMCC Code
30/03/2026,31/03/2026,£85.10,ENERGY PLC,LEEDS,,,7512345000001,D,4900
27/03/2026,28/03/2026,£500.00,PAYMENT RECEIVED,,,,7512345000002,C,0000
25/03/2026,26/03/2026,£3.20,KIOSK,LONDON,,,7512345000003,D,5994
`,
    currency: 'GBP',
    rows: [
      '2026-03-31 -85.10 GBP | ENERGY PLC |  |  | ',
      '2026-03-28 +500.00 GBP | PAYMENT RECEIVED |  |  | ',
      '2026-03-26 -3.20 GBP | KIOSK |  |  | ',
    ],
    asks: ['reference'],
  },
  {
    bank: 'a wallet with a stroke between day and time',
    text: `Transaction ID,Type,Direction,Details,Date,Status,Amount,Currency,Fee,Fee currency,Balance,Merchant reference
9001,Deposit,In,Card deposit,27-03-2026 / 10:11,Completed,250.00,EUR,3.75,EUR,246.25,
9002,Payment,Out,Game Shop,30-03-2026 / 12:40,Completed,85.10,EUR,0.00,EUR,161.15,GS-77
`,
    currency: 'EUR',
    rows: [
      '2026-03-27 +250.00 EUR |  |  | Deposit | Card deposit',
      '2026-03-27 -3.75 EUR |  |  | Fee | Card deposit',
      '2026-03-30 -85.10 EUR |  |  | Payment | Game Shop GS-77',
    ],
    asks: ['fees'],
  },
  {
    bank: 'a bank of India with dashes for nothing',
    text: `Account Statement from 01/03/2026 to 31/03/2026,,,,,,,
Serial No,Transaction Date,Value Date,Description,Cheque Number,Debit,Credit,Balance
1,31/03/2026,31/03/2026,SMS CHARGES,-,17.70,-,"44,282.20Cr"
2,09/03/2026,09/03/2026,NEFT PAPER LTD,-,-,"32,150.00","44,299.90Cr"
3,02/03/2026,02/03/2026,UPI BOOK SHOP,-,850.10,-,"12,149.90Cr"
`,
    currency: 'INR',
    rows: [
      '2026-03-31 -17.70 INR |  |  | SMS CHARGES | ',
      '2026-03-09 +32150.00 INR |  |  | NEFT PAPER LTD | ',
      '2026-03-02 -850.10 INR |  |  | UPI BOOK SHOP | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a card with two amounts of one name',
    text: `Kreditkartentransaktionen;;;;;;;
Deutsche Bank MasterCard;1234XXXXXXXX5678;;;;;;
Zeitraum: 01.03.2026 - 31.03.2026;;;;;;;
Offizieller Saldo;;;;;;-88,30;EUR
Belegdatum;Eingangstag;Verwendungszweck;Fremdwährung;Betrag;Kurs;Betrag;Währung
27.03.2026;28.03.2026;BUCHLADEN KOELN;;;;-85,10;EUR
29.03.2026;31.03.2026;APP STORE;USD;-3,50;1,0938;-3,20;EUR
31.03.2026;31.03.2026;EINZAHLUNG;;;;100,00;EUR
`,
    currency: 'EUR',
    rows: [
      '2026-03-28 -85.10 EUR |  |  |  | BUCHLADEN KOELN',
      '2026-03-31 -3.20 EUR |  |  |  | APP STORE',
      '2026-03-31 +100.00 EUR |  |  |  | EINZAHLUNG',
    ],
    asks: ['amount', 'sign'],
  },
  {
    bank: 'a card of Singapore with purchases abroad',
    text: `United Overseas Bank Limited.,,,,,,
Company Reg No. 193500026Z,,,,,,
Account Number:,1234567812345678,,,,,
Statement Date:,31 Mar 2026,,,,,
Transaction Date,Posting Date,Description,Foreign Currency Type,Transaction Amount(Foreign),Local Currency Type,Transaction Amount(Local)
27 Mar 2026,30 Mar 2026,BOOK SHOP SINGAPORE,,,SGD,85.10
25 Mar 2026,26 Mar 2026,APP STORE,USD,3.50,SGD,4.70
20 Mar 2026,20 Mar 2026,PAYMT THRU E-BANK,,,SGD,-120.00
`,
    currency: 'SGD',
    rows: [
      '2026-03-30 -85.10 SGD |  |  | BOOK SHOP SINGAPORE | ',
      '2026-03-26 -4.70 SGD |  |  | APP STORE | ',
      '2026-03-20 +120.00 SGD |  |  | PAYMT THRU E-BANK | ',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'a wallet of Kenya with negative withdrawals',
    text: `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance
TCU7712,2026-03-30 10:11:12,Pay Bill to 888880 - ENERGY,Completed,,-850.00,"23,249.00"
TCU7711,2026-03-30 10:11:12,Pay Bill Charge,Completed,,-23.00,"24,099.00"
TCR7710,2026-03-27 09:00:00,Funds received from - PAPER LTD,Completed,"23,100.00",,"24,122.00"
`,
    currency: 'KES',
    rows: [
      '2026-03-30 -850.00 KES |  |  |  | Pay Bill to 888880 - ENERGY',
      '2026-03-30 -23.00 KES |  |  |  | Pay Bill Charge',
      '2026-03-27 +23100.00 KES |  |  |  | Funds received from - PAPER LTD',
    ],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'a broker with kinds of trades and no signs',
    text: `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Notes,ID
Deposit,2026-03-02 08:11:12,,,,,,,,,,250.00,"EUR",,,"Bank Transfer",771
Market buy,2026-03-03 08:11:12,IE00B4L5Y983,IWDA,"World ETF",1.2,84.1666,EUR,1,,,101.00,"EUR",,,,EOF772
Dividend (Dividend),2026-03-17 08:11:12,US0378331005,AAPL,"Apple",2,0.25,USD,Not available,,,0.39,"EUR",0.07,USD,,
Market sell,2026-03-20 08:11:12,IE00B4L5Y983,IWDA,"World ETF",0.6,85.00,EUR,1,0.50,"EUR",51.00,"EUR",,,,EOF773
`,
    currency: 'EUR',
    rows: [
      '2026-03-02 +250.00 EUR |  |  | Deposit | Bank Transfer',
      '2026-03-03 -101.00 EUR |  |  | Market buy | World ETF',
      '2026-03-17 +0.39 EUR |  |  | Dividend (Dividend) | Apple',
      '2026-03-20 +51.00 EUR |  |  | Market sell | World ETF',
    ],
    asks: ['bookingDate', 'fees', 'fees', 'side', 'reference'],
  },
  {
    bank: 'a card of Chile with a declined purchase',
    text: `Fecha;Hora;Tipo;Comercio;Monto;Estado
30/03/2026;10:11;Compra;LIBRERIA;-$8.510;Aprobada
27/03/2026;09:00;Carga;Transferencia PAPEL;$231.000;Aprobada
26/03/2026;09:00;Compra;KIOSCO;-$1.200;Rechazada
`,
    currency: 'CLP',
    rows: [
      '2026-03-30 -8510 CLP | LIBRERIA |  | Compra | ',
      '2026-03-27 +231000 CLP | Transferencia PAPEL |  | Carga | ',
    ],
    asks: ['sign', 'status'],
  },
  {
    bank: 'a shop of Sweden with fees and what is left',
    text: `Datum;Tid;Kvittonummer;Moms (25%);Totalt (SEK);Avgift (SEK);Netto (SEK);Betalningsmetod;Kortutgivare;Personal;Beskrivning
2026-03-30;10:11;771;20,00;100,00;-1,75;98,25;Kort;Visa;Ann;Kaffe
2026-03-27;09:11;770;10,00;50,00;-0,88;49,12;Kort;Visa;Ann;Bok
`,
    currency: 'SEK',
    rows: [
      '2026-03-30 +100.00 SEK |  |  | Kaffe | Kort Visa Ann',
      '2026-03-30 -1.75 SEK |  |  | Avgift (SEK) | Kort Visa Ann',
      '2026-03-27 +50.00 SEK |  |  | Bok | Kort Visa Ann',
      '2026-03-27 -0.88 SEK |  |  | Avgift (SEK) | Kort Visa Ann',
    ],
    asks: ['reference'],
  },
  {
    bank: 'a bank with brackets and a balance for each day',
    text: `Date,Transaction Type,Check Number,Description,Amount,Daily Posted Balance
3/30/2026,Debit,,DEBIT CARD PURCHASE BOOK SHOP 03-28,($85.10),"$2,324.90"
3/27/2026,Credit,,PAYROLL PAPER INC,"$2,310.00","$2,410.00"
3/26/2026,Check,101,CHECK,($40.00),
`,
    currency: 'USD',
    rows: [
      '2026-03-30 -85.10 USD |  |  | Debit | DEBIT CARD PURCHASE BOOK SHOP 03-28',
      '2026-03-27 +2310.00 USD |  |  | Credit | PAYROLL PAPER INC',
      '2026-03-26 -40.00 USD |  |  | Check | CHECK',
    ],
    asks: ['reference'],
  },
]
