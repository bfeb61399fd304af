import type { BankTable } from '../bankTable.ts'

/** Tables of many countries, each for a rule of its own. */
export const assortedTables: BankTable[] = [
  {
    bank: 'HDFC card, with tildes around the separator and only credits marked',
    currency: 'INR',
    text: `Transaction type~|~Primary / Addon Customer Name~|~DATE~|~Description~|~AMT~|~Debit /Credit
Domestic~|~A RAO~|~31/03/2026 12:11:00~|~ENERGY CO~|~85.10~|~
Domestic~|~A RAO~|~27/03/2026 09:00:00~|~PAYMENT RECEIVED~|~310.00~|~Cr
`,
    rows: [
      '2026-03-31 -85.10 INR |  |  | Domestic | A RAO ENERGY CO',
      '2026-03-27 +310.00 INR |  |  | Domestic | A RAO PAYMENT RECEIVED',
    ],
    asks: ['currency', 'reference'],
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
    bank: 'Max, a card in Hebrew',
    currency: 'ILS',
    text: `תאריך עסקה,שם בית העסק,4 ספרות אחרונות של כרטיס האשראי,סכום חיוב,תאריך חיוב
31-03-2026,חשמל,1234,85.10,10-04-2026
27-03-2026,נייר בעמ,1234,40.00,10-04-2026
24-03-2026,זיכוי ספרים,1234,-12.00,10-04-2026
`,
    rows: [
      '2026-03-31 -85.10 ILS | חשמל |  |  | ',
      '2026-03-27 -40.00 ILS | נייר בעמ |  |  | ',
      '2026-03-24 +12.00 ILS | זיכוי ספרים |  |  | ',
    ],
    asks: ['currency', 'sign'],
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
    bank: 'Slovenská sporiteľňa',
    text: `Dátum zaúčtovania;Názov protistrany;IBAN protistrany;Suma;Mena;Typ transakcie;Variabilný symbol;Informácia pre príjemcu
31.03.2026;Energia a.s.;SK3112000000198742637541;-85,10;EUR;SEPA inkaso;417;Faktúra
27.03.2026;Papier s.r.o.;SK0809000000000123123123;2 310,00;EUR;Prijatá platba;;Mzda
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energia a.s. | SK3112000000198742637541 | SEPA inkaso | 417 Faktúra',
      '2026-03-27 +2310.00 EUR | Papier s.r.o. | SK0809000000000123123123 | Prijatá platba | Mzda',
    ],
    asks: ['sign'],
  },
  {
    bank: 'Barclays Germany, with two columns of one name',
    text: `Referenznummer;Buchungsdatum;Buchungsdatum;Betrag;Beschreibung;Typ;Status
7001;31.03.2026;31.03.2026;-85,10 €;ENERGIE BERLIN;Belastung;Berechnet
7000;25.03.2026;27.03.2026;-12,00 €;PAPIER LONDON;Belastung;Berechnet
6999;20.03.2026;20.03.2026;500,00 €;Ihre Zahlung;Zahlung;Berechnet
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Belastung | ENERGIE BERLIN',
      '2026-03-27 -12.00 EUR |  |  | Belastung | PAPIER LONDON',
      '2026-03-20 +500.00 EUR |  |  | Zahlung | Ihre Zahlung',
    ],
    asks: ['bookingDate', 'sign'],
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
  {
    bank: 'a bank with a flag for booked entries',
    text: `Date,Description,Amount,Currency,Posted
2026-04-02,Card payment deli,-12.00,EUR,no
2026-03-31,Direct debit,-85.10,EUR,yes
2026-03-27,Salary,2310.00,EUR,yes
`,
    rows: [
      'pending -12.00 EUR |  |  | Card payment deli | ',
      '2026-03-31 -85.10 EUR |  |  | Direct debit | ',
      '2026-03-27 +2310.00 EUR |  |  | Salary | ',
    ],
    asks: ['status'],
  },
  {
    bank: 'PBZ, with words for the direction in Croatian',
    text: `Datum valute;Datum knjiženja;Opis;Iznos;Valuta;Smjer
31.03.2026;31.03.2026;ENERGIJA D.D. račun;85,10;EUR;Isplata
27.03.2026;27.03.2026;PAPIR D.O.O. plaća;2.310,00;EUR;Uplata
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | ENERGIJA D.D. račun | ',
      '2026-03-27 +2310.00 EUR |  |  | PAPIR D.O.O. plaća | ',
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
