/** Tables of banks and wallets in Turkey, Russia, Ukraine, Israel, Iceland and Asia. */
import type { BankTable } from '../bankTable.ts'

export const worldwideTables: BankTable[] = [
  {
    bank: 'İşbank',
    text: `Hesap Hareketleri;;;;;;
Hesap No;1234 0567890;;;;;
;;;;;;
Tarih/Saat;Kanal/Şube;İşlem Tutarı*;Ek Bakiye*;İşlem;İşlem Tipi;Açıklama
31/03/2026-14:35:22;İşCep;-85,10;2.324,90;Fatura Ödemesi;FATURA;ENERJİ A.Ş. MART
27/03/2026-09:00:00;Şube;2.310,00;2.410,00;Havale;HAVALE;KAĞIT A.Ş. MAAŞ
`,
    currency: 'TRY',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 TRY |  |  | Fatura Ödemesi | ENERJİ A.Ş. MART',
      '2026-03-27 +2310.00 TRY |  |  | Havale | KAĞIT A.Ş. MAAŞ',
    ],
  },
  {
    bank: 'Akbank',
    text: `Tarih;Saat;Tutar;Bakiye;Açıklama;Fiş/Dekont No
31.03.2026;14:35;-85,10 TL;2.324,90 TL;Enerji;1
27.03.2026;09:00;2.310,00 TL;2.410,00 TL;Kağıt maaş;2
`,
    rows: ['2026-03-31 -85.10 TRY |  |  | Enerji | ', '2026-03-27 +2310.00 TRY |  |  | Kağıt maaş | '],
  },
  {
    bank: 'T-Bank',
    text: `"Дата операции";"Дата платежа";"Номер карты";"Статус";"Сумма операции";"Валюта операции";"Сумма платежа";"Валюта платежа";"Кэшбэк";"Категория";"MCC";"Описание";"Бонусы (включая кэшбэк)"
"30.03.2026 14:35:22";"31.03.2026";"*1234";"OK";"-85,10";"RUB";"-85,10";"RUB";"";"Супермаркеты";"5411";"Энергия";"1,00"
"27.03.2026 09:00:00";"27.03.2026";"";"OK";"2310,00";"RUB";"2310,00";"RUB";"";"Пополнения";"";"Бумага";"0,00"
`,
    asks: ['sign'],
    rows: ['2026-03-31 -85.10 RUB |  |  | Энергия | ', '2026-03-27 +2310.00 RUB |  |  | Бумага | '],
  },
  {
    bank: 'monobank',
    text: `"Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)","Сума в валюті операції",Валюта,Курс,"Залишок після операції"
"31.03.2026 14:35:22","Енергія",4900,-85.10,-85.10,UAH,—,2324.90
"27.03.2026 09:00:00","Від: Папір",4829,2310.00,2310.00,UAH,—,2410.00
`,
    rows: ['2026-03-31 -85.10 UAH |  |  | Енергія | ', '2026-03-27 +2310.00 UAH |  |  | Від: Папір | '],
  },
  {
    bank: 'MUFG',
    text: `"日付","摘要","摘要内容","支払い金額","預かり金額","差引残高","メモ"
"2026/3/27","給料","カミ","","231,000","241,000.00",""
"2026/3/31","電気","エナジー","8,510","","232,490.00",""
`,
    currency: 'JPY',
    asks: ['currency'],
    rows: ['2026-03-27 +231000 JPY |  |  | 給料 | カミ', '2026-03-31 -8510 JPY |  |  | 電気 | エナジー'],
  },
  {
    bank: 'KB Kookmin',
    text: `거래일시,적요,보낸분/받는분,송금메모,출금액,입금액,잔액,거래점
2026.03.27 10:00:00,급여,종이주식회사,,0,2310000,2410000,강남
2026.03.31 11:00:00,자동이체,에너지,3월,85100,0,2324900,강남
`,
    currency: 'KRW',
    asks: ['currency'],
    rows: [
      '2026-03-27 +2310000 KRW | 종이주식회사 |  | 급여 | ',
      '2026-03-31 -85100 KRW | 에너지 |  | 자동이체 | 3월',
    ],
  },
  {
    bank: 'Bank of Communications',
    text: `序号,交易日期,交易时间,交易类型,借贷,交易金额,余额,对方账号,对方户名,交易地点,摘要
1,2026-03-27,00:00:00,工资,贷 Cr,2310.00,2410.00,1323132313,纸业公司,批处理,三月
2,2026-03-31,13:15:12,网上支付,借 Dr,85.10,2324.90,6666666666,能源公司,其他,
`,
    currency: 'CNY',
    asks: ['currency', 'counterpartyIban'],
    rows: [
      '2026-03-27 +2310.00 CNY | 纸业公司 |  | 工资 | 批处理 三月',
      '2026-03-31 -85.10 CNY | 能源公司 |  | 网上支付 | 其他',
    ],
  },
  {
    bank: 'BRI',
    text: `Tanggal,Deskripsi,Debet,Kredit,Saldo
27/03/2026,TRF PAPER,0.00,2310000.00,2410000.00
31/03/2026,BAYAR LISTRIK,85100.00,0.00,2324900.00
`,
    currency: 'IDR',
    asks: ['currency'],
    rows: [
      '2026-03-27 +2310000.00 IDR |  |  | TRF PAPER | ',
      '2026-03-31 -85100.00 IDR |  |  | BAYAR LISTRIK | ',
    ],
  },
  {
    bank: 'Leumi',
    text: `תאריך,תאריך ערך,תיאור,אסמכתא,בחובה,בזכות,היתרה בש"ח,הערה
31/03/26,31/03/26,חשמל,123,85.10,,2324.90,
27/03/26,27/03/26,משכורת,124,,2310.00,2410.00,
`,
    currency: 'ILS',
    asks: ['currency'],
    rows: ['2026-03-31 -85.10 ILS |  |  | חשמל | ', '2026-03-27 +2310.00 ILS |  |  | משכורת | '],
  },
  {
    bank: 'Vietcombank',
    text: `Ngày giao dịch,Số tham chiếu,Số tiền ghi nợ,Số tiền ghi có,Số dư,Mô tả
31/03/2026,123,"85,100.00",,"2,324,900.00",Thanh toan dien
27/03/2026,124,,"2,310,000.00","2,410,000.00",Luong
`,
    currency: 'VND',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85100.00 VND |  |  | Thanh toan dien | ',
      '2026-03-27 +2310000.00 VND |  |  | Luong | ',
    ],
  },
  {
    bank: 'Landsbankinn',
    text: `Dagsetning;Vaxtadagur;Tilvísun;Skýring;Texti;Upphæð;Staða
31.03.2026;31.03.2026;123;Orka;Kreditkort;-85.10;2324.90
27.03.2026;27.03.2026;124;Pappír;Laun;2310.00;2410.00
`,
    currency: 'ISK',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 ISK |  |  | Orka | 123 Kreditkort',
      '2026-03-27 +2310.00 ISK |  |  | Pappír | 124 Laun',
    ],
  },
  {
    bank: 'Axis, with texts without blanks',
    text: `Name :- PAPER TECHNOLOGY
Statement of Account No - 912020020993999 for the period (From : 01-03-2026 To : 31-03-2026)
Tran Date,Value Date,CHQNO,Transaction Particulars,Amount(INR),DR|CR,Balance(INR),Branch Name
27-03-2026,27-03-2026,-,NEFT/IN42621556482010,50000.00,CR,104831.96,RTGS HUB
31-03-2026,31-03-2026,-,UPI/P2A/621333332818,150.00,DR,104681.96,BOPAL
"This statement is correct unless you tell us otherwise."
`,
    rows: [
      '2026-03-27 +50000.00 INR |  |  | NEFT/IN42621556482010 | ',
      '2026-03-31 -150.00 INR |  |  | UPI/P2A/621333332818 | ',
    ],
  },
  {
    bank: 'Garanti card, named as such above the rows',
    text: `Kart Numarası;1234 **** **** 5678

Tarih;Açıklama;Tutar;Chip Para / Mil;
28.03.2026;KIOSK ISTANBUL;65,00 TL;0 TL / 0;
17.03.2026;Chip-Para ile;-133,60 TL;0 TL / 0;
15.03.2026;ENERJI AS;850,10 TL;0 TL / 0;
`,
    asks: ['sign'],
    rows: [
      '2026-03-28 -65.00 TRY |  |  | KIOSK ISTANBUL | ',
      '2026-03-17 +133.60 TRY |  |  | Chip-Para ile | ',
      '2026-03-15 -850.10 TRY |  |  | ENERJI AS | ',
    ],
  },
  {
    bank: 'a table in Russian with income and expenses',
    text: `дата;описание;сумма;тип
2026-03-31;Кофе;1500,50;расход
2026-03-27;Оклад;9000;доход
`,
    currency: 'RUB',
    asks: ['currency'],
    rows: ['2026-03-31 -1500.50 RUB |  |  | расход | Кофе', '2026-03-27 +9000 RUB |  |  | доход | Оклад'],
  },
  {
    bank: 'Paystack, with what customers paid',
    text: `ID,REFERENCE,AMOUNT,CURRENCY,STATUS,PAID_AT,CREATED_AT,CUSTOMER_EMAIL,CHANNEL
1234567890,PSK_1,5000.00,NGN,success,2026-03-27T10:30:00Z,2026-03-26T23:59:00Z,a@paper.example,card
1234567891,PSK_2,7500.50,NGN,failed,,2026-03-28T10:29:00Z,b@paper.example,card
1234567892,PSK_3,1500.00,NGN,success,2026-03-31T11:00:00Z,2026-03-31T10:59:00Z,c@paper.example,bank
`,
    asks: ['sign'],
    rows: ['2026-03-27 +5000.00 NGN |  |  |  | PSK_1', '2026-03-31 +1500.00 NGN |  |  |  | PSK_3'],
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
]
