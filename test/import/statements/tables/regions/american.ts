/** Tables of American banks and cards, and of services that pay businesses. */
import type { BankTable } from '../bankTable.ts'

export const americanTables: BankTable[] = [
  {
    bank: 'Chase checking',
    preset: {
      name: 'Chase',
      rows: [
        '2026-03-31 -85.10 USD |  |  | ACH_DEBIT | ENERGY INC PAYMENT',
        '2026-03-27 +2310.00 USD |  |  | ACH_CREDIT | PAPER INC PAYROLL',
        '2026-03-26 -3.20 USD |  |  | DEBIT_CARD | KIOSK NEW YORK',
      ],
    },
    text: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,03/31/2026,"ENERGY INC PAYMENT",-85.10,ACH_DEBIT,2324.90,,
CREDIT,03/27/2026,"PAPER INC PAYROLL",2310.00,ACH_CREDIT,2410.00,,
DEBIT,03/26/2026,"KIOSK NEW YORK",-3.20,DEBIT_CARD,100.00,,
`,
    currency: 'USD',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 USD |  |  | ACH_DEBIT | DEBIT ENERGY INC PAYMENT',
      '2026-03-27 +2310.00 USD |  |  | ACH_CREDIT | CREDIT PAPER INC PAYROLL',
      '2026-03-26 -3.20 USD |  |  | DEBIT_CARD | DEBIT KIOSK NEW YORK',
    ],
  },
  {
    bank: 'Chase card',
    preset: { name: 'Chase card' },
    text: `Transaction Date,Post Date,Description,Category,Type,Amount,Memo
03/29/2026,03/31/2026,KIOSK NEW YORK,Food & Drink,Sale,-3.20,
03/28/2026,03/28/2026,Payment Thank You-Mobile,,Payment,250.00,
`,
    currency: 'USD',
    asks: ['currency'],
    rows: [
      '2026-03-31 -3.20 USD |  |  | Sale | KIOSK NEW YORK',
      '2026-03-28 +250.00 USD |  |  | Payment | Payment Thank You-Mobile',
    ],
  },
  {
    bank: 'American Express',
    preset: { name: 'American Express', asks: ['currency'] },
    text: `Date,Description,Card Member,Account #,Amount
03/31/2026,KIOSK NEW YORK NY,A SMITH,-11001,3.20
03/29/2026,AUTOPAY PAYMENT - THANK YOU,A SMITH,-11001,-250.00
03/02/2026,TRAINS,A SMITH,-11001,79.90
`,
    currency: 'USD',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -3.20 USD |  |  | KIOSK NEW YORK NY | ',
      '2026-03-29 +250.00 USD |  |  | AUTOPAY PAYMENT - THANK YOU | ',
      '2026-03-02 -79.90 USD |  |  | TRAINS | ',
    ],
  },
  {
    bank: 'Bank of America',
    text: `Description,,Summary Amt.
Beginning balance as of 03/01/2026,,"100.00"
Total credits,,"2,310.00"
Total debits,,"-85.10"
Ending balance as of 03/31/2026,,"2,324.90"

Date,Description,Amount,Running Bal.
03/01/2026,Beginning balance as of 03/01/2026,,"100.00"
03/27/2026,"PAPER INC DES:PAYROLL","2,310.00","2,410.00"
03/31/2026,"ENERGY INC DES:BILL","-85.10","2,324.90"
`,
    currency: 'USD',
    asks: ['currency'],
    rows: [
      '2026-03-27 +2310.00 USD |  |  | PAPER INC DES:PAYROLL | ',
      '2026-03-31 -85.10 USD |  |  | ENERGY INC DES:BILL | ',
    ],
  },
  {
    bank: 'Wells Fargo',
    text: `"03/31/2026","-85.10","*","","ENERGY INC BILLPAY"
"03/30/2026","-3.20","*","","PURCHASE KIOSK"
"03/27/2026","2310.00","*","","PAPER INC PAYROLL"
`,
    currency: 'USD',
    asks: ['header', 'bookingDate', 'amount', 'currency'],
    rows: [
      '2026-03-31 -85.10 USD |  |  |  | ENERGY INC BILLPAY',
      '2026-03-30 -3.20 USD |  |  |  | PURCHASE KIOSK',
      '2026-03-27 +2310.00 USD |  |  |  | PAPER INC PAYROLL',
    ],
  },
  {
    bank: 'Citi card',
    preset: { name: 'Citi card' },
    text: `Status,Date,Description,Debit,Credit,Member Name
Cleared,03/31/2026,"KIOSK NEW YORK",3.20,,A SMITH
Cleared,03/29/2026,"PAYMENT THANK YOU",,-250.00,A SMITH
`,
    currency: 'USD',
    asks: ['currency', 'credit'],
    rows: [
      '2026-03-31 -3.20 USD |  |  | KIOSK NEW YORK | ',
      '2026-03-29 +250.00 USD |  |  | PAYMENT THANK YOU | ',
    ],
  },
  {
    bank: 'Capital One',
    preset: { name: 'Capital One card' },
    text: `Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit
2026-03-29,2026-03-31,1234,KIOSK NEW YORK,Dining,3.20,
2026-03-28,2026-03-28,1234,CAPITAL ONE AUTOPAY PYMT,Payment/Credit,,250.00
`,
    currency: 'USD',
    asks: ['currency'],
    rows: [
      '2026-03-31 -3.20 USD |  |  | KIOSK NEW YORK | ',
      '2026-03-28 +250.00 USD |  |  | CAPITAL ONE AUTOPAY PYMT | ',
    ],
  },
  {
    bank: 'Discover',
    preset: { name: 'Discover card' },
    text: `Trans. Date,Post Date,Description,Amount,Category
03/30/2026,03/31/2026,"KIOSK NEW YORK",3.20,"Restaurants"
03/28/2026,03/28/2026,"DIRECTPAY FULL BALANCE",-250.00,"Payments and Credits"
03/20/2026,03/21/2026,"TRAINS",79.90,"Travel"
`,
    currency: 'USD',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -3.20 USD |  |  | KIOSK NEW YORK | ',
      '2026-03-28 +250.00 USD |  |  | DIRECTPAY FULL BALANCE | ',
      '2026-03-21 -79.90 USD |  |  | TRAINS | ',
    ],
  },
  {
    bank: 'Mercury',
    preset: {
      name: 'Mercury',
      rows: [
        '2026-03-31 -85.10 USD | Energy Inc |  |  | ENERGY INC; BILL',
        '2026-03-27 +2310.00 USD | Paper Inc |  |  | PAPER INC Invoice 7',
      ],
    },
    text: `Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Last Four Digits,Name On Card,Category,GL Code,Timestamp,Original Currency
03-31-2026,Energy Inc,-85.10,Sent,Mercury Checking xx1234,ENERGY INC; BILL,,,,,,,03-31-2026 10:00:00,
03-30-2026,Kiosk,-3.20,Failed,Mercury Checking xx1234,KIOSK,,,5678,A Smith,,,03-30-2026 10:00:00,USD
03-27-2026,Paper Inc,2310.00,Sent,Mercury Checking xx1234,PAPER INC,Invoice 7,,,,,,03-27-2026 10:00:00,
`,
    currency: 'USD',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 USD |  |  | Energy Inc | ENERGY INC; BILL',
      '2026-03-27 +2310.00 USD |  |  | Paper Inc | PAPER INC Invoice 7',
    ],
  },
  {
    bank: 'Brex',
    text: `Date,To/From,Amount,Currency,Status,Memo
2026-03-31,Energy Inc,"($85.10)",USD,Completed,Bill
2026-03-27,Paper Inc,"$2,310.00",USD,Completed,Invoice 7
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 USD | Energy Inc |  |  | Bill',
      '2026-03-27 +2310.00 USD | Paper Inc |  |  | Invoice 7',
    ],
  },
  {
    bank: 'a bank with amounts like -$76.00',
    text: `Date\tDescription\tAmount\tBalance
Mar 31, 2026\tENERGY INC\t-$85.10\t$2,324.90
Mar 27, 2026\tPAPER INC PAYROLL\t$2,310.00\t$2,410.00
`,
    currency: 'USD',
    rows: [
      '2026-03-31 -85.10 USD |  |  | ENERGY INC | ',
      '2026-03-27 +2310.00 USD |  |  | PAPER INC PAYROLL | ',
    ],
  },
  {
    bank: 'Stripe balance',
    preset: { name: 'Stripe balance' },
    text: `id,Type,Source,Amount,Fee,Destination Platform Fee,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer,Transfer Date (UTC),Transfer Group
txn_3,payout,po_1,-96.80,0.00,,-96.80,eur,2026-03-31 00:00,2026-03-31 00:00,STRIPE PAYOUT,,,po_1,,
txn_2,charge,ch_1,100.00,3.20,,96.80,eur,2026-03-27 10:00,2026-03-29 00:00,Invoice 7,100.00,eur,po_1,2026-03-31 00:00,
`,
    asks: ['reference'],
    rows: [
      '2026-03-31 -96.80 EUR |  |  | payout | STRIPE PAYOUT',
      '2026-03-27 +100.00 EUR |  |  | charge | Invoice 7',
      '2026-03-27 -3.20 EUR |  |  | Fee | Invoice 7',
    ],
  },
  {
    bank: 'Plaid',
    preset: { name: 'Plaid' },
    text: `date,name,amount,pending,account_id,merchant_name,transaction_id,iso_currency_code
2026-03-31,Kiosk 0815 NYC,3.2,True,Xy12345abcDEF,Kiosk,t1,USD
2026-03-30,Trains,79.9,False,Xy12345abcDEF,Trains Inc,t2,USD
2026-03-27,Paper Inc payroll,-2310.0,False,Xy12345abcDEF,,t3,USD
`,
    asks: ['sign'],
    rows: [
      'pending -3.2 USD | Kiosk |  |  | Kiosk 0815 NYC',
      '2026-03-30 -79.9 USD | Trains Inc |  |  | Trains',
      '2026-03-27 +2310.0 USD |  |  |  | Paper Inc payroll',
    ],
  },
  {
    bank: 'American Express with details',
    currency: 'USD',
    preset: { name: 'American Express (with details)', asks: ['currency'] },
    text: `Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference
03/31/2026,KIOSK DOWNTOWN,5.10,,KIOSK DOWNTOWN,"1 MAIN ST",,10001,UNITED STATES,'AT260900001'
03/27/2026,AUTOPAY PAYMENT - THANK YOU,-310.00,,AUTOPAY PAYMENT - THANK YOU,,,,,'AT260860002'
`,
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -5.10 USD |  |  | KIOSK DOWNTOWN | KIOSK DOWNTOWN AT260900001',
      '2026-03-27 +310.00 USD |  |  | AUTOPAY PAYMENT - THANK YOU | AUTOPAY PAYMENT - THANK YOU AT260860002',
    ],
  },
]
