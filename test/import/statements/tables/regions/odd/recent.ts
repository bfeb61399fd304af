import type { BankTable } from '../../bankTable.ts'

/** Layouts that were read wrongly, or not at all, when they were first seen. */
export const recentTables: BankTable[] = [
  {
    bank: 'a card of Japan with two digits of the year before the month',
    currency: 'JPY',
    text: `利用日,利用店名,利用金額
26/03/03,書店,"5,000"
26/03/14,鉄道,"1,200"
26/03/27,電器店,800
`,
    rows: [
      '2026-03-03 -5000 JPY | 書店 |  |  | ',
      '2026-03-14 -1200 JPY | 鉄道 |  |  | ',
      '2026-03-27 -800 JPY | 電器店 |  |  | ',
    ],
    asks: ['dateFormat', 'currency', 'sign'],
  },
  {
    bank: 'a card of Norway whose reserved purchases have no date',
    text: `TransactionDate,BookDate,ValueDate,Text,Type,Currency Amount,Currency Rate,Currency,Amount
2026-03-26,2026-03-27,2026-03-27,BOKHANDEL OSLO,Kjøp,-499.00,1,NOK,-499.00
2026-03-28,2026-03-30,2026-03-30,Fra 12345678901,Innbetaling,2500.00,1,NOK,2500.00
,,,KLESBUTIKK OSLO,Reservert,-299.00,1,NOK,-299.00
`,
    rows: [
      '2026-03-27 -499.00 NOK |  |  | Kjøp | BOKHANDEL OSLO',
      '2026-03-30 +2500.00 NOK |  |  | Innbetaling | Fra 12345678901',
      'pending -299.00 NOK |  |  | Reservert | KLESBUTIKK OSLO',
    ],
    asks: ['unbooked', 'sign'],
  },
  {
    bank: 'a bank in French that calls the account of the other party the number of the account',
    text: `"Date","Bénéficiaire","Numéro de compte","Type de transaction","Référence de paiement","Montant (EUR)"
"2026-03-27","Papier SARL","DE89370400440532013000","Revenus","Salaire","2310.00"
"2026-03-31","Energie SA","DE02120300000000202051","Virement","Facture","-85.10"
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Papier SARL | DE89370400440532013000 | Revenus | Salaire',
      '2026-03-31 -85.10 EUR | Energie SA | DE02120300000000202051 | Virement | Facture',
    ],
    asks: ['sign', 'counterpartyIban'],
  },
  {
    bank: 'a budget with a shop whose name is a number',
    currency: 'SEK',
    text: `"Date","Payee","Memo","Outflow","Inflow"
"2026-03-27","Papper AB","Lön","","2310.00"
"2026-03-30","232","Hyra","1343.00",""
"2026-03-31","Energi AB","El","85.10",""
`,
    rows: [
      '2026-03-27 +2310.00 SEK | Papper AB |  |  | Lön',
      '2026-03-30 -1343.00 SEK | 232 |  |  | Hyra',
      '2026-03-31 -85.10 SEK | Energi AB |  |  | El',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a journal with the day of the message next to that of the payment',
    currency: 'EUR',
    text: `id;message_date;transaction_date;payee;description;amount
T1;2026-03-28;2026-03-27;Papier;Lohn;2310.00
T2;2026-04-01;2026-03-31;Energie;Strom;-85.10
`,
    rows: ['2026-03-28 +2310.00 EUR | Papier |  | Lohn | ', '2026-04-01 -85.10 EUR | Energie |  | Strom | '],
    asks: ['bookingDate', 'currency', 'sign'],
  },
  {
    bank: 'a card of Italy with the sum of its purchases below its way of repayment',
    currency: 'EUR',
    text: `Intestatario carta;Numero carta;Data operazione;Data registrazione;Descrizione;Stato operazione;Tipo operazione;Circuito;Tipo rimborso;Importo
ANNA ROSSI;4000 **** **** 0000;26/03/2026;27/03/2026;LIBRERIA;contabilizzato;pagamento;VISA;a saldo;-53,36
ANNA ROSSI;4000 **** **** 0000;30/03/2026;;EDICOLA;autorizzato;pagamento;VISA;a saldo;-11,90
;;;;;;;;Totale movimenti;65,26
`,
    rows: [
      '2026-03-27 -53.36 EUR |  |  | pagamento | LIBRERIA',
      'pending -11.90 EUR |  |  | pagamento | EDICOLA',
    ],
    asks: ['currency', 'sign', 'reference'],
  },
  {
    bank: 'a wallet of America whose card was charged',
    text: `"Transaction ID","Date","Transaction Type","Currency","Amount","Fee","Net Amount","Status","Notes","Name of sender/receiver"
"a1","2026-03-27 16:12:36 EDT","Cash Card Debit","USD","-$2.90","$0","-$2.90","CARD CHARGED","METRO",""
"b2","2026-03-31 23:59:59 EDT","Sent P2P","USD","-$5","$0","-$5","PAYMENT SENT","","Ann Example"
`,
    rows: [
      '2026-03-27 -2.90 USD |  |  | Cash Card Debit | METRO',
      '2026-03-31 -5 USD | Ann Example |  | Sent P2P | ',
    ],
  },
  {
    bank: 'a wallet of China with transfers out and in',
    currency: 'CNY',
    text: `交易时间,交易对方,摘要,收/支,交易金额,交易状态
2026-03-27 10:15:00,纸业公司,工资,转入,2310.00,已到账
2026-03-31 09:00:00,电力公司,电费,转出,85.10,交易成功
`,
    rows: [
      '2026-03-27 +2310.00 CNY | 纸业公司 |  | 工资 | ',
      '2026-03-31 -85.10 CNY | 电力公司 |  | 电费 | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Hungary with the moment of the transaction, and an entry without a booking date',
    text: `Ellenoldali név;Forgalom típusa;Közlemény;Tranzakció időpontja;Könyvelés dátuma;Összeg;Devizanem
Papír Kft.;ÁTUTALÁS;Munkabér;2026-03-27 08:30:00;2026-03-27;450000;HUF
Energia Kft.;VÁSÁRLÁS;Áram;2026-03-31 09:15:00;;-4990;HUF
`,
    rows: [
      '2026-03-27 +450000 HUF | Papír Kft. |  | ÁTUTALÁS | Munkabér',
      'pending -4990 HUF | Energia Kft. |  | VÁSÁRLÁS | Áram',
    ],
    asks: ['unbooked', 'sign'],
  },
  {
    bank: 'a bank of America with minus signs behind the dollars of its debits',
    text: `Date,Check#,Transaction Type,Description,Debits(-),Credits(+)
03/27/2026,,CREDIT,INTEREST,,$60.15
03/30/2026,,DEBIT,SERVICE CHARGE,$-25.00,
03/31/2026,,DEBIT,WIRE,$-800.00,
`,
    currency: 'USD',
    rows: [
      '2026-03-27 +60.15 USD |  |  | CREDIT | INTEREST',
      '2026-03-30 -25.00 USD |  |  | DEBIT | SERVICE CHARGE',
      '2026-03-31 -800.00 USD |  |  | DEBIT | WIRE',
    ],
  },
  {
    bank: 'a bank of India with CR and DR above its amounts',
    currency: 'INR',
    text: `Tran Date,PARTICULARS,CR,DR
27-03-2026,SALARY,85000.00,
30-03-2026,GROCERIES,,2340.50
31-03-2026,ENERGY,,1200.00
`,
    rows: [
      '2026-03-27 +85000.00 INR |  |  | SALARY | ',
      '2026-03-30 -2340.50 INR |  |  | GROCERIES | ',
      '2026-03-31 -1200.00 INR |  |  | ENERGY | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a card of India with sides before its amounts',
    currency: 'INR',
    text: `Date,Transaction Details,Sr.No.,Amount(in Rs)
27-Mar-26,BOOKS,1,"Dr.1,499.00"
30-Mar-26,REFUND,2,CR500.00
31-Mar-26,TRAIN,3,Dr.860.00
`,
    rows: [
      '2026-03-27 -1499.00 INR |  |  | BOOKS | ',
      '2026-03-30 +500.00 INR |  |  | REFUND | ',
      '2026-03-31 -860.00 INR |  |  | TRAIN | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a bank of Russia with receipts and expenses in two currencies',
    text: `Дата операции;Выполнено банком;Номер документа;Сумма в валюте операции (поступления);Сумма в валюте операции (расходы);Валюта операции;Сумма в валюте счета (поступления);Сумма в валюте счета (расходы);Валюта счета;Детали операции (назначение платежа)
27.03.2026 02:15;28.03.2026;A1;2 310,00;;RUB;2 310,00;;RUB;Зарплата
30.03.2026 13:09;31.03.2026;A2;;85,10;RUB;;85,10;RUB;Свет
`,
    rows: ['2026-03-28 +2310.00 RUB |  |  |  | Зарплата', '2026-03-31 -85.10 RUB |  |  |  | Свет'],
  },
  {
    bank: 'a bank of Mexico without column names, with zeros in both columns of one day',
    currency: 'MXN',
    text: `42674796,31/03/2026,030580900038663708,224083507,SPEI Recibido,4,0,789.20,"891.67",41706960
42674796,27/03/2026,030580900038663708,348523501,IVA,3,0.0,0,"102.47",34879769
42674796,27/03/2026,030580900038663708,348523501,SPEI Enviado,2,499.76,0,"102.47",34879769
42674796,26/03/2026,030580900038663708,222009307,SPEI Recibido,1,0,439.51,"602.23",82674076
`,
    rows: [
      '2026-03-31 +789.20 MXN |  |  |  | SPEI Recibido',
      '2026-03-27 +0 MXN |  |  |  | IVA',
      '2026-03-27 -499.76 MXN |  |  |  | SPEI Enviado',
      '2026-03-26 +439.51 MXN |  |  |  | SPEI Recibido',
    ],
    asks: ['header', 'bookingDate', 'currency', 'debit'],
  },
  {
    bank: 'a budget with several accounts, of which one has a number in its name',
    currency: 'USD',
    text: `Account,Date,Payee,Notes,Category,Amount
Checking,2026-03-27,Paper Ltd,,Income,2310.00
Checking,2026-03-27,Books,,Books,-23.40
Savings 401k,2026-03-28,Energy,,Bills,-85.10
Checking,2026-03-28,Train,,Travel,-12.00
Savings 401k,2026-03-30,Paper Ltd,,Income,100.00
Checking,2026-03-30,Kiosk,,Food,-4.10
Savings 401k,2026-03-31,Bakery,,Food,-3.20
Checking,2026-03-31,Books,,Books,-9.90
`,
    rows: [
      '2026-03-27 +2310.00 USD | Paper Ltd |  |  | ',
      '2026-03-27 -23.40 USD | Books |  |  | ',
      '2026-03-28 -85.10 USD | Energy |  |  | ',
      '2026-03-28 -12.00 USD | Train |  |  | ',
      '2026-03-30 +100.00 USD | Paper Ltd |  |  | ',
      '2026-03-30 -4.10 USD | Kiosk |  |  | ',
      '2026-03-31 -3.20 USD | Bakery |  |  | ',
      '2026-03-31 -9.90 USD | Books |  |  | ',
    ],
    asks: ['currency', 'sign', 'accountIban'],
  },
  {
    bank: 'a broker with debits and credits that include its fees, and rounded prices',
    currency: 'EUR',
    text: `ID,Timestamp,Type,Name,Shares,Rate,Commission,Debit,Credit
a1,27 Mar 26 16:45 +0100,Purchase,FUND ONE,1,135.14,1,136.14,0
b2,30 Mar 26 14:02 +0200,Purchase,ACME CORP,25,16.42,1,411.45,0
c3,31 Mar 26 12:23 +0200,Sale,FUND TWO,-5,96.8,1,0,482.99
`,
    rows: [
      '2026-03-27 -136.14 EUR | FUND ONE |  | Purchase | ',
      '2026-03-30 -411.45 EUR | ACME CORP |  | Purchase | ',
      '2026-03-31 +482.99 EUR | FUND TWO |  | Sale | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a broker with what is paid net of fees',
    currency: 'EUR',
    text: `Datum;Transactietype;Waarde (netto);Opmerking;ISIN;Aantal;Kosten;Belasting
2026-03-27;Storting;100,00;Anna Jansen;;;;
2026-03-30;Aankoop;-51,00;WERELD FONDS;IE0000000001;0,5;1,00;
2026-03-31;Onttrekking;-7,01;Winkel;;;;
`,
    rows: [
      '2026-03-27 +100.00 EUR |  |  | Storting | Anna Jansen',
      '2026-03-30 -51.00 EUR |  |  | Aankoop | WERELD FONDS',
      '2026-03-31 -7.01 EUR |  |  | Onttrekking | Winkel',
    ],
    asks: ['currency', 'sign', 'fees', 'reference'],
  },
  {
    bank: 'a card of Sweden with a total below each of its lists',
    text: `Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp
2026-03-26;2026-03-27;BOKHANDEL;STOCKHOLM;SEK;0;616,39
2026-03-29;2026-03-30;KAFFE;STOCKHOLM;SEK;0;89,85
Totalt belopp;;;;;;706,24
`,
    rows: ['2026-03-27 -616.39 SEK |  |  |  | BOKHANDEL', '2026-03-30 -89.85 SEK |  |  |  | KAFFE'],
    asks: ['sign'],
  },
  {
    bank: 'a bank of Belgium that calls the account of the other party the account',
    text: `Extrait;Date;Date valeur;Compte;Description;Montant;Devise
2026001;27.03.2026;27.03.2026;BE68 5390 0754 7034;VIREMENT DE PAPIER SA SALAIRE;2.310,00;EUR
2026003;31.03.2026;31.03.2026;BE71 0961 2345 6769;VOTRE VIREMENT ENERGIE SA;-85,10;EUR
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  | BE68539007547034 | VIREMENT DE PAPIER SA SALAIRE | ',
      '2026-03-31 -85.10 EUR |  | BE71096123456769 | VOTRE VIREMENT ENERGIE SA | ',
    ],
    asks: ['sign', 'counterpartyIban'],
  },
]
