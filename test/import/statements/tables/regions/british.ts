/** Tables of British and Irish banks, and of banks of the Commonwealth. */
import type { BankTable } from '../bankTable.ts'

export const britishTables: BankTable[] = [
  {
    bank: 'Barclays',
    preset: {
      name: 'Barclays',
      rows: [
        '2026-03-31 -85.10 GBP |  |  | Direct Debit | ENERGY PLC   REF 1 DDR',
        '2026-03-27 +2310.00 GBP |  |  | Direct Deposit | PAPER LTD   SALARY BGC',
      ],
    },
    text: `Number,Date,Account,Amount,Subcategory,Memo
,31/03/2026,20-00-00 12345678,-85.10,Direct Debit,ENERGY PLC   REF 1 DDR
,27/03/2026,20-00-00 12345678,2310.00,Direct Deposit,PAPER LTD   SALARY BGC
`,
    currency: 'GBP',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 GBP |  |  |  | ENERGY PLC   REF 1 DDR',
      '2026-03-27 +2310.00 GBP |  |  |  | PAPER LTD   SALARY BGC',
    ],
  },
  {
    bank: 'Barclaycard',
    preset: {
      name: 'Barclaycard (United Kingdom)',
      rows: [
        '2026-03-31 -3.20 GBP |  |  | KIOSK, LONDON 3.20 POUND STERLING GREAT BRITAIN | ',
        '2026-03-29 +250.00 GBP |  |  | Payment, Thank You | ',
        '2026-03-28 -45.00 GBP |  |  | TRAINS, YORK 45.00 POUND STERLING GREAT BRITAIN | ',
      ],
    },
    text: `31 Mar 26,"KIOSK, LONDON 3.20 POUND STERLING GREAT BRITAIN",Visa,MS A SMITH,Leisure,,3.20
29 Mar 26,"Payment, Thank You",Visa,MS A SMITH,,250.00,
28 Mar 26,"TRAINS, YORK 45.00 POUND STERLING GREAT BRITAIN",Visa,MS A SMITH,Travel,,45.00
`,
    currency: 'GBP',
    asks: ['header', 'bookingDate', 'amount', 'credit', 'currency'],
    rows: [
      '2026-03-31 -3.20 GBP |  |  |  | KIOSK, LONDON 3.20 POUND STERLING GREAT BRITAIN Leisure',
      '2026-03-29 +250.00 GBP |  |  |  | Payment, Thank You',
      '2026-03-28 -45.00 GBP |  |  |  | TRAINS, YORK 45.00 POUND STERLING GREAT BRITAIN Travel',
    ],
  },
  {
    bank: 'HSBC',
    text: `31/03/2026,ENERGY PLC DD,-85.10
30/03/2026,KIOSK LONDON VIS,-3.20
27/03/2026,PAPER LTD SALARY CR,"2,310.00"
`,
    currency: 'GBP',
    asks: ['header', 'bookingDate', 'amount', 'currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 GBP |  |  |  | ENERGY PLC DD',
      '2026-03-30 -3.20 GBP |  |  |  | KIOSK LONDON VIS',
      '2026-03-27 +2310.00 GBP |  |  |  | PAPER LTD SALARY CR',
    ],
  },
  {
    bank: 'Lloyds',
    preset: { name: 'Lloyds, Halifax, Bank of Scotland' },
    text: `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
31/03/2026,DD,'30-00-00,12345678,ENERGY PLC,85.10,,2324.90
27/03/2026,BGC,'30-00-00,12345678,PAPER LTD,,2310.00,2410.00
26/03/2026,DEB,'30-00-00,12345678,KIOSK,3.20,,100.00
`,
    currency: 'GBP',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 GBP |  |  | DD | ENERGY PLC',
      '2026-03-27 +2310.00 GBP |  |  | BGC | PAPER LTD',
      '2026-03-26 -3.20 GBP |  |  | DEB | KIOSK',
    ],
  },
  {
    bank: 'NatWest',
    text: `
Date, Type, Description, Value, Balance, Account Name, Account Number

31/03/2026,D/D,"'ENERGY PLC",-85.10,2324.90,"'SMITH A","'600000-12345678",
27/03/2026,BAC,"'PAPER LTD , SALARY",2310.00,2410.00,"'SMITH A","'600000-12345678",
`,
    currency: 'GBP',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 GBP |  |  | D/D | ENERGY PLC',
      '2026-03-27 +2310.00 GBP |  |  | BAC | PAPER LTD , SALARY',
    ],
  },
  {
    bank: 'Starling',
    preset: { name: 'Starling' },
    text: `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes
27/03/2026,Paper Ltd,Salary,FASTER PAYMENT,2310.00,2410.00,INCOME,
31/03/2026,Energy plc,REF 1,DIRECT DEBIT,-85.10,2324.90,BILLS_AND_SERVICES,
`,
    rows: [
      '2026-03-27 +2310.00 GBP | Paper Ltd |  | FASTER PAYMENT | Salary',
      '2026-03-31 -85.10 GBP | Energy plc |  | DIRECT DEBIT | REF 1',
    ],
  },
  {
    bank: 'Monzo',
    preset: { name: 'Monzo' },
    text: `Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In
tx_0001,27/03/2026,08:00:00,Faster payment,Paper Ltd,,Income,2310.00,GBP,2310.00,GBP,Salary,,,PAPER LTD SALARY,,,2310.00
tx_0002,31/03/2026,09:10:11,Card payment,Café Eck,☕,Eating out,-3.20,GBP,-3.70,EUR,,Berlin,,CAFE ECK BERLIN,,-3.20,
`,
    rows: [
      '2026-03-27 +2310.00 GBP | Paper Ltd |  | Faster payment | Salary PAPER LTD SALARY',
      '2026-03-31 -3.20 GBP | Café Eck |  | Card payment | CAFE ECK BERLIN',
    ],
  },
  {
    bank: 'Nationwide',
    preset: { name: 'Nationwide' },
    text: `"Account Name:","FlexAccount ****12345"
"Account Balance:","£2324.90"
"Available Balance: ","£2324.90"

"Date","Transaction type","Description","Paid out","Paid in","Balance"
"27 Mar 2026","Bank credit","PAPER LTD","","£2310.00","£2410.00"
"31 Mar 2026","Direct debit","ENERGY PLC","£85.10","","£2324.90"
`,
    rows: [
      '2026-03-27 +2310.00 GBP |  |  | Bank credit | PAPER LTD',
      '2026-03-31 -85.10 GBP |  |  | Direct debit | ENERGY PLC',
    ],
  },
  {
    bank: 'AIB',
    text: `Posted Account, Posted Transactions Date, Description1, Description2, Description3, Debit Amount, Credit Amount,Balance,Posted Currency,Transaction Type,Local Currency Amount,Local Currency
"933384-12345678","31/03/26","D/D ENERGY","REF 1","",85.10,,2324.90,EUR,Direct Debit,"85.10",EUR
"933384-12345678","27/03/26","PAPER LTD","SALARY","",,"2,310.00",2410.00,EUR,Credit,"2,310.00",EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Direct Debit | D/D ENERGY REF 1',
      '2026-03-27 +2310.00 EUR |  |  | Credit | PAPER LTD SALARY',
    ],
  },
  {
    bank: 'Santander UK',
    text: `Arranged overdraft limit: £500

Date;Type;Merchant/Description;Debit/Credit;Balance
31/03/2026;Direct Debit;ENERGY PLC;-£85.10;£2324.90
27/03/2026;Faster Payment;PAPER LTD;£2310.00;£2410.00
`,
    rows: [
      '2026-03-31 -85.10 GBP | ENERGY PLC |  | Direct Debit | ',
      '2026-03-27 +2310.00 GBP | PAPER LTD |  | Faster Payment | ',
    ],
  },
  {
    bank: 'Commonwealth Bank',
    text: `31/03/2026,"-85.10","ENERGY PTY LTD","+2324.90"
30/03/2026,"-3.20","KIOSK SYDNEY","+2410.00"
27/03/2026,"+2310.00","SALARY PAPER PTY LTD","+2413.20"
`,
    currency: 'AUD',
    asks: ['header', 'bookingDate', 'currency'],
    rows: [
      '2026-03-31 -85.10 AUD |  |  |  | ENERGY PTY LTD',
      '2026-03-30 -3.20 AUD |  |  |  | KIOSK SYDNEY',
      '2026-03-27 +2310.00 AUD |  |  |  | SALARY PAPER PTY LTD',
    ],
  },
  {
    bank: 'TD Canada',
    text: `03/31/2026,ENERGY INC,85.10,,2324.90
03/30/2026,KIOSK TORONTO,3.20,,2410.00
03/27/2026,PAPER INC PAYROLL,,2310.00,2413.20
`,
    currency: 'CAD',
    asks: ['header', 'bookingDate', 'currency', 'debit'],
    rows: [
      '2026-03-31 -85.10 CAD |  |  |  | ENERGY INC',
      '2026-03-30 -3.20 CAD |  |  |  | KIOSK TORONTO',
      '2026-03-27 +2310.00 CAD |  |  |  | PAPER INC PAYROLL',
    ],
  },
  {
    bank: 'RBC',
    text: `"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"
Chequing,00001-1234567,3/31/2026,,"ENERGY INC","BILL PAYMENT",-85.10,,
Chequing,00001-1234567,3/27/2026,,"PAPER INC","PAYROLL",2310.00,,
`,
    rows: [
      '2026-03-31 -85.10 CAD |  |  | ENERGY INC | BILL PAYMENT',
      '2026-03-27 +2310.00 CAD |  |  | PAPER INC | PAYROLL',
    ],
  },
  {
    bank: 'HDFC',
    text: `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
31/03/26,UPI-KIOSK-REF1,0000608712345678,31/03/26,320.00,,"1,02,324.90"
27/03/26,NEFT CR-PAPER LTD-SALARY,N086261234567,27/03/26,,"1,00,000.00","1,02,644.90"
`,
    currency: 'INR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -320.00 INR |  |  | UPI-KIOSK-REF1 | ',
      '2026-03-27 +100000.00 INR |  |  | NEFT CR-PAPER LTD-SALARY | ',
    ],
  },
]
