import type { BankTable } from '../../bankTable.ts'

/** Tables that are written in unusual ways. */
export const oddTables: BankTable[] = [
  {
    bank: 'a bank with accounts of both sides where money comes in',
    text: `Buchungsdatum;Wertstellung;Betrag;Währung;Auftraggebername;Auftraggeber IBAN/Kto.Nr.;Auftraggeber BIC/BLZ;Empfängername;Empfänger IBAN/Kto.Nr.;Empfänger BIC/BLZ;Text;Verwendungszweck
15.03.2026;15.03.2026;-11,00;EUR;;;;;;;Lastschrift Energie;
27.03.2026;27.03.2026;2.310,00;EUR;Papier GmbH;DE89370400440532013000;PBNKDEFF;Erika Muster;AT611904300234573201;PBNKDEFG;Gutschrift;Gehalt
31.03.2026;31.03.2026;10,00;EUR;Holz GmbH;DE02120300000000202051;PBNKDEFF;Erika Muster;AT611904300234573201;PBNKDEFG;Gutschrift;Erstattung
`,
    rows: [
      '2026-03-15 -11.00 EUR |  |  | Lastschrift Energie | ',
      '2026-03-27 +2310.00 EUR | Papier GmbH | DE89370400440532013000 | Gutschrift | Gehalt',
      '2026-03-31 +10.00 EUR | Holz GmbH | DE02120300000000202051 | Gutschrift | Erstattung',
    ],
  },
  {
    bank: 'a bank with names in two rows',
    currency: 'EUR',
    text: `Fecha;;Concepto;Movimientos;;Saldo
Operación;Valor;;Cargos;Abonos;
27/03/2026;27/03/2026;Nomina Papel;;2.310,00;2.410,00
31/03/2026;31/03/2026;Recibo Energia;85,10;;2.324,90
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  |  | Nomina Papel',
      '2026-03-31 -85.10 EUR |  |  |  | Recibo Energia',
    ],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'a bank with line breaks in names',
    text: `"Datum
operace";"Částka
(CZK)";"Popis
transakce";"Zůstatek"
27.03.2026;2 310,00;Mzda;2 410,00
31.03.2026;-85,10;Platba kartou;2 324,90
`,
    rows: ['2026-03-27 +2310.00 CZK |  |  | Mzda | ', '2026-03-31 -85.10 CZK |  |  | Platba kartou | '],
  },
  {
    bank: 'a bank with days of the week before dates',
    text: `Date,Description,Amount,Currency
"Fri, 27 Mar 2026",Direct deposit,2310.00,GBP
"Tue, 31 Mar 2026",Direct debit,-85.10,GBP
`,
    rows: [
      '2026-03-27 +2310.00 GBP |  |  | Direct deposit | ',
      '2026-03-31 -85.10 GBP |  |  | Direct debit | ',
    ],
  },
  {
    bank: 'a bank with dates without separators',
    text: `Date,Description,Amount,Currency
27Mar26,Direct deposit,2310.00,GBP
31Mar26,Direct debit,-85.10,GBP
`,
    rows: [
      '2026-03-27 +2310.00 GBP |  |  | Direct deposit | ',
      '2026-03-31 -85.10 GBP |  |  | Direct debit | ',
    ],
  },
  {
    bank: 'a bank with instants',
    text: `date,description,amount,currency
2026-03-27T10:11:12.123Z,Direct deposit,2310.00,GBP
2026-03-31T10:11:12.123+01:00,Direct debit,-85.10,GBP
`,
    rows: [
      '2026-03-27 +2310.00 GBP |  |  | Direct deposit | ',
      '2026-03-31 -85.10 GBP |  |  | Direct debit | ',
    ],
  },
  {
    bank: 'a bank with a word before times of day',
    text: `Päivä;Selite;Summa
27.3.2026 klo 10.12;Palkka Paperi;2 310,00 €
31.3.2026 klo 9.05;Korttiosto Energia;−85,10 €
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Palkka Paperi | ',
      '2026-03-31 -85.10 EUR |  |  | Korttiosto Energia | ',
    ],
    asks: ['bookingDate'],
  },
  {
    bank: 'a bank with a code before amounts',
    text: `Boekdatum;Omschrijving;Bedrag
27-03-2026;Salaris Papier;EUR 2.310,00
31-03-2026;Pinbetaling Energie;EUR -85,10
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Salaris Papier | ',
      '2026-03-31 -85.10 EUR |  |  | Pinbetaling Energie | ',
    ],
  },
  {
    bank: 'a bank with a minus sign before the currency',
    text: `Datum;Tekst;Beløb
27-03-2026;Løn Papir;2.310,00 DKK
31-03-2026;Dankort Energi;85,10- DKK
`,
    rows: ['2026-03-27 +2310.00 DKK |  |  | Løn Papir | ', '2026-03-31 -85.10 DKK |  |  | Dankort Energi | '],
    asks: ['sign'],
  },
  {
    bank: 'a bank with brackets and dollars',
    text: `Date,Description,Debit,Credit,Running Bal.
03/27/2026,Payroll Paper,,"$2,310.00","$2,410.00"
03/31/2026,Purchase Energy,"($85.10)",,"$2,324.90"
`,
    rows: [
      '2026-03-27 +2310.00 USD |  |  | Payroll Paper | ',
      '2026-03-31 -85.10 USD |  |  | Purchase Energy | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank with sums below the rows',
    text: `Date,Description,Amount,Balance,Currency
27/03/2026,Direct deposit,2310.00,2410.00,EUR
31/03/2026,Card payment,-85.10,2324.90,EUR
,,,,
Total credits,,2310.00,,
Total debits,,-85.10,,
Number of transactions,2,,,
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Direct deposit | ',
      '2026-03-31 -85.10 EUR |  |  | Card payment | ',
    ],
  },
  {
    bank: 'a bank with balances carried over pages',
    currency: 'EUR',
    text: `Date,Description,Debit,Credit,Balance
27/03/2026,Direct deposit,,2310.00,2410.00
,Balance carried forward,,,2410.00
Date,Description,Debit,Credit,Balance
,Balance brought forward,,,2410.00
31/03/2026,Card payment,85.10,,2324.90
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Direct deposit | ',
      '2026-03-31 -85.10 EUR |  |  | Card payment | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank with two days in a cell',
    text: `"Date","Action","Description","Amount"
"03/31/2026 as of 03/30/2026","Card purchase","ENERGY","-$85.10"
"03/27/2026","Direct deposit","PAPER","$2310.00"
"Transactions Total","","","$2224.90"
`,
    rows: [
      '2026-03-31 -85.10 USD |  |  | Card purchase | ENERGY',
      '2026-03-27 +2310.00 USD |  |  | Direct deposit | PAPER',
    ],
    asks: ['currency'],
  },
]
