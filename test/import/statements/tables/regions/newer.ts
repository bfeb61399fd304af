/** Tables of banks whose columns have names of their own, or lines that others do not have. */
import type { BankTable } from '../bankTable.ts'

export const newerTables: BankTable[] = [
  {
    bank: '1822direkt',
    text: `Kontonummer;Datum/Zeit;Buchungstag;Wertstellung;Soll/Haben;Buchungsschlüssel;Buchungsart;Empfänger/Auftraggeber Name;Empfänger/Auftraggeber IBAN;Empfänger/Auftraggeber BIC;Glaeubiger-ID;Mandatsreferenz;Mandatsdatum;Vwz.0;Vwz.1;Vwz.2;End-to-End-Identifikation
12345678;31.03.2026 04:13;31.03.2026;31.03.2026;-85,10;20200;Lastschrift;Energie GmbH;DE89370400440532013000;COBADEFFXXX;DE98ZZZ09999999999;M1;13.09.2014;Abschlag;März;;E1
12345678;27.03.2026 04:13;27.03.2026;27.03.2026;2310,00;20100;Gutschrift;Papier AG;DE12500105170648489890;INGDDEFFXXX;;;;Gehalt;;;E2
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 EUR | Energie GmbH | DE89370400440532013000 | Lastschrift | Abschlag März',
      '2026-03-27 +2310.00 EUR | Papier AG | DE12500105170648489890 | Gutschrift | Gehalt',
    ],
  },
  {
    bank: 'Finom',
    text: `Buchungsdatum,Time completed,Status,Transaktionsart,Auftraggeber/Empfänger,Counterparty BIC,Counterparty IBAN,Verwendungszweck,Tags,Zahlungsfreigeber,Kartennummer,Ursprungswährung,Ursprungsbetrag,Zahlungswährung,Zahlungsbetrag,Wallet-Saldo nach Transaktion,Wallet-Name,Wallet-IBAN,Begleitende Dokumente,Transaktions-ID
31.03.2026,18:20:11,Completed,Kartenzahlung,Kiosk Berlin,,,,,Anne Muster,**** 1234,EUR,-3.20,EUR,-3.20,2306.80,Hauptkonto,DE02120300000000202051,,a1
30.03.2026,10:00:00,Completed,Überweisung,Energie GmbH,COBADEFFXXX,DE89370400440532013000,Abschlag März,,Anne Muster,,EUR,-85.10,EUR,-85.10,2310.00,Hauptkonto,DE02120300000000202051,,a2
`,
    rows: [
      '2026-03-31 -3.20 EUR | Kiosk Berlin |  | Kartenzahlung | ',
      '2026-03-30 -85.10 EUR | Energie GmbH | DE89370400440532013000 | Überweisung | Abschlag März',
    ],
  },
  {
    bank: 'PayPal in 2025, with addresses of mail',
    text: `"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode"
"27.03.2026","07:47:30","CET","Papier AG","Zahlung","Abgeschlossen","EUR","100,00","-1,20","98,80","pay@papier.example","fibu@firma.example","T1"
"31.03.2026","12:29:40","CEST","Post AG","Express-Zahlung","Abgeschlossen","EUR","-6,19","0,00","-6,19","fibu@firma.example","service@post.example","T2"
`,
    rows: [
      '2026-03-27 +100.00 EUR | Papier AG |  | Zahlung | ',
      '2026-03-27 -1.20 EUR |  |  | Gebühr | ',
      '2026-03-31 -6.19 EUR | Post AG |  | Express-Zahlung | ',
    ],
    preset: { name: 'PayPal (German)' },
  },
  {
    bank: 'hello bank! Austria',
    text: `Kontonummer;Bezeichnung;Valutadatum;Buchungsdatum;Umsatztext;Währung;Betrag;Buchungsinfo;Belegnummer;Auftraggeber Name;Auftraggeber Konto
65410001;Verrechnungskonto;27.03.2026;27.03.2026;Überweisung;EUR;2310,00;Einzahlung;K1;Anna Muster;AT611904300234573201
65410001;Verrechnungskonto;30.03.2026;30.03.2026;Verkauf;EUR;12,00;Energie AG;K3;;
65410001;Verrechnungskonto;31.03.2026;31.03.2026;Kontoabschluss;EUR;-85,10;Abschluss;K2;;
`,
    asks: ['sign', 'reference'],
    rows: [
      '2026-03-27 +2310.00 EUR | Anna Muster | AT611904300234573201 | Überweisung | Verrechnungskonto Einzahlung',
      '2026-03-30 +12.00 EUR |  |  | Verkauf | Verrechnungskonto Energie AG',
      '2026-03-31 -85.10 EUR |  |  | Kontoabschluss | Verrechnungskonto Abschluss',
    ],
  },
  {
    bank: 'ING Netherlands in English, with an account that is not valid',
    text: `"Date";"Name / Description";"Account";"Counterparty";"Code";"Debit/credit";"Amount (EUR)";"Transaction type";"Notifications";"Resulting balance";"Tag"
"20260331";"Kiosk Amsterdam";"NL69INGB0123456789";"";"BA";"Debit";"3,20";"Payment terminal";"Card 1";"2306,80";""
"20260327";"Papier BV";"NL69INGB0123456789";"NL00RABO1234567890";"OV";"Credit";"2310,00";"Transfer";"Name: Papier BV Salary";"2310,00";""
`,
    rows: [
      '2026-03-31 -3.20 EUR | Kiosk Amsterdam |  | Payment terminal | Card 1',
      '2026-03-27 +2310.00 EUR | Papier BV |  | Transfer | Name: Papier BV Salary',
    ],
  },
  {
    bank: 'American Express, with the charges of a year',
    text: `"Category","Card Member","Account Number","Sub-Category","Date","Month Billed","Transaction","Charges $","Credits $"
"Auto","ANN DOE","XXXX-XXXXXX-99999","Gas","03/26/26","March","GAS STATION NV",73.76,
"Auto","ANN DOE","XXXX-XXXXXX-99999","Gas","03/31/26","April","FUEL CA",66.22,
"Other","ANN DOE","XXXX-XXXXXX-99999","Retail","03/27/26","April","SHOP NY",,19.0
`,
    currency: 'USD',
    asks: ['currency'],
    rows: [
      '2026-03-26 -73.76 USD |  |  | GAS STATION NV | ',
      '2026-03-31 -66.22 USD |  |  | FUEL CA | ',
      '2026-03-27 +19.0 USD |  |  | SHOP NY | ',
    ],
  },
  {
    bank: 'PNC, with the day of the report in each row',
    text: `AsOfDate,BankId,AccountNumber,AccountName,BaiControl,Currency,Transaction,Amount,CR/DR,ZeroDayFloat,Reference,Description
3/27/2026,1234,5678,Paper Oper,191,USD,Money Transfer,2310.00,CR,2310.00,'000,ACCOUNT TRANSFER
3/31/2026,1234,5678,Paper Oper,455,USD,ACH Debits,85.10,DR,0,'001,ACH DEBIT ENERGY
`,
    asks: ['bookingDate', 'reference'],
    rows: [
      '2026-03-27 +2310.00 USD |  |  | Money Transfer | 000 ACCOUNT TRANSFER',
      '2026-03-31 -85.10 USD |  |  | ACH Debits | 001 ACH DEBIT ENERGY',
    ],
  },
  {
    bank: 'Skip Pay',
    text: `Datum;Obchodník;Poznámka k úhradě;částka
31.03.2026;KIOSK PRAHA;Platba kartou;85,10 Kč
30.03.2026;KNIHY;Platba kartou;1 250,00 Kč
27.03.2026;;Platba vyúčtování;-2 310,00 Kč
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 CZK | KIOSK PRAHA |  |  | Platba kartou',
      '2026-03-30 -1250.00 CZK | KNIHY |  |  | Platba kartou',
      '2026-03-27 +2310.00 CZK |  |  |  | Platba vyúčtování',
    ],
  },
  {
    bank: 'PKO BP, with cash back of nothing in the texts',
    text: `Data operacji,Data waluty,Typ transakcji,Kwota,Waluta,Opis transakcji,,,
2026-03-31,2026-03-30,Płatność kartą,-27.04,PLN,Tytuł: 0001,Lokalizacja: Adres: KIOSK,Kwota Cash Back:  0.00,Numer karty: 1234
2026-03-30,2026-03-29,Płatność kartą,-85.10,PLN,Tytuł: 0002,Lokalizacja: Adres: ENERGIA,Kwota Cash Back:  0.00,Numer karty: 1234
2026-03-27,2026-03-27,Przelew na konto,2310,PLN,Tytuł: Wynagrodzenie,,,
`,
    asks: ['reference'],
    rows: [
      '2026-03-31 -27.04 PLN |  |  | Płatność kartą | Tytuł: 0001 Lokalizacja: Adres: KIOSK Kwota Cash Back:  0.00 Numer karty: 1234',
      '2026-03-30 -85.10 PLN |  |  | Płatność kartą | Tytuł: 0002 Lokalizacja: Adres: ENERGIA Kwota Cash Back:  0.00 Numer karty: 1234',
      '2026-03-27 +2310 PLN |  |  | Przelew na konto | Tytuł: Wynagrodzenie',
    ],
  },
  {
    bank: 'Vpass, with a line above the rows and no column names',
    text: `＊＊　様,0000-0000-0000-0***,カード
2026/03/31,キオスク,5392,１,１,5392,
2026/03/27,書店,2679,１,１,2679,
,,,,,8071,
`,
    currency: 'JPY',
    asks: ['header', 'bookingDate', 'amount', 'currency', 'sign'],
    rows: ['2026-03-31 -5392 JPY |  |  |  | キオスク', '2026-03-27 -2679 JPY |  |  |  | 書店'],
  },
  {
    bank: 'OKQ8',
    text: `Datum;Typ;Beskrivning;Belopp in;Belopp ut;Valuta;Originalt belopp;Valuta;Kurs
28.07.2026;Betalning;Bg Inbetalning;15 400,00;;SEK;15 400,00;SEK;-
27.07.2026;Köp;Bensin Umeå;;-1 243,01;SEK;-1 243,01;SEK;-
`,
    rows: [
      '2026-07-28 +15400.00 SEK |  |  | Betalning | Bg Inbetalning',
      '2026-07-27 -1243.01 SEK |  |  | Köp | Bensin Umeå',
    ],
  },
  {
    bank: 'OLB, with codes of the bank',
    text: `Inhaberkonto;Buchungsdatum;Valuta;Empfaenger/Auftraggeber;IBAN;BIC;Verwendungszweck;Betrag;Waehrung;Kundenreferenz;Bankreferenz;Primatnota;Transaktions-Code;Transaktions-Text
DE02120300000000202051;31.03.2026;31.03.2026;Papier AG;DE12500105170648489890;INGDDEFFXXX;Miete;447,48;EUR;NONREF;;0004770;152;GUTSCHRIFT
DE02120300000000202051;30.03.2026;30.03.2026;Energie AG;DE89370400440532013000;COBADEFFXXX;Abschlag;-85,10;EUR;NONREF;;0004711;105;LASTSCHRIFT
`,
    rows: [
      '2026-03-31 +447.48 EUR | Papier AG | DE12500105170648489890 | GUTSCHRIFT | Miete',
      '2026-03-30 -85.10 EUR | Energie AG | DE89370400440532013000 | LASTSCHRIFT | Abschlag',
    ],
  },
  {
    bank: 'BoursoBank, with the name of one security',
    text: `Date opération;Date valeur;Opération;Valeur;Code ISIN;Montant;Quantité;Cours
26/03/2026;27/03/2026;ACHAT COMPTANT;Papier SA;FR0000120271;-1010,50;10;101,05 €
31/03/2026;31/03/2026;COUPON;Papier SA;FR0000120271;12,00;0;0,00 €
`,
    currency: 'EUR',
    asks: ['currency', 'sign', 'reference', 'reference'],
    rows: [
      '2026-03-26 -1010.50 EUR |  |  | ACHAT COMPTANT | Papier SA',
      '2026-03-31 +12.00 EUR |  |  | COUPON | Papier SA',
    ],
  },
  {
    bank: 'Luzerner Kantonalbank, with totals above the rows',
    text: `Buchungsdatum;Valuta;Buchungstext;Details;Betrag Detail;Belastung;Gutschrift;Saldo CHF
Umsatztotal;;;;;85.10;1000.00;
31.03.2026;31.03.2026;Gutschrift / 7814;"Papier AG
Miete Mai";;;1000.00;1914.90
30.03.2026;30.03.2026;Zahlung / 7813;Energie AG;;85.10;;914.90
`,
    rows: [
      '2026-03-31 +1000.00 CHF |  |  | Gutschrift / 7814 | Papier AG Miete Mai',
      '2026-03-30 -85.10 CHF |  |  | Zahlung / 7813 | Energie AG',
    ],
  },
]
