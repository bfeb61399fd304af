import type { BankTable } from '../../bankTable.ts'

/** Layouts that were read wrongly, or not at all, when they were first seen. */
export const recentTables: BankTable[] = [
  {
    bank: 'a card of Japan with two digits of the year before the month',
    currency: 'JPY',
    text: `利用日,利用店名,利用金額
26/03/03,書店,"5,000"
26/03/14,鉄道,"1,200"
26/03/27,電器店,800
`,
    rows: [
      '2026-03-03 -5000 JPY | 書店 |  |  | ',
      '2026-03-14 -1200 JPY | 鉄道 |  |  | ',
      '2026-03-27 -800 JPY | 電器店 |  |  | ',
    ],
    asks: ['dateFormat', 'currency', 'sign'],
  },
  {
    bank: 'a card of Norway whose reserved purchases have no date',
    text: `TransactionDate,BookDate,ValueDate,Text,Type,Currency Amount,Currency Rate,Currency,Amount
2026-03-26,2026-03-27,2026-03-27,BOKHANDEL OSLO,Kjøp,-499.00,1,NOK,-499.00
2026-03-28,2026-03-30,2026-03-30,Fra 12345678901,Innbetaling,2500.00,1,NOK,2500.00
,,,KLESBUTIKK OSLO,Reservert,-299.00,1,NOK,-299.00
`,
    rows: [
      '2026-03-27 -499.00 NOK |  |  | Kjøp | BOKHANDEL OSLO',
      '2026-03-30 +2500.00 NOK |  |  | Innbetaling | Fra 12345678901',
      'pending -299.00 NOK |  |  | Reservert | KLESBUTIKK OSLO',
    ],
    asks: ['unbooked', 'sign'],
  },
  {
    bank: 'a bank in French that calls the account of the other party the number of the account',
    text: `"Date","Bénéficiaire","Numéro de compte","Type de transaction","Référence de paiement","Montant (EUR)"
"2026-03-27","Papier SARL","DE89370400440532013000","Revenus","Salaire","2310.00"
"2026-03-31","Energie SA","DE02120300000000202051","Virement","Facture","-85.10"
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Papier SARL | DE89370400440532013000 | Revenus | Salaire',
      '2026-03-31 -85.10 EUR | Energie SA | DE02120300000000202051 | Virement | Facture',
    ],
    asks: ['sign', 'counterpartyIban'],
  },
  {
    bank: 'a budget with a shop whose name is a number',
    currency: 'SEK',
    text: `"Date","Payee","Memo","Outflow","Inflow"
"2026-03-27","Papper AB","Lön","","2310.00"
"2026-03-30","232","Hyra","1343.00",""
"2026-03-31","Energi AB","El","85.10",""
`,
    rows: [
      '2026-03-27 +2310.00 SEK | Papper AB |  |  | Lön',
      '2026-03-30 -1343.00 SEK | 232 |  |  | Hyra',
      '2026-03-31 -85.10 SEK | Energi AB |  |  | El',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a journal with the day of the message next to that of the payment',
    currency: 'EUR',
    text: `id;message_date;transaction_date;payee;description;amount
T1;2026-03-28;2026-03-27;Papier;Lohn;2310.00
T2;2026-04-01;2026-03-31;Energie;Strom;-85.10
`,
    rows: ['2026-03-28 +2310.00 EUR | Papier |  | Lohn | ', '2026-04-01 -85.10 EUR | Energie |  | Strom | '],
    asks: ['bookingDate', 'currency', 'sign'],
  },
  {
    bank: 'a card of Italy with the sum of its purchases below its way of repayment',
    currency: 'EUR',
    text: `Intestatario carta;Numero carta;Data operazione;Data registrazione;Descrizione;Stato operazione;Tipo operazione;Circuito;Tipo rimborso;Importo
ANNA ROSSI;4000 **** **** 0000;26/03/2026;27/03/2026;LIBRERIA;contabilizzato;pagamento;VISA;a saldo;-53,36
ANNA ROSSI;4000 **** **** 0000;30/03/2026;;EDICOLA;autorizzato;pagamento;VISA;a saldo;-11,90
;;;;;;;;Totale movimenti;65,26
`,
    rows: [
      '2026-03-27 -53.36 EUR |  |  | pagamento | LIBRERIA',
      'pending -11.90 EUR |  |  | pagamento | EDICOLA',
    ],
    asks: ['currency', 'sign', 'reference'],
  },
  {
    bank: 'a wallet of America whose card was charged',
    text: `"Transaction ID","Date","Transaction Type","Currency","Amount","Fee","Net Amount","Status","Notes","Name of sender/receiver"
"a1","2026-03-27 16:12:36 EDT","Cash Card Debit","USD","-$2.90","$0","-$2.90","CARD CHARGED","METRO",""
"b2","2026-03-31 23:59:59 EDT","Sent P2P","USD","-$5","$0","-$5","PAYMENT SENT","","Ann Example"
`,
    rows: [
      '2026-03-27 -2.90 USD |  |  | Cash Card Debit | METRO',
      '2026-03-31 -5 USD | Ann Example |  | Sent P2P | ',
    ],
  },
  {
    bank: 'a wallet of China with transfers out and in',
    currency: 'CNY',
    text: `交易时间,交易对方,摘要,收/支,交易金额,交易状态
2026-03-27 10:15:00,纸业公司,工资,转入,2310.00,已到账
2026-03-31 09:00:00,电力公司,电费,转出,85.10,交易成功
`,
    rows: [
      '2026-03-27 +2310.00 CNY | 纸业公司 |  | 工资 | ',
      '2026-03-31 -85.10 CNY | 电力公司 |  | 电费 | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a bank of Hungary with the moment of the transaction, and an entry without a booking date',
    text: `Ellenoldali név;Forgalom típusa;Közlemény;Tranzakció időpontja;Könyvelés dátuma;Összeg;Devizanem
Papír Kft.;ÁTUTALÁS;Munkabér;2026-03-27 08:30:00;2026-03-27;450000;HUF
Energia Kft.;VÁSÁRLÁS;Áram;2026-03-31 09:15:00;;-4990;HUF
`,
    rows: [
      '2026-03-27 +450000 HUF | Papír Kft. |  | ÁTUTALÁS | Munkabér',
      'pending -4990 HUF | Energia Kft. |  | VÁSÁRLÁS | Áram',
    ],
    asks: ['unbooked', 'sign'],
  },
]
