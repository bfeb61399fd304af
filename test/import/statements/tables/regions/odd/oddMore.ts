import type { BankTable } from '../../bankTable.ts'

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
  {
    bank: 'a Chinese card with repayments, in yuan by name',
    currency: 'CNY',
    text: `交易日期,入账日期,交易摘要,交易金额,交易货币,入账金额,入账货币
2026/03/30,2026/03/31,（消费）书店,15.90,人民币,15.90,人民币
2026/03/29,2026/03/29,（退款）茶馆,-97.20,人民币,-97.20,人民币
2026/03/25,2026/03/26,（还款）银联入账,-1130.68,人民币,-1130.68,人民币
`,
    rows: [
      '2026-03-31 -15.90 CNY |  |  | （消费）书店 | ',
      '2026-03-29 +97.20 CNY |  |  | （退款）茶馆 | ',
      '2026-03-26 +1130.68 CNY |  |  | （还款）银联入账 | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a Chinese card whose statement of January starts in December',
    currency: 'CNY',
    text: `信用卡对账单（2026年01月）
交易日,记账日,交易摘要,人民币金额,卡号末四位
,12/29,手机还款,-1.23,1234
,01/01,转账还款,-30.00,1234
01/02,01/03,电影票,56.78,1234
`,
    rows: [
      '2025-12-29 +1.23 CNY |  |  | 手机还款 | ',
      '2026-01-01 +30.00 CNY |  |  | 转账还款 | ',
      '2026-01-03 -56.78 CNY |  |  | 电影票 | ',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'a Chinese account with amounts of purchase and of booking, and a line of sums',
    currency: 'CNY',
    text: `交易日期,摘要,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种
2026-03-31,书店,,2.00,美元,,13.40,人民币
2026-03-27,工资,1234.56,,人民币,1234.56,,人民币
,,1234.56,13.40,,1234.56,13.40,
`,
    rows: ['2026-03-31 -13.40 CNY |  |  | 书店 | ', '2026-03-27 +1234.56 CNY |  |  | 工资 | '],
  },
  {
    bank: 'a Russian account in roubles of the old code',
    currency: 'RUB',
    text: `Номер счета;Валюта;Дата операции;Описание операции;Приход;Расход
11111111111111111111;RUR;27.03.26;Зарплата;33123,56;0
11111111111111111111;RUR;31.03.26;Комиссия;0;50
`,
    rows: ['2026-03-27 +33123.56 RUB |  |  | Зарплата | ', '2026-03-31 -50 RUB |  |  | Комиссия | '],
  },
  {
    bank: 'a Hungarian account with entries that are not booked yet below a heading',
    text: `Értéknap,Tranzakció,"Könyvelés dátuma",Összeg,Deviza,Jogosult,Credit/Debit
2026/03/31,"Internetbank átutalás",2026/03/31,-8337,HUF,"Papír Zrt.",D
2026/03/27,"Jóváírás",2026/03/27,231000,HUF,"Energia Zrt.",C
"Nem könyvelt tételek",,,,,,
2026/04/01,"Internetbank átutalás",2026/04/01,-5154,HUF,"Kiosk Kft.",D
`,
    rows: [
      '2026-03-31 -8337 HUF | Papír Zrt. |  | Internetbank átutalás | ',
      '2026-03-27 +231000 HUF | Energia Zrt. |  | Jóváírás | ',
      'pending -5154 HUF | Kiosk Kft. |  | Internetbank átutalás | ',
    ],
    asks: ['unbooked'],
  },
  {
    bank: 'a Swiss account in French with the parts of its fees',
    text: `Monn.;Date de comptabilisation;Date de valeur;Description 1;Sous-montant;Débit;Crédit;Solde
CHF;31.03.2026;31.03.2026;Prix prestations;;10.60;;2'299.40
CHF;31.03.2026;31.03.2026;E-Banking intérieur;-0.60;;;
CHF;31.03.2026;31.03.2026;Carte de débit;-10.00;;;
CHF;27.03.2026;27.03.2026;Salaire;;;2'310.00;2'310.00
`,
    rows: ['2026-03-31 -10.60 CHF |  |  | Prix prestations | ', '2026-03-27 +2310.00 CHF |  |  | Salaire | '],
    asks: ['rows'],
  },
]
