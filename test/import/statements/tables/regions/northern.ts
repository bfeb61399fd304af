import type { BankTable } from '../bankTable.ts'

/** More banks of Britain, the North and the German-speaking countries. */
export const northernTables: BankTable[] = [
  {
    bank: 'First Direct',
    currency: 'GBP',
    text: `Date,Description,Amount,Balance
27/03/2026,PAPER LTD SALARY,2310.00,2410.00
31/03/2026,ENERGY CO DD,-85.10,2324.90
`,
    rows: [
      '2026-03-27 +2310.00 GBP |  |  | PAPER LTD SALARY | ',
      '2026-03-31 -85.10 GBP |  |  | ENERGY CO DD | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'TSB',
    currency: 'GBP',
    text: `Transaction date,Transaction type,Sort Code,Account Number,Transaction description,Debit amount,Credit amount,Balance
27/03/2026,FPI,'77-00-00,12345678,PAPER LTD,,2310.00,2410.00
31/03/2026,DD,'77-00-00,12345678,ENERGY CO,85.10,,2324.90
`,
    rows: ['2026-03-27 +2310.00 GBP |  |  | FPI | PAPER LTD', '2026-03-31 -85.10 GBP |  |  | DD | ENERGY CO'],
    asks: ['currency'],
    preset: { name: 'Lloyds, Halifax, Bank of Scotland' },
  },
  {
    bank: 'Tide UK',
    currency: 'GBP',
    text: `Date,Timestamp,Transaction ID,Transaction description,Reference,Amount,Status,Transaction type,Category name,From,To,Paid in,Paid out,Balance
2026-03-27,2026-03-27 09:00:00,abc-1,PAPER LTD,INV 7,2310.00,Completed,Faster Payment In,Income,PAPER LTD,Own Ltd,2310.00,,2410.00
2026-03-31,2026-03-31 09:00:00,abc-2,ENERGY CO,Bill,-85.10,Completed,Direct Debit,Utilities,Own Ltd,ENERGY CO,,85.10,2324.90
`,
    rows: [
      '2026-03-27 +2310.00 GBP | PAPER LTD |  | Faster Payment In | PAPER LTD INV 7',
      '2026-03-31 -85.10 GBP | ENERGY CO |  | Direct Debit | ENERGY CO Bill',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Metro Bank',
    currency: 'GBP',
    text: `Date,Transaction type,Description,Money out,Money in,Balance
27/03/2026,Inward Payment,PAPER LTD,,"2,310.00","2,410.00"
31/03/2026,Direct Debit,ENERGY CO,85.10,,"2,324.90"
`,
    rows: [
      '2026-03-27 +2310.00 GBP |  |  | Inward Payment | PAPER LTD',
      '2026-03-31 -85.10 GBP |  |  | Direct Debit | ENERGY CO',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Permanent TSB Ireland',
    text: `"Date","Payee","In/Out","Balance"
"27/03/2026","PAPER LTD","€2,310.00","€2,410.00"
"31/03/2026","ENERGY CO","-€85.10","€2,324.90"
`,
    rows: ['2026-03-27 +2310.00 EUR | PAPER LTD |  |  | ', '2026-03-31 -85.10 EUR | ENERGY CO |  |  | '],
  },
  {
    bank: 'Consorsbank',
    text: `Kontoumsätze;;;;;;
Kontonummer:;1234567890;;;;;
Buchung;Valuta;Sender / Empfänger;IBAN / Konto-Nr.;BIC / BLZ;Buchungstext;Verwendungszweck;Kategorie;Stichwörter;Umsatz geteilt;Betrag in EUR
31.03.2026;31.03.2026;Energie AG;DE89370400440532013000;COBADEFFXXX;LASTSCHRIFT;Abschlag März;Wohnen;;;-85,10
27.03.2026;27.03.2026;Papier GmbH;DE02120300000000202051;BYLADEM1001;GUTSCHRIFT;Gehalt;Einkommen;;;2.310,00
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie AG | DE89370400440532013000 | LASTSCHRIFT | Abschlag März',
      '2026-03-27 +2310.00 EUR | Papier GmbH | DE02120300000000202051 | GUTSCHRIFT | Gehalt',
    ],
  },
  {
    bank: 'HypoVereinsbank',
    text: `Kontonummer;Buchungsdatum;Valuta;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag;Waehrung
12345678;31.03.2026;31.03.2026;Energie AG;;SEPA-LASTSCHRIFT Abschlag;-85,10;EUR
12345678;27.03.2026;27.03.2026;Papier GmbH;;GEHALT;2.310,00;EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie AG |  |  | SEPA-LASTSCHRIFT Abschlag',
      '2026-03-27 +2310.00 EUR | Papier GmbH |  |  | GEHALT',
    ],
  },
  {
    bank: 'Targobank headerless',
    currency: 'EUR',
    text: `27.03.2026;Gutschrift Papier GmbH Gehalt;2.310,00;;;DE02120300000000202051
31.03.2026;Lastschrift Energie AG;-85,10;;;DE89370400440532013000
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  | DE02120300000000202051 |  | Gutschrift Papier GmbH Gehalt',
      '2026-03-31 -85.10 EUR |  | DE89370400440532013000 |  | Lastschrift Energie AG',
    ],
    asks: ['header', 'bookingDate', 'amount', 'currency'],
  },
  {
    bank: 'Santander Germany',
    text: `Buchungstag;Wertstellung;Auftraggeber;Empfänger;Verwendungszweck;Betrag in EUR;Saldo in EUR
31.03.2026;31.03.2026;Erika Muster;Energie AG;Abschlag;-85,10;2.324,90
27.03.2026;27.03.2026;Papier GmbH;Erika Muster;Gehalt;2.310,00;2.410,00
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie AG |  |  | Abschlag',
      '2026-03-27 +2310.00 EUR | Papier GmbH |  |  | Gehalt',
    ],
  },
  {
    bank: 'Vivid / C24',
    text: `Transaktionstyp,Buchungsdatum,Karteneinsatz,Betrag,Zahlungsempfänger,IBAN,BIC,Verwendungszweck,Beschreibung,Kontonummer,Kontoname,Kategorie,Unterkategorie,Bargeldabhebung
SEPA-Lastschrift,31.03.2026,,"-85,10 €",Energie AG,DE89370400440532013000,COBADEFFXXX,Abschlag,,DE02120300000000202051,Smartkonto,Wohnen,Strom,
SEPA-Gutschrift,27.03.2026,,"2.310,00 €",Papier GmbH,DE75512108001245126199,SOGEDEFFXXX,Gehalt,,DE02120300000000202051,Smartkonto,Einkommen,Gehalt,
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie AG | DE89370400440532013000 | SEPA-Lastschrift | Abschlag',
      '2026-03-27 +2310.00 EUR | Papier GmbH | DE75512108001245126199 | SEPA-Gutschrift | Gehalt',
    ],
  },
  {
    bank: 'Easybank Austria headerless',
    text: `AT611904300234573201;Gutschrift Gehalt Papier GmbH;27.03.2026;27.03.2026;+2.310,00;EUR
AT611904300234573201;Bezahlung Karte Energie AG;31.03.2026;31.03.2026;-85,10;EUR
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  |  | Gutschrift Gehalt Papier GmbH',
      '2026-03-31 -85.10 EUR |  |  |  | Bezahlung Karte Energie AG',
    ],
    asks: ['header', 'bookingDate', 'amount', 'sign', 'counterpartyIban'],
  },
  {
    bank: 'Credit Suisse',
    currency: 'CHF',
    text: `Buchungen;;;;;
Konto;CH9300762011623852957;;;;
Buchungsdatum;Text;Belastung;Gutschrift;Valutadatum;Saldo
31.03.2026;Zahlung Energie AG;85.10;;31.03.2026;2'324.90
27.03.2026;Gutschrift Papier AG;;2'310.00;27.03.2026;2'410.00
Total;;85.10;2'310.00;;
`,
    rows: [
      '2026-03-31 -85.10 CHF |  |  | Zahlung Energie AG | ',
      '2026-03-27 +2310.00 CHF |  |  | Gutschrift Papier AG | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Neon Switzerland',
    currency: 'CHF',
    text: `"Date";"Amount";"Original amount";"Original currency";"Exchange rate";"Description";"Subject";"Category";"Tags";"Wise";"Spaces"
"2026-03-31";"-85.10";"";"";"";"Energie AG";"";"finances";"";"no";"no"
"2026-03-27";"2310.00";"";"";"";"Papier AG";"Lohn";"income_salary";"";"no";"no"
`,
    rows: ['2026-03-31 -85.10 CHF |  |  | Energie AG | ', '2026-03-27 +2310.00 CHF |  |  | Papier AG | Lohn'],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'Lunar Denmark',
    currency: 'DKK',
    text: `Dato;Tekst;Beløb;Saldo;Kategori;Note
2026-03-31;Energi A/S;-85,10;2.324,90;Bolig;
2026-03-27;Papir A/S;2.310,00;2.410,00;Løn;
`,
    rows: ['2026-03-31 -85.10 DKK |  |  | Energi A/S | ', '2026-03-27 +2310.00 DKK |  |  | Papir A/S | '],
    asks: ['currency'],
  },
  {
    bank: 'ICA Banken',
    currency: 'SEK',
    text: `Datum;Text;Typ;Budgetgrupp;Belopp;Saldo
2026-03-31;ENERGI AB;E-faktura;Boende;-85,10 kr;2 324,90 kr
2026-03-27;LÖN PAPPER AB;Insättning;Övrigt;2 310,00 kr;2 410,00 kr
`,
    rows: [
      '2026-03-31 -85.10 SEK |  |  | E-faktura | ENERGI AB',
      '2026-03-27 +2310.00 SEK |  |  | Insättning | LÖN PAPPER AB',
    ],
  },
  {
    bank: 'Länsförsäkringar',
    currency: 'SEK',
    text: `"Kontonummer","Kontonamn","","Saldo","Tillgängligt belopp"
"9020-1234567","Privatkonto","","2324,90","2324,90"

"Bokföringsdatum","Transaktionsdatum","Transaktionstext","Belopp"
"2026-03-31","2026-03-30","ENERGI AB","-85,10"
"2026-03-27","2026-03-27","LÖN","2310,00"
`,
    rows: ['2026-03-31 -85.10 SEK |  |  | ENERGI AB | ', '2026-03-27 +2310.00 SEK |  |  | LÖN | '],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'Bank Norwegian card',
    currency: 'NOK',
    text: `TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;Merchant Area;Merchant Category;BookDate;ValueDate
2026-03-30;ENERGI AS;Kjøp;-85,10;1;NOK;-85,10;OSLO;Utilities;2026-03-31;2026-03-31
2026-03-27;Innbetaling;Innbetaling;2310,00;1;NOK;2310,00;;;2026-03-27;2026-03-27
`,
    rows: [
      '2026-03-31 -85.10 NOK |  |  | Kjøp | ENERGI AS',
      '2026-03-27 +2310.00 NOK |  |  | Innbetaling | Innbetaling',
    ],
    asks: ['sign'],
  },
  {
    bank: 'Danske Bank Finland',
    currency: 'EUR',
    text: `"Pvm";"Saaja/Maksaja";"Määrä";"Saldo";"Tila";"Tarkastus"
"27.03.2026";"Paperi Oy";"2.310,00";"2.410,00";"Suoritettu";"Ei"
"31.03.2026";"Energia Oy";"-85,10";"2.324,90";"Suoritettu";"Ei"
`,
    rows: ['2026-03-27 +2310.00 EUR | Paperi Oy |  |  | ', '2026-03-31 -85.10 EUR | Energia Oy |  |  | '],
    asks: ['currency'],
  },
  {
    bank: 'Luminor Estonia',
    text: `Kuupäev;Dokumendi nr;Saaja/maksja;Konto;Selgitus;Summa;D/K;Valuuta;Viitenumber
27.03.2026;1;Paber OÜ;EE382200221020145685;Palk;2310,00;K;EUR;
31.03.2026;2;Energia AS;EE471000001020145685;Arve;85,10;D;EUR;123
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Paber OÜ | EE382200221020145685 |  | Palk',
      '2026-03-31 -85.10 EUR | Energia AS | EE471000001020145685 |  | Arve 123',
    ],
  },
  {
    bank: 'Eurocard, with the month first and no year',
    text: `Period;2026-03-01;2026-03-31;;
Datum;Bokfört;Specifikation;Ort;Belopp;Valuta
03-30;03-31;ENERGI AB;STOCKHOLM;85,10;SEK
03-26;03-27;DELI 17;WIEN;138,40;SEK
03-20;03-20;INBETALNING TACK;;-310,00;SEK
`,
    rows: [
      '2026-03-31 -85.10 SEK |  |  |  | ENERGI AB',
      '2026-03-27 -138.40 SEK |  |  |  | DELI 17',
      '2026-03-20 +310.00 SEK |  |  |  | INBETALNING TACK',
    ],
    asks: ['sign'],
  },
]
