import type { BankTable } from '../bankTable.ts'

/** Layouts with traits of their own: payers next to payees, cards, totals below, no column names. */
export const otherTables: BankTable[] = [
  {
    text: `Buchungsdatum;Valutadatum;Buchungstext;Interne Notiz;Währung;Betrag;Belegdaten;Belegnummer;Auftraggebername;Auftraggeberkonto;Auftraggeber BLZ;Empfängername;Empfängerkonto;Empfänger BLZ;Zahlungsgrund
31.03.2026;31.03.2026;SEPA LASTSCHRIFT;;EUR;-85,10;;123;Max Muster;AT611904300234573201;;Energie AG;AT483200000012345864;;Rechnung 7
27.03.2026;27.03.2026;GEHALT;;EUR;2310,00;;124;Papier GmbH;AT483200000012345864;;Max Muster;AT611904300234573201;;Gehalt
`,
    bank: 'Bank Austria',
    rows: [
      '2026-03-31 -85.10 EUR | Energie AG | AT483200000012345864 | SEPA LASTSCHRIFT | Rechnung 7',
      '2026-03-27 +2310.00 EUR | Papier GmbH | AT483200000012345864 | GEHALT | Gehalt',
    ],
  },
  {
    text: `"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF";"Zahlungszweck";"Details"
"31.03.2026";"Belastungen eBanking (2)";"";"";"L1";"";"85.10";"";"31.03.2026";"3224.90";"";""
"";"Energie AG";"CHF";"60.00";"";"";"";"";"";"";"Rechnung 7";""
"";"Wasser AG";"CHF";"25.10";"";"";"";"";"";"";"";""
"27.03.2026";"Gutschrift Papier AG";"";"";"L2";"";"";"2310.00";"27.03.2026";"3310.00";"";""
`,
    bank: 'Zürcher Kantonalbank',
    rows: [
      '2026-03-31 -85.10 CHF |  |  | Belastungen eBanking (2) | L1 Energie AG CHF 60.00 Rechnung 7 Wasser AG CHF 25.10',
      '2026-03-27 +2310.00 CHF |  |  | Gutschrift Papier AG | L2',
    ],
  },
  {
    text: `date,title,amount
2026-03-31,Padaria Sol,85.10
2026-03-27,Pagamento recebido,-2310.00
`,
    bank: 'Nubank card',
    currency: 'BRL',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 BRL |  |  |  | Padaria Sol',
      '2026-03-27 +2310.00 BRL |  |  |  | Pagamento recebido',
    ],
  },
  {
    text: `Date,Type,Description,Value,Balance,Account Name,Account Number
31/03/2026,D/D,"'ENERGY LTD",-85.10,3224.90,"'SMITH J","'600001-12345678",
27/03/2026,BAC,"'PAPER LTD , PAY",2310.00,3310.00,"'SMITH J","'600001-12345678",
`,
    bank: 'NatWest',
    currency: 'GBP',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 GBP |  |  | D/D | ENERGY LTD',
      '2026-03-27 +2310.00 GBP |  |  | BAC | PAPER LTD , PAY',
    ],
  },
  {
    text: `Consultar saldos e movimentos à ordem - 31-03-2026

Conta ;0123456789012 - EUR - Conta Extracto 
Data de início ;01-03-2026
Data de fim ;31-03-2026

Data mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ;
31-03-2026 ;31-03-2026 ;PAGAMENTO ENERGIA ;85,10 ; ;3.224,90 ;3.224,90 ;Casa ;
27-03-2026 ;27-03-2026 ;TRF PAPEL LDA ; ;2.310,00 ;3.310,00 ;3.310,00 ;Outros ;
 ; ; ; ;Saldo contabilístico ;3.224,90 EUR ; ; ;
`,
    bank: 'Caixa Geral de Depósitos',
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PAGAMENTO ENERGIA | ',
      '2026-03-27 +2310.00 EUR |  |  | TRF PAPEL LDA | ',
    ],
  },
  {
    text: `Account Statement - (@jsmith) ,,,,,,,,,,,,,,,,,,
Account Activity,,,,,,,,,,,,,,,,,,
,ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (tip),Amount (tax),Amount (fee),Tax Rate,Tax Exempt,Funding Source,Destination,Beginning Balance,Ending Balance,Statement Period Venmo Fees
,,,,,,,,,,,,,,,,$100.00,,
,123,2026-03-27T10:11:12,Payment,Complete,Rent,Anna Paper,John Smith,"+ $2,310.00",,0,,0,,,Venmo balance,,,
,124,2026-03-31T10:11:12,Payment,Complete,Energy,John Smith,Energy Inc,- $85.10,,0,,0,,Venmo balance,,,,
,,,,,,,,,,,,,,,,,"$2,324.90",$0.00
`,
    bank: 'Venmo',
    currency: 'USD',
    asks: ['sign'],
    rows: [
      '2026-03-27 +2310.00 USD | Anna Paper |  | Payment | Rent',
      '2026-03-31 -85.10 USD | Energy Inc |  | Payment | Energy',
    ],
  },
  {
    text: `Kirjauspäivä;Maksupäivä;Summa;Tapahtumalaji;Maksaja;Saajan nimi;Saajan tilinumero;Saajan BIC-tunnus;Viitenumero;Viesti;Arkistointitunnus
31.03.2026;31.03.2026;-85,10;TILISIIRTO;MEIKÄLÄINEN MATTI;ENERGIA OY;FI2112345600000785;NDEAFIHH;'00000000000000012345;'-';20260331AAA
27.03.2026;27.03.2026;+2310,00;PALKKA;PAPERI OY;MEIKÄLÄINEN MATTI;FI5810171000000122;;-;'Palkka';20260327AAB
`,
    bank: 'S-Pankki',
    currency: 'EUR',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIA OY | FI2112345600000785 | TILISIIRTO | 00000000000000012345',
      '2026-03-27 +2310.00 EUR | PAPERI OY |  | PALKKA | Palkka',
    ],
  },
  {
    text: `"accountId";"2900123456"
"iban";"CZ6508000000192000145399"
"openingBalance";"1000,00"
"closingBalance";"3224,90"
"dateStart";"01.03.2026"
"dateEnd";"31.03.2026"

"ID pohybu";"Datum";"Objem";"Měna";"Protiúčet";"Název protiúčtu";"Kód banky";"Název banky";"KS";"VS";"SS";"Poznámka";"Zpráva pro příjemce";"Typ";"Provedl";"Upřesnění";"Poznámka";"BIC";"ID pokynu"
"26001";"27.03.2026";"2310,00";"CZK";"123456789";"Papír s.r.o.";"0800";"Česká spořitelna";"";"77";"";"";"Mzda";"Bezhotovostní příjem";"";"";"";"";"1"
"26002";"31.03.2026";"-85,10";"CZK";"987654321";"Energie a.s.";"0100";"KB";"";"78";"";"";"";"Bezhotovostní platba";"Jan Novák";"";"";"";"2"
`,
    bank: 'Fio',
    rows: [
      '2026-03-27 +2310.00 CZK | Papír s.r.o. |  | Bezhotovostní příjem | 77 Mzda',
      '2026-03-31 -85.10 CZK | Energie a.s. |  | Bezhotovostní platba | 78',
    ],
    asks: ['counterpartyIban'],
  },
  {
    text: `Data;Operazione;Dettagli;Conto o carta;Contabilizzazione;Categoria;Valuta;Importo
31/03/2026;Addebito diretto Energia Spa;Fattura 7;Conto 1000/00012345;CONTABILIZZATO;Utenze;EUR;-85,10
27/03/2026;Bonifico disposto da Carta Srl;Stipendio;Conto 1000/00012345;CONTABILIZZATO;Stipendi;EUR;2310,00
`,
    bank: 'Intesa Sanpaolo',
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Addebito diretto Energia Spa | Fattura 7',
      '2026-03-27 +2310.00 EUR |  |  | Bonifico disposto da Carta Srl | Stipendio',
    ],
  },
  {
    text: `Account number,Date,Memo/Description,Source Code (payment type),TP ref,TP part,TP code,OP ref,OP part,OP code,OP name,OP Bank Account Number,Amount (credit),Amount (debit),Amount,Balance
38-9000-0123456-00,31-03-2026,ENERGY LTD BILL ;,DIRECT DEBIT,,,,,,,ENERGY LTD,,,85.10,-85.10,3224.90
38-9000-0123456-00,27-03-2026,PAPER LTD PAY ;,DIRECT CREDIT,,,,,,,PAPER LTD,12-3456-0123456-00,2310.00,,2310.00,3310.00
`,
    bank: 'Kiwibank',
    currency: 'NZD',
    asks: ['currency', 'reference'],
    rows: [
      '2026-03-31 -85.10 NZD | ENERGY LTD |  | DIRECT DEBIT | ENERGY LTD BILL ;',
      '2026-03-27 +2310.00 NZD | PAPER LTD |  | DIRECT CREDIT | PAPER LTD PAY ;',
    ],
  },
  {
    text: `31-03-2026,NL91ABNA0417164300,NL20INGB0001234567,Energie BV,,,,EUR,3310.00,EUR,-85.10,31-03-2026,31-03-2026,8810,INC,123,,'Factuur 7',3
27-03-2026,NL91ABNA0417164300,NL69INGB0123456789,Papier BV,,,,EUR,1000.00,EUR,2310.00,27-03-2026,27-03-2026,8810,OVB,124,,'Loon',3
`,
    bank: 'ASN',
    asks: [
      'header',
      'bookingDate',
      'amount',
      'amount',
      'amount',
      'amount',
      'amount',
      'sign',
      'counterpartyIban',
    ],
    rows: [
      '2026-03-31 -85.10 EUR |  | NL20INGB0001234567 |  | Energie BV INC Factuur 7',
      '2026-03-27 +2310.00 EUR |  | NL69INGB0123456789 |  | Papier BV OVB Loon',
    ],
    preset: {
      name: 'ASN, RegioBank, SNS',
      rows: [
        '2026-03-31 -85.10 EUR | Energie BV | NL20INGB0001234567 | INC | Factuur 7',
        '2026-03-27 +2310.00 EUR | Papier BV | NL69INGB0123456789 | OVB | Loon',
      ],
    },
  },
  {
    text: `Date;Amount;Payee;Memo;Number;QIF
3/31/2026;-85.10;Energy Inc;Bill;;QIF
3/27/2026;2,310.00;Paper Inc;;123;QIF
`,
    bank: 'QIF',
    currency: 'USD',
    asks: ['currency', 'sign'],
    rows: ['2026-03-31 -85.10 USD | Energy Inc |  |  | Bill', '2026-03-27 +2310.00 USD | Paper Inc |  |  | '],
    preset: {
      name: 'QIF',
      asks: ['currency'],
      rows: [
        '2026-03-31 -85.10 USD | Energy Inc |  |  | Bill',
        '2026-03-27 +2310.00 USD | Paper Inc |  |  | 123',
      ],
    },
  },
  {
    bank: 'ANZ New Zealand',
    preset: { name: 'ANZ (New Zealand)' },
    text: `Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge
Eft-Pos,Energy Ltd,Card 1,1234 C,March,-85.10,31/03/2026,,
Direct Credit,Paper Ltd,Salary,Week 13,Wages,2310.00,27/03/2026,,
`,
    currency: 'NZD',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 NZD |  |  | Eft-Pos | Energy Ltd Card 1 1234 C March',
      '2026-03-27 +2310.00 NZD |  |  | Direct Credit | Paper Ltd Salary Week 13 Wages',
    ],
  },
]
