import type { BankTable } from '../../bankTable.ts'

/** Layouts that were read wrongly, or not at all, when they were first seen. */
export const unseenTables: BankTable[] = [
  {
    bank: 'a wallet whose goods have postage, insurance and fees',
    text: `"Date","Time","Time zone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Item Title","Postage and Packaging Amount","Insurance Amount","Custom Number","Balance"
"27/03/2026","09:12:11","GMT","","General Deposit","Completed","GBP","23.10","0.00","23.10","T1","","0.00","","","23.10"
"28/03/2026","09:12:20","GMT","Book Barn","Express Checkout Payment","Completed","GBP","-23.10","0.00","-23.10","T2","Two books","0.00","","","0.00"
`,
    rows: [
      '2026-03-27 +23.10 GBP |  |  | General Deposit | ',
      '2026-03-28 -23.10 GBP | Book Barn |  | Express Checkout Payment | Two books',
    ],
  },
  {
    bank: 'a broker with one name above a currency and its amount',
    text: `Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id
31-03-2026,16:55,31-03-2026,ACME CORP,US0000000001,"Koop 1 @ 33,9 EUR",,EUR,"-33,90",EUR,"66,10",a1
30-03-2026,09:03,29-03-2026,ACME CORP,US0000000001,Dividend,,EUR,"0,44",EUR,"100,00",
27-03-2026,09:51,26-03-2026,,,Storting,,EUR,"99,56",EUR,"99,56",
`,
    rows: [
      '2026-03-31 -33.90 EUR |  |  | Koop 1 @ 33,9 EUR | ',
      '2026-03-30 +0.44 EUR |  |  | Dividend | ',
      '2026-03-27 +99.56 EUR |  |  | Storting | ',
    ],
    asks: ['reference'],
  },
  {
    bank: 'a card of Fineco, with its way of repayment',
    text: `Carta di credito n. 4000 0000 0000 0000;;;;;
Intestata a: ANNA ROSSI;;;;;

Data operazione;Data Registrazione;Descrizione Operazione;Tipo spesa;Tipo rimborso;Importo in euro

27/03/26;28/03/26;LIBRERIA;A;SALDO;53.36
28/03/26;30/03/26;EDICOLA;A;SALDO;11.90
31/03/26;31/03/26;TRENO;A;SALDO;39.00
`,
    rows: [
      '2026-03-28 -53.36 EUR |  |  | A | LIBRERIA',
      '2026-03-30 -11.90 EUR |  |  | A | EDICOLA',
      '2026-03-31 -39.00 EUR |  |  | A | TRENO',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a broker whose currency is not written as a code of ISO',
    currency: 'CAD',
    text: `Date de transaction,Date de règlement,Type de transaction,Symbole,Description,Quantité,Prix,Commission payée,Montant de l'opération,Devise du compte
-,2026-03-27,DIVIDENDE,XYZ,FONDS XYZ,9,-,0,"2,53",CAN
2026-03-28,2026-03-30,ACHAT,XYZ,FONDS XYZ,1,"27,35","0,00","-27,35",CAN
`,
    rows: [
      '2026-03-27 +2.53 CAD |  |  | DIVIDENDE | FONDS XYZ',
      '2026-03-30 -27.35 CAD |  |  | ACHAT | FONDS XYZ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a wallet of Bitcoin with what was paid for it',
    text: `Date,Transaction Type,BTC Amount,BTC Price,Fiat Amount (excl. fees),Fiat Currency,Fee,Fee Currency,Counterparty
2026-03-27T14:23:17Z,Sell,0.02847593,92341.28,2629.45,CHF,0.00,CHF,Exchange AG
2026-03-30T09:41:06Z,Buy,0.00284516,95287.63,271.05,CHF,2.45,CHF,Exchange AG
`,
    rows: [
      '2026-03-27 +2629.45 CHF | Exchange AG |  | Sell | ',
      '2026-03-30 -271.05 CHF | Exchange AG |  | Buy | ',
      '2026-03-30 -2.45 CHF |  |  | Fee | ',
    ],
    asks: ['side', 'fees'],
  },
  {
    bank: 'a wallet with a total that includes its fees',
    text: `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2026-03-27 16:57:02 UTC,Buy,ETH,0.5,EUR,€1000.00,€1012.00,€12.00,Bought a half
a2,2026-03-30 16:36:01 UTC,Buy,ETH,0.1,EUR,€200.00,€203.00,€3.00,Bought a tenth
`,
    rows: [
      '2026-03-27 -1012.00 EUR |  |  | Buy | Bought a half',
      '2026-03-30 -203.00 EUR |  |  | Buy | Bought a tenth',
    ],
    asks: ['fees', 'sign', 'fees', 'reference'],
  },
  {
    bank: 'names of columns of which some end with a colon',
    text: `Account number :;LU28 0019 4006 4475 0000;
Accounting date;Description;Operation amount;Currency;Value date;Counterparty account;Counterparty name :;Communication 1 :;Communication 2 :;Operation reference
27-03-2026;Transfer;2310,00;EUR;27-03-2026;DE89370400440532013000;Papier GmbH;Pay;March;R1
31-03-2026;Debit;-85,10;EUR;31-03-2026;DE02120300000000202051;Energie AG;Bill;7;R2
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Papier GmbH | DE89370400440532013000 | Transfer | Pay March R1',
      '2026-03-31 -85.10 EUR | Energie AG | DE02120300000000202051 | Debit | Bill 7 R2',
    ],
    asks: ['sign'],
  },
  {
    bank: 'payments to and from accounts under a name that may be that of the own one',
    text: `transaction_id,account_number,transaction_date,amount,currency
T1,DE89370400440532013000,2026-03-27,1500.00,EUR
T2,DE02120300000000202051,2026-03-31,250.50,EUR
`,
    rows: [
      '2026-03-27 -1500.00 EUR |  | DE89370400440532013000 |  | ',
      '2026-03-31 -250.50 EUR |  | DE02120300000000202051 |  | ',
    ],
    asks: ['sign', 'counterpartyIban'],
  },
  {
    bank: 'dates of two kinds in one column',
    currency: 'EUR',
    text: `Date;Description;Amount;Balance
2026-03-25;Rent;-500,00;500,00
2026-03-26;Pay;1500,00;2000,00
2026-03-27;Books;-20,00;1980,00
29.03.2026;Kiosk;-4,10;1975,90
31.03.2026;Energy;-85,10;1890,80
`,
    rows: [
      '2026-03-25 -500.00 EUR |  |  | Rent | ',
      '2026-03-26 +1500.00 EUR |  |  | Pay | ',
      '2026-03-27 -20.00 EUR |  |  | Books | ',
      '2026-03-29 -4.10 EUR |  |  | Kiosk | ',
      '2026-03-31 -85.10 EUR |  |  | Energy | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'dates of three kinds with the year first',
    currency: 'EUR',
    text: `Date,Description,Withdrawal,Deposit,Balance
2026-03-26,Pay,,2500.00,3000.00
2026.03.27,Books,50.10,,2949.90
20260331,Energy,85.10,,2864.80
`,
    rows: [
      '2026-03-26 +2500.00 EUR |  |  | Pay | ',
      '2026-03-27 -50.10 EUR |  |  | Books | ',
      '2026-03-31 -85.10 EUR |  |  | Energy | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Nordea of Sweden, with a reserved purchase and notes',
    text: `Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Ytterligare detaljer;Meddelande;Egna anteckningar;Saldo;Valuta;
Reserverat;-89,00;;;Kaffebaren;Kortköp;;;;SEK;
2026/03/31;-851,00;;5343-2795;Energi AB;Energi AB;62500016901740;El mars;1459,00;SEK;
2026/03/27;2310,00;1709 20 72840;;Papper AB;Papper AB;Lön;;2310,00;SEK;
`,
    rows: [
      'pending -89.00 SEK | Kaffebaren |  |  | Kortköp',
      '2026-03-31 -851.00 SEK | Energi AB |  |  | Energi AB 62500016901740 El mars',
      '2026-03-27 +2310.00 SEK | Papper AB |  |  | Papper AB Lön',
    ],
    asks: ['reference'],
  },
  {
    bank: 'a bank of Slovakia, with columns for each side',
    text: `Dátum;Na ťarchu účtu;V prospech účtu;Mena;Protistrana;VS;Poznámka
27.03.2026;;2310,00;EUR;Papier s.r.o.;998877;Výplata
31.03.2026;85,10;;EUR;Energia a.s.;778899;Faktúra
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Papier s.r.o. |  |  | 998877 Výplata',
      '2026-03-31 -85.10 EUR | Energia a.s. |  |  | 778899 Faktúra',
    ],
  },
  {
    bank: 'a bank of Korea, with a line of totals',
    text: `거래일시,적요,기재내용,찾으신금액(원),맡기신금액(원),잔액(원),거래점
2026.03.27 10:15:00,이체,종이회사,0,"2,310,000","2,410,000",본점
2026.03.31 09:00:00,인터넷,전기요금,"85,100",0,"2,324,900",강남
합계,,,"85,100","2,310,000",,
`,
    rows: [
      '2026-03-27 +2310000 KRW |  |  | 이체 | 종이회사',
      '2026-03-31 -85100 KRW |  |  | 인터넷 | 전기요금',
    ],
  },
  {
    bank: 'a wallet of China, with a slash where there is no note',
    currency: 'CNY',
    text: `交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注
2026-03-27 14:26:00,商户消费,书店,两本书,支出,¥28.00,零钱,支付成功,4200001,M1001,/
2026-03-31 09:02:11,微信红包,朋友,/,收入,¥5.00,/,已存入零钱,4200002,M1002,生日
`,
    rows: [
      '2026-03-27 -28.00 CNY | 书店 |  | 商户消费 | 两本书',
      '2026-03-31 +5.00 CNY | 朋友 |  | 微信红包 | 生日',
    ],
  },
  {
    bank: 'a bank with a flag that nobody knows',
    currency: 'EUR',
    text: `Datum;Text;Betrag;Saldo;Qwrtz
27.03.2026;Gehalt;2310,00;2410,00;ja
28.03.2026;Buch;-23,40;2386,60;nein
31.03.2026;Strom;-85,10;2301,50;ja
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Gehalt | ',
      '2026-03-28 -23.40 EUR |  |  | Buch | ',
      '2026-03-31 -85.10 EUR |  |  | Strom | ',
    ],
    asks: ['currency', 'status'],
  },
  {
    bank: 'a bank with a flag for entries that were taken back',
    currency: 'EUR',
    text: `Datum;Text;Betrag;Saldo;Storniert
27.03.2026;Gehalt;2310,00;2410,00;nein
28.03.2026;Buch;-23,40;2386,60;ja
31.03.2026;Strom;-85,10;2301,50;nein
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Gehalt | ',
      '2026-03-28 -23.40 EUR |  |  | Buch | ',
      '2026-03-31 -85.10 EUR |  |  | Strom | ',
    ],
    asks: ['currency', 'status'],
  },
  {
    bank: 'a bank with the other party in a column of addresses',
    currency: 'EUR',
    text: `Datum;Adresse;Betrag;Saldo;Text
27.03.2026;Papier AG Seeweg 4 Thun;2310,00;2410,00;Lohn
31.03.2026;Energie AG Marktgasse 1 Bern;-85,10;2324,90;Strom
`,
    rows: ['2026-03-27 +2310.00 EUR |  |  | Lohn | ', '2026-03-31 -85.10 EUR |  |  | Strom | '],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'a bank of Turkey with a new balance',
    currency: 'TRY',
    text: `İşlem Tarihi;Açıklama;İşlem Tutarı;Yeni Bakiye
27.03.2026;Maaş;2.310,00;2.410,00
31.03.2026;Elektrik;-85,10;2.324,90
`,
    rows: ['2026-03-27 +2310.00 TRY |  |  | Maaş | ', '2026-03-31 -85.10 TRY |  |  | Elektrik | '],
    asks: ['currency'],
  },
  {
    bank: 'a card without column names, with what is owed',
    currency: 'CAD',
    text: `03/05/2026,TIM HORTONS,4.25,,104.25
03/14/2026,PAYMENT - THANK YOU,,50.00,54.25
03/31/2026,BOOKS,23.40,,77.65
`,
    rows: [
      '2026-03-05 +4.25 CAD |  |  |  | TIM HORTONS',
      '2026-03-14 -50.00 CAD |  |  |  | PAYMENT - THANK YOU',
      '2026-03-31 +23.40 CAD |  |  |  | BOOKS',
    ],
    asks: ['header', 'bookingDate', 'currency', 'debit'],
  },
  {
    bank: 'a bank of Hungary, with letters for the sides',
    currency: 'HUF',
    text: `Könyvelés dátuma;Partner neve;Összeg;Terhelés vagy jóváírás (T/J);Közlemény
2026.03.27.;Papír Kft.;2310;J;Bér
2026.03.31.;Energia Kft.;85;T;Számla
`,
    rows: [
      '2026-03-27 +2310 HUF | Papír Kft. |  |  | Bér',
      '2026-03-31 -85 HUF | Energia Kft. |  |  | Számla',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Italy, with letters for the sides',
    currency: 'EUR',
    text: `Data operazione;Data valuta;Descrizione;Segno;Importo;Saldo
27/03/2026;27/03/2026;STIPENDIO;A;2.310,00;2.410,00
31/03/2026;31/03/2026;ENERGIA;D;85,10;2.324,90
`,
    rows: ['2026-03-27 +2310.00 EUR |  |  | STIPENDIO | ', '2026-03-31 -85.10 EUR |  |  | ENERGIA | '],
    asks: ['currency'],
  },
  {
    bank: 'a bank of France with both sides in its column of debits',
    currency: 'EUR',
    text: `Date opération;Date valeur;libellé;Débit;Crédit;
31/03/2026;31/03/2026;ENERGIE;-85,10;;
27/03/2026;27/03/2026;SALAIRE;2310;;
`,
    rows: ['2026-03-31 -85.10 EUR |  |  | ENERGIE | ', '2026-03-27 +2310 EUR |  |  | SALAIRE | '],
    asks: ['currency', 'debit'],
  },
]
