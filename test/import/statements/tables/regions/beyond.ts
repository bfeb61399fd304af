import type { BankTable } from '../bankTable.ts'

/** Banks with column names in Greek, Cyrillic and Arabic letters, and in currencies without decimal places. */
export const beyondTables: BankTable[] = [
  {
    bank: 'Belfius in Dutch',
    text: `Rekening vanaf;BE68 5390 0754 7034
;
Rekening;Boekingsdatum;Rekeninguittrekselnummer;Transactienummer;Rekening tegenpartij;Naam tegenpartij bevat;Straat en nummer;Postcode en plaats;Transactie;Valutadatum;Bedrag;Devies;BIC;Landcode;Mededelingen
BE68 5390 0754 7034;30/03/2026;00003;00012;BE71 0961 2345 6769;Papier NV;Kerkstraat 1;9000 Gent;DOMICILIERING NAAR PAPIER;30/03/2026;-85,10;EUR;GKCCBEBB;BE;Factuur 7
BE68 5390 0754 7034;27/03/2026;00003;00011;NL91ABNA0417164300;Drukkerij BV;;;OVERSCHRIJVING VAN DRUKKERIJ;27/03/2026;2.310,00;EUR;ABNANL2A;NL;Loon maart
`,
    rows: [
      '2026-03-30 -85.10 EUR | Papier NV | BE71096123456769 | DOMICILIERING NAAR PAPIER | Factuur 7',
      '2026-03-27 +2310.00 EUR | Drukkerij BV | NL91ABNA0417164300 | OVERSCHRIJVING VAN DRUKKERIJ | Loon maart',
    ],
    preset: { name: 'Belfius (Dutch)' },
    asks: ['sign'],
  },
  {
    bank: 'a card of Ukraine, with the balance after each entry',
    text: `Дата операції;Час операції;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;Залишок на кінець періоду
27.03.2026;10:00;Зарплата;*1234;Зарплата;2310.00;UAH;2410.00
30.03.2026;11:00;Книги;*1234;Книгарня;-85.10;UAH;2324.90
`,
    rows: ['2026-03-27 +2310.00 UAH |  |  | Зарплата | ', '2026-03-30 -85.10 UAH |  |  | Книгарня | '],
  },
  {
    bank: 'a bank of Ukraine, with columns for each side',
    text: `Дата документа;Номер документу;ЄДРПОУ;Назва контрагента;Рахунок кореспондента;Дебет;Кредит;Призначення платежу;Валюта
27.03.2026;12;12345678;ТОВ Папір;UA213223130000026007233566001;;2310,00;Оплата за рахунком 7;UAH
30.03.2026;13;87654321;ТОВ Енергія;UA913223130000026007233566002;85,10;;Електроенергія;UAH
`,
    rows: [
      '2026-03-27 +2310.00 UAH | ТОВ Папір | UA213223130000026007233566001 |  | Оплата за рахунком 7',
      '2026-03-30 -85.10 UAH | ТОВ Енергія | UA913223130000026007233566002 |  | Електроенергія',
    ],
  },
  {
    bank: 'a bank of Serbia in Latin letters',
    text: `Datum valute;Datum knjiženja;Opis;Naziv primaoca/platioca;Duguje;Potražuje;Stanje
27.03.2026;27.03.2026;Uplata;Papir d.o.o.;;2.310,00;2.410,00
30.03.2026;30.03.2026;Plaćanje karticom;Knjižara;85,10;;2.324,90
`,
    currency: 'RSD',
    rows: [
      '2026-03-27 +2310.00 RSD | Papir d.o.o. |  | Uplata | ',
      '2026-03-30 -85.10 RSD | Knjižara |  | Plaćanje karticom | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Serbia in Cyrillic letters, with names of months',
    text: `Датум;Опис;Сврха плаћања;Уплата;Исплата;Валута
27. март 2026;Прилив;Плата;2.310,00;–;RSD
30. март 2026;Картица;Књижара;–;85,10;RSD
`,
    rows: [
      '2026-03-27 +2310.00 RSD |  |  | Прилив | Плата',
      '2026-03-30 -85.10 RSD |  |  | Картица | Књижара',
    ],
  },
  {
    bank: 'a bank of Bulgaria',
    text: `Дата;Вальор;Пояснение;Контрагент;Основание;Дебит;Кредит;Валута;Салдо
27.03.2026;27.03.2026;Получен превод;ХАРТИЯ ООД;Фактура 7;;2310.00;EUR;2410.00
30.03.2026;30.03.2026;Плащане;ЕНЕРГИЯ АД;Ток март;85.10;;EUR;2324.90
`,
    rows: [
      '2026-03-27 +2310.00 EUR | ХАРТИЯ ООД |  | Получен превод | Фактура 7',
      '2026-03-30 -85.10 EUR | ЕНЕРГИЯ АД |  | Плащане | Ток март',
    ],
  },
  {
    bank: 'a bank in Arabic',
    text: `التاريخ,تاريخ القيمة,الوصف,رقم المرجع,مدين,دائن,الرصيد
27/03/2026,27/03/2026,راتب شهر مارس,TR123,,"2,310.00","2,410.00"
30/03/2026,31/03/2026,شراء كتب,TR124,85.10,,"2,324.90"
`,
    currency: 'SAR',
    rows: ['2026-03-27 +2310.00 SAR |  |  | راتب شهر مارس | ', '2026-03-30 -85.10 SAR |  |  | شراء كتب | '],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Greece, with the word Valeur',
    text: `Ημ/νία Συναλλαγής;Ημ/νία Valeur;Περιγραφή Συναλλαγής;Χρέωση;Πίστωση;Λογιστικό Υπόλοιπο (€)
27 Μαρ 2026;27 Μαρ 2026;Μισθοδοσία;—;2.310,00;2.410,00
30 Μαρ 2026;31 Μαρ 2026;Αγορά;85,10;—;2.324,90
`,
    rows: ['2026-03-27 +2310.00 EUR |  |  | Μισθοδοσία | ', '2026-03-30 -85.10 EUR |  |  | Αγορά | '],
  },
  {
    bank: 'a bank of Korea, with the sign of the won in names and thousands everywhere',
    text: `거래일,내용,출금액(₩),입금액(₩)
2026-03-27,급여,,"2,310"
2026-03-30,체크카드,"85,100",
`,
    rows: ['2026-03-27 +2310 KRW |  |  | 급여 | ', '2026-03-30 -85100 KRW |  |  | 체크카드 | '],
  },
  {
    bank: 'a bank of Japan, with the yen in wide brackets and thousands everywhere',
    text: `取引日,お取引内容,お支払金額（円）,お預り金額（￥）
2026/03/27,給与,,"231,000"
2026/03/30,カード,"8,510",
`,
    rows: ['2026-03-27 +231000 JPY |  |  | 給与 | ', '2026-03-30 -8510 JPY |  |  | カード | '],
  },
  {
    bank: 'a bank whose names have letters that look like Latin ones',
    text: `Dаta;Оpis;Kwоta;Waluta
27.03.2026;Wpływ;2310,00;PLN
30.03.2026;Zakup;-85,10;PLN
`,
    rows: ['2026-03-27 +2310.00 PLN |  |  | Wpływ | ', '2026-03-30 -85.10 PLN |  |  | Zakup | '],
  },
  {
    bank: 'a bank that writes a dash where there is no amount',
    text: `Date,Description,Money Out,Money In,Balance (GBP)
27/03/2026,Salary,£ -,"2,310.00","2,410.00"
30/03/2026,Card payment,85.10,—,"2,324.90"
`,
    rows: ['2026-03-27 +2310.00 GBP |  |  | Salary | ', '2026-03-30 -85.10 GBP |  |  | Card payment | '],
  },
]
