/** Tables of wallets and money transfer services. */
import type { BankTable } from '../bankTable.ts'

export const walletTables: BankTable[] = [
  {
    bank: 'Revolut',
    preset: { name: 'Revolut' },
    text: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-03-26 10:00:00,2026-03-27 08:00:00,Kiosk,-3.20,0.00,EUR,COMPLETED,96.80
TRANSFER,Current,2026-03-29 10:00:00,2026-03-29 10:00:00,To Energy Inc,-85.10,1.50,EUR,COMPLETED,10.20
CARD_PAYMENT,Current,2026-03-30 10:00:00,,Hotel,-50.00,0.00,EUR,REVERTED,
TOPUP,Current,2026-03-31 09:00:00,2026-03-31 09:00:00,Payment from A Smith,200.00,0.00,EUR,COMPLETED,210.20
CARD_PAYMENT,Current,2026-03-31 10:00:00,,Café,-4.00,0.00,EUR,PENDING,
`,
    rows: [
      '2026-03-27 -3.20 EUR |  |  | CARD_PAYMENT | Kiosk',
      '2026-03-29 -85.10 EUR |  |  | TRANSFER | To Energy Inc',
      '2026-03-29 -1.50 EUR |  |  | Fee | To Energy Inc',
      '2026-03-31 +200.00 EUR |  |  | TOPUP | Payment from A Smith',
      'pending -4.00 EUR |  |  | CARD_PAYMENT | Café',
    ],
  },
  {
    bank: 'Wise',
    preset: { name: 'Wise' },
    text: `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"
TRANSFER-2,31-03-2026,-85.10,EUR,"Sent money to Energy Inc",R-1,114.90,,,,,"Energy Inc",DE89370400440532013000,,,,,,0.60
TRANSFER-1,27-03-2026,200.00,EUR,"Received money from Paper Ltd",Invoice 7,200.00,,,,"Paper Ltd",,,,,,,,0.00
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energy Inc | DE89370400440532013000 | Sent money to Energy Inc | R-1',
      '2026-03-27 +200.00 EUR | Paper Ltd |  | Received money from Paper Ltd | Invoice 7',
    ],
  },
  {
    bank: 'PayPal',
    preset: { name: 'PayPal' },
    text: `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Balance"
"27/03/2026","08:00:00","GMT","Paper Ltd","Express Checkout Payment","Completed","EUR","100.00","-3.20","96.80","p@example.com","me@example.com","1AB","96.80"
"30/03/2026","09:00:00","GMT","Energy Inc","Preapproved Payment","Denied","EUR","-40.00","0.00","-40.00","me@example.com","e@example.com","2AB","96.80"
"31/03/2026","10:00:00","GMT","Energy Inc","General Payment","Completed","EUR","-85.10","0.00","-85.10","me@example.com","e@example.com","3AB","11.70"
`,
    rows: [
      '2026-03-27 +100.00 EUR | Paper Ltd |  | Express Checkout Payment | ',
      '2026-03-27 -3.20 EUR |  |  | Fee | ',
      '2026-03-31 -85.10 EUR | Energy Inc |  | General Payment | ',
    ],
  },
  {
    bank: 'PayPal Germany',
    preset: { name: 'PayPal (German)' },
    text: `"Datum","Uhrzeit","Zeitzone","Beschreibung","Währung","Brutto","Entgelt","Netto","Guthaben","Transaktionscode","Absender E-Mail-Adresse","Name","Name der Bank","Bankkonto","Versand- und Bearbeitungsgebühr","Umsatzsteuer","Rechnungsnummer","Zugehöriger Transaktionscode"
"27.03.2026","08:00:00","Europe/Berlin","Handyzahlung","EUR","100,00","-3,20","96,80","96,80","1AB","p@example.com","Papier GmbH","","","0,00","0,00","",""
"31.03.2026","10:00:00","Europe/Berlin","Zahlung im Einzugsverfahren","EUR","-85,10","0,00","-85,10","11,70","3AB","me@example.com","Netz AG","","","0,00","0,00","",""
`,
    rows: [
      '2026-03-27 +100.00 EUR | Papier GmbH |  | Handyzahlung | ',
      '2026-03-27 -3.20 EUR |  |  | Entgelt | ',
      '2026-03-31 -85.10 EUR | Netz AG |  | Zahlung im Einzugsverfahren | ',
    ],
  },
  {
    bank: 'Wise history',
    text: `ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch
"TRANSFER-2",COMPLETED,OUT,"2026-03-31 10:00:00","2026-03-31 10:00:00",0.60,EUR,,,"A Smith",84.50,EUR,"Energy Inc",84.50,EUR,1.0,R-1,
"TRANSFER-1",COMPLETED,IN,"2026-03-27 08:00:00","2026-03-27 08:00:00",0.00,EUR,,,"Paper Ltd",200.00,EUR,"A Smith",200.00,EUR,1.0,Invoice 7,
`,
    asks: ['fees'],
    rows: [
      '2026-03-31 -84.50 EUR | Energy Inc |  |  | R-1',
      '2026-03-31 -0.60 EUR |  |  | Source fee amount | R-1',
      '2026-03-27 +200.00 EUR | Paper Ltd |  |  | Invoice 7',
    ],
  },
  {
    bank: 'Revolut in French',
    text: `Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde
Paiement par carte,Valeur actuelle,2026-03-29 22:36:52,2026-03-31 16:33:13,Kiosque,-85.10,0.50,EUR,TERMINÉ,914.40
Ajout de fonds,Valeur actuelle,2026-04-01 16:39:57,2026-04-01 16:41:33,Rechargement,500.00,0.00,EUR,TERMINÉ,1414.40
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Paiement par carte | Kiosque',
      '2026-03-31 -0.50 EUR |  |  | Frais | Kiosque',
      '2026-04-01 +500.00 EUR |  |  | Ajout de fonds | Rechargement',
    ],
    asks: ['fees'],
  },
  {
    bank: 'Shopify payments, with orders and fees',
    text: `Transaction Date,Type,Order,Card Brand,Payout Status,Payout Date,Available On,Amount,Fee,Net,Checkout,Payment Method Name,Presentment Amount,Presentment Currency,Currency
2026-03-31 10:12:00 +0200,charge,#1001,visa,paid,2026-04-02,2026-04-02,119.00,3.15,115.85,#c1,card,119.00,EUR,EUR
2026-03-27 10:12:00 +0200,refund,#1000,visa,paid,2026-04-01,2026-04-01,-20.00,0.00,-20.00,#c2,card,-20.00,EUR,EUR
`,
    asks: ['reference'],
    rows: [
      '2026-03-31 +119.00 EUR |  |  | charge | #1001',
      '2026-03-31 -3.15 EUR |  |  | Fee | #1001',
      '2026-03-27 -20.00 EUR |  |  | refund | #1000',
    ],
  },
  {
    bank: 'SumUp, with what is paid out',
    text: `Datum,Transaktions-ID,Zahlungsart,Status,Betrag inkl. MwSt.,Gebühr,Auszahlung,Währung
2026-03-31 12:11,TA417,Umsatz,Erfolgreich,100.00,1.69,98.31,EUR
2026-03-30 12:11,TA416,Umsatz,Erfolgreich,20.00,0.34,19.66,EUR
`,
    rows: [
      '2026-03-31 +100.00 EUR |  |  | Umsatz | ',
      '2026-03-31 -1.69 EUR |  |  | Gebühr | ',
      '2026-03-30 +20.00 EUR |  |  | Umsatz | ',
      '2026-03-30 -0.34 EUR |  |  | Gebühr | ',
    ],
  },
  {
    bank: 'a marketplace, with a total of sales and fees',
    text: `date/time,type,description,product sales,selling fees,fba fees,other,total,currency
31 Mar 2026 10:11:12 UTC,Order,Paper,100.00,-15.00,-3.00,0,82.00,EUR
27 Mar 2026 10:11:12 UTC,Transfer,To your account,0,0,0,-310.00,-310.00,EUR
`,
    rows: [
      '2026-03-31 +82.00 EUR |  |  | Order | Paper',
      '2026-03-27 -310.00 EUR |  |  | Transfer | To your account',
    ],
    asks: ['sign'],
  },
  {
    bank: 'finpension, with a category as the only text',
    currency: 'CHF',
    text: `Date;Category;ISIN;"Asset Currency";"Cash Flow";Balance
2026-03-01;Deposit;;CHF;1000.000000;1000.000000
2026-03-15;Buy;CH0012345678;CHF;-500.000000;500.000000
2026-03-31;Flat-rate fee;;CHF;-5.000000;495.000000
`,
    rows: [
      '2026-03-01 +1000.000000 CHF |  |  | Deposit | ',
      '2026-03-15 -500.000000 CHF |  |  | Buy | ',
      '2026-03-31 -5.000000 CHF |  |  | Flat-rate fee | ',
    ],
    asks: ['reference'],
  },
  {
    bank: 'Outbank, with a flag for entries that are not booked yet',
    text: `Konto;Datum;Betrag;Währung;Name;Nummer;Zweck;Buchungstext;Vorgemerkt
DE89370400440532013000;02.04.26;-12,00;EUR;Imbiss;;Karte;Kartenzahlung;Ja
DE89370400440532013000;31.03.26;-85,10;EUR;Energie AG;DE02120300000000202051;Strom;Lastschrift;Nein
DE89370400440532013000;27.03.26;2.310,00;EUR;Papier GmbH;DE02500105170137075030;Gehalt;Gutschrift;Nein
`,
    rows: [
      'pending -12.00 EUR | Imbiss |  | Kartenzahlung | Karte',
      '2026-03-31 -85.10 EUR | Energie AG | DE02120300000000202051 | Lastschrift | Strom',
      '2026-03-27 +2310.00 EUR | Papier GmbH | DE02500105170137075030 | Gutschrift | Gehalt',
    ],
  },
]
