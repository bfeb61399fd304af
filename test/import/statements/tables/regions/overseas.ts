import type { BankTable } from '../bankTable.ts'

/** Banks of America, Asia, Australia and Africa. */
export const overseasTables: BankTable[] = [
  {
    bank: 'ICICI India',
    text: `DETAILED STATEMENT
Account Number :,000401234567 ( INR )  - PAPER TRADERS
Transaction Period :,From 01/03/2026 To 31/03/2026
S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,27/03/2026,27/03/2026,-,NEFT-N123-PAPER LTD,0.0,"2,310.00","2,410.00"
2,31/03/2026,31/03/2026,001234,UPI/ENERGY/PAYMENT,85.10,0.0,"2,324.90"
`,
    rows: [
      '2026-03-27 +2310.00 INR |  |  |  | NEFT-N123-PAPER LTD',
      '2026-03-31 -85.10 INR |  |  |  | UPI/ENERGY/PAYMENT',
    ],
    asks: ['reference'],
  },
  {
    bank: 'SBI India tabs',
    currency: 'INR',
    text: `Account Name	Mr. RAVI
Account Number	_00000012345678901
Start Date	1 Mar 2026
End Date	31 Mar 2026
Txn Date	Value Date	Description	Ref No./Cheque No.	Debit	Credit	Balance
27 Mar 2026	27 Mar 2026	BY TRANSFER-NEFT*PAPER	TRANSFER FROM 123	 	2,310.00	2,410.00
31 Mar 2026	31 Mar 2026	TO TRANSFER-UPI/DR/ENERGY	TRANSFER TO 456	85.10	 	2,324.90
`,
    rows: [
      '2026-03-27 +2310.00 INR |  |  | BY TRANSFER-NEFT*PAPER | TRANSFER FROM 123',
      '2026-03-31 -85.10 INR |  |  | TO TRANSFER-UPI/DR/ENERGY | TRANSFER TO 456',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Kotak',
    currency: 'INR',
    text: `Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Debit,Credit,Balance,Dr / Cr
1,27-03-2026 10:12 AM,27-03-2026,NEFT PAPER LTD,N123,,"2,310.00","2,410.00",CR
2,31-03-2026 08:00 PM,31-03-2026,UPI/ENERGY,U456,85.10,,"2,324.90",CR
`,
    rows: [
      '2026-03-27 +2310.00 INR |  |  | NEFT PAPER LTD | ',
      '2026-03-31 -85.10 INR |  |  | UPI/ENERGY | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Westpac Australia',
    currency: 'AUD',
    text: `Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial
032000123456,27/03/2026,DEPOSIT PAPER PTY,,2310.00,2410.00,DEP,
032000123456,31/03/2026,EFTPOS ENERGY CO,85.10,,2324.90,POS,
`,
    rows: [
      '2026-03-27 +2310.00 AUD |  |  | DEPOSIT PAPER PTY | ',
      '2026-03-31 -85.10 AUD |  |  | EFTPOS ENERGY CO | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'NAB Australia',
    currency: 'AUD',
    text: `Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name
27 Mar 26,2310.00,123456789,,INTER-BANK CREDIT,PAPER PTY LTD SALARY,2410.00,Income,
31 Mar 26,-85.10,123456789,,EFTPOS DEBIT,V1234 30/03 ENERGY CO,2324.90,Utilities,Energy Co
`,
    rows: [
      '2026-03-27 +2310.00 AUD |  |  | INTER-BANK CREDIT | PAPER PTY LTD SALARY',
      '2026-03-31 -85.10 AUD | Energy Co |  | EFTPOS DEBIT | V1234 30/03 ENERGY CO',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Macquarie',
    currency: 'AUD',
    text: `Transaction Date,Details,Account,Category,Subcategory,Tags,Notes,Debit,Credit,Balance,Original Description
27 Mar 2026,Paper Pty,Transaction Account,Income,Salary,,,,2310.00,2410.00,PAPER PTY LTD SAL
31 Mar 2026,Energy Co,Transaction Account,Bills,Energy,,,85.10,,2324.90,ENERGY CO SYDNEY
`,
    rows: [
      '2026-03-27 +2310.00 AUD |  |  |  | Paper Pty PAPER PTY LTD SAL',
      '2026-03-31 -85.10 AUD |  |  |  | Energy Co ENERGY CO SYDNEY',
    ],
    asks: ['currency'],
  },
  {
    bank: 'BMO Canada',
    currency: 'CAD',
    text: `Following data is valid as of 20260401091500 (Year/Month/Day/Hour/Minute/Second)


First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description
'5007660000000000',CREDIT,20260327,2310.0,[DN]PAPER LTD PAY/PAY
'5007660000000000',DEBIT,20260331,-85.1,[PR]ENERGY CO
`,
    rows: [
      '2026-03-27 +2310.0 CAD |  |  | CREDIT | [DN]PAPER LTD PAY/PAY',
      '2026-03-31 -85.1 CAD |  |  | DEBIT | [PR]ENERGY CO',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Scotiabank headerless',
    currency: 'CAD',
    text: `3/27/2026,2310.00,-,"Payroll Deposit","PAPER LTD"
3/31/2026,-85.10,-,"Point of sale purchase","ENERGY CO"
`,
    rows: [
      '2026-03-27 +2310.00 CAD |  |  |  | Payroll Deposit PAPER LTD',
      '2026-03-31 -85.10 CAD |  |  |  | Point of sale purchase ENERGY CO',
    ],
    asks: ['header', 'bookingDate', 'amount', 'currency'],
  },
  {
    bank: 'Tangerine Canada',
    currency: 'CAD',
    text: `Date,Transaction,Name,Memo,Amount
3/27/2026,CREDIT,EFT Deposit from PAPER LTD,,2310
3/31/2026,DEBIT,ENERGY CO,Rewards earned: 0.43 ~ Category: Other,-85.1
`,
    rows: [
      '2026-03-27 +2310 CAD | EFT Deposit from PAPER LTD |  | CREDIT | ',
      '2026-03-31 -85.1 CAD | ENERGY CO |  | DEBIT | Rewards earned: 0.43 ~ Category: Other',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Desjardins headerless',
    currency: 'CAD',
    text: `"Caisse de Paris","012345","EOP","2026/03/27",00001,"Paie/Papier","",,2310.00,,,,,2410.00
"Caisse de Paris","012345","EOP","2026/03/31",00002,"Achat/Energie","",85.10,,,,,,2324.90
`,
    rows: [
      '2026-03-27 +2310.00 CAD |  |  |  | Caisse de Paris EOP Paie/Papier',
      '2026-03-31 -85.10 CAD |  |  |  | Caisse de Paris EOP Achat/Energie',
    ],
    asks: ['header', 'bookingDate', 'currency', 'debit'],
  },
  {
    bank: 'US Bank',
    currency: 'USD',
    text: `"Date","Transaction","Name","Memo","Amount"
"2026-03-27","CREDIT","ELECTRONIC DEPOSIT PAPER LTD","Download from usbank.com.","2310.00"
"2026-03-31","DEBIT","DEBIT PURCHASE ENERGY CO","Download from usbank.com.","-85.10"
`,
    rows: [
      '2026-03-27 +2310.00 USD | ELECTRONIC DEPOSIT PAPER LTD |  | CREDIT | Download from usbank.com.',
      '2026-03-31 -85.10 USD | DEBIT PURCHASE ENERGY CO |  | DEBIT | Download from usbank.com.',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Ally',
    currency: 'USD',
    text: `Date, Time, Amount, Type, Description
2026-03-27,03:12:11,2310.00,Deposit,PAPER LTD PAYROLL
2026-03-31,05:44:01,-85.10,Withdrawal,ENERGY CO WEB
`,
    rows: [
      '2026-03-27 +2310.00 USD |  |  | Deposit | PAPER LTD PAYROLL',
      '2026-03-31 -85.10 USD |  |  | Withdrawal | ENERGY CO WEB',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Schwab Bank',
    currency: 'USD',
    text: `"Date","Status","Type","CheckNumber","Description","Withdrawal","Deposit","RunningBalance"
"03/31/2026","Pending","VISA","","COFFEE CO","$4.10","",""
"03/30/2026","Posted","VISA","","ENERGY CO","$85.10","","$2,324.90"
"03/27/2026","Posted","ACH","","PAPER LTD","","$2,310.00","$2,410.00"
`,
    rows: [
      'pending -4.10 USD |  |  | VISA | COFFEE CO',
      '2026-03-30 -85.10 USD |  |  | VISA | ENERGY CO',
      '2026-03-27 +2310.00 USD |  |  | ACH | PAPER LTD',
    ],
  },
  {
    bank: 'Apple Card',
    currency: 'USD',
    text: `Transaction Date,Clearing Date,Description,Merchant,Category,Type,Amount (USD),Purchased By
03/30/2026,03/31/2026,"ENERGY CO 1 MAIN ST","Energy Co","Utilities","Purchase","85.10","Ann Doe"
03/27/2026,03/27/2026,"ACH DEPOSIT INTERNET TRANSFER FROM ACCOUNT ENDING IN 1234","Ach Deposit","Payment","Payment","-310.00","Ann Doe"
`,
    rows: [
      '2026-03-31 -85.10 USD | Energy Co |  | Purchase | ENERGY CO 1 MAIN ST Ann Doe',
      '2026-03-27 +310.00 USD | Ach Deposit |  | Payment | ACH DEPOSIT INTERNET TRANSFER FROM ACCOUNT ENDING IN 1234 Ann Doe',
    ],
    asks: ['sign', 'reference'],
  },
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
]
