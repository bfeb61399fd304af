import type { BankTable } from '../bankTable.ts'

/** Tables that are written in unusual ways. */
export const oddMoreTables: BankTable[] = [
  {
    bank: 'a bank with C and D after amounts',
    currency: 'BRL',
    text: `Data;Lançamento;Valor
27/03/2026;PIX RECEBIDO PAPEL;2.310,00 C
31/03/2026;PAGAMENTO ENERGIA;85,10 D
`,
    rows: [
      '2026-03-27 +2310.00 BRL |  |  | PIX RECEBIDO PAPEL | ',
      '2026-03-31 -85.10 BRL |  |  | PAGAMENTO ENERGIA | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank with two columns of sides',
    currency: 'EUR',
    text: `Data mov;Descrição;Valor;D/C;Saldo;D/C
27/03/2026;TRF PAPEL;2.310,00;C;2.410,00;C
31/03/2026;DD ENERGIA;85,10;D;2.324,90;C
`,
    rows: ['2026-03-27 +2310.00 EUR |  |  | TRF PAPEL | ', '2026-03-31 -85.10 EUR |  |  | DD ENERGIA | '],
    asks: ['currency'],
  },
  {
    bank: 'a bank with blanks between thousands',
    text: `Date;Libellé;Débit euros;Crédit euros
27/03/2026;VIR PAPIER;;2 310,00
31/03/2026;PRLV ENERGIE;85,10;
`,
    rows: ['2026-03-27 +2310.00 EUR |  |  | VIR PAPIER | ', '2026-03-31 -85.10 EUR |  |  | PRLV ENERGIE | '],
    preset: { name: 'Crédit Agricole' },
  },
  {
    bank: 'a bank with debits and credits of a card',
    currency: 'USD',
    text: `Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit
2026-03-31,2026-03-31,1234,ENERGY CO,Bills,85.10,
2026-03-27,2026-03-28,1234,PAYMENT,Payment,,310.00
`,
    rows: ['2026-03-31 -85.10 USD |  |  | ENERGY CO | ', '2026-03-28 +310.00 USD |  |  | PAYMENT | '],
    asks: ['currency'],
    preset: { name: 'Capital One card' },
  },
  {
    bank: 'a bank with sums of cards',
    text: `Transaction Date;Posting Date;Description;Amount in EUR
Card: 1234 **** **** 5678;;;
27.03.2026;28.03.2026;KIOSK;-5,10
30.03.2026;31.03.2026;ENERGIE;-85,10
Summe Karte;;;-90,20
`,
    rows: ['2026-03-28 -5.10 EUR |  |  | KIOSK | ', '2026-03-31 -85.10 EUR |  |  | ENERGIE | '],
    asks: ['sign'],
  },
  {
    bank: 'a bank with a hash before names',
    text: `mBank S.A. Bankowość Detaliczna;
#Klient;
JAN NOWAK;

#Za okres:;
01.03.2026;31.03.2026;

#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;#Saldo po operacji;
2026-03-27;PRZELEW PRZYCHODZĄCY PAPIER;eKonto 1234;Wpływy;2 310,00 PLN;2 410,00 PLN;
2026-03-31;ZAKUP ENERGIA;eKonto 1234;Rachunki;-85,10 PLN;2 324,90 PLN;
`,
    rows: [
      '2026-03-27 +2310.00 PLN |  |  | PRZELEW PRZYCHODZĄCY PAPIER | ',
      '2026-03-31 -85.10 PLN |  |  | ZAKUP ENERGIA | ',
    ],
  },
  {
    bank: 'a bank with zeros next to amounts',
    text: `Datum;Popis;Příjem;Výdaj;Měna
27.03.2026;Mzda;2310.00;0.00;CZK
31.03.2026;Platba;0.00;-85.10;CZK
`,
    rows: ['2026-03-27 +2310.00 CZK |  |  | Mzda | ', '2026-03-31 -85.10 CZK |  |  | Platba | '],
  },
  {
    bank: 'a bank with a single entry',
    text: `Buchungstag;Name;Verwendungszweck;Betrag;Währung
31.03.2026;Energie AG;Abschlag;-85,10;EUR
`,
    rows: ['2026-03-31 -85.10 EUR | Energie AG |  |  | Abschlag'],
    asks: ['sign', 'counterpartyName'],
  },
  {
    bank: 'a bank with fees that nothing proves',
    text: `Date;Payee;Amount;Fee;Currency;Exchange rate
2026-03-27;Paper;2310.00;0.00;EUR;1
2026-03-31;Energy;-85.10;0.50;EUR;1
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Paper |  |  | ',
      '2026-03-31 -85.10 EUR | Energy |  |  | ',
      '2026-03-31 -0.50 EUR |  |  | Fee | ',
    ],
    asks: ['sign', 'fees'],
  },
  {
    bank: 'a bank with names of months before days',
    text: `Date,Description,Amount
"Mar. 31, 2026",ENERGY CO,$85.10
"Mar. 27, 2026",PAYMENT - THANK YOU,-$310.00
`,
    rows: [
      '2026-03-31 -85.10 USD |  |  | ENERGY CO | ',
      '2026-03-27 +310.00 USD |  |  | PAYMENT - THANK YOU | ',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'a bank with apostrophes between thousands',
    text: `Datum;Buchungstext;Betrag CHF;Saldo CHF
27.03.2026;Gutschrift;2’310.00;2’410.00
31.03.2026;Belastung;-85.10;2’324.90
`,
    rows: ['2026-03-27 +2310.00 CHF |  |  | Gutschrift | ', '2026-03-31 -85.10 CHF |  |  | Belastung | '],
  },
  {
    bank: 'a bank with a status only where there is no date',
    text: `Buchungstag;Umsatztyp;Empfänger;Betrag;Status;Währung
;Kartenzahlung;Kiosk;-4,10;Vorgemerkt;EUR
31.03.2026;Lastschrift;Energie AG;-85,10;;EUR
27.03.2026;Gutschrift;Papier GmbH;2.310,00;;EUR
`,
    rows: [
      'pending -4.10 EUR | Kiosk |  |  | Kartenzahlung',
      '2026-03-31 -85.10 EUR | Energie AG |  |  | Lastschrift',
      '2026-03-27 +2310.00 EUR | Papier GmbH |  |  | Gutschrift',
    ],
    asks: ['reference'],
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
]
