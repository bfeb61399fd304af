import type { BankTable } from '../../bankTable.ts'

/** Tables of wallets and of sales, and of banks with names in several words. */
export const latestTables: BankTable[] = [
  {
    bank: 'a wallet in German with fees in columns of their own',
    text: `ID,Status,Richtung,"Erstellt am","Abgeschlossen am","Betrag der Ausgangsgebühr","Währung der Ausgangsgebühr","Betrag der Zielgebühr","Währung der Zielgebühr",Quellenname,"Ausgangsbetrag (nach Gebühren)",Ausgangswährung,"Name des Empfängers","Zielbetrag (nach Gebühren)",Zielwährung,Wechselkurs,Referenz
T771,COMPLETED,OUT,"2026-03-30 10:11:12","2026-03-31 10:11:12",1.10,EUR,,,"Anna Muster",84.00,EUR,"Buchladen",84.00,EUR,1.0,Bestellung 7
T770,COMPLETED,IN,"2026-03-27 10:11:12","2026-03-27 10:11:12",0.00,EUR,,,"Papier GmbH",2310.00,EUR,"Anna Muster",2310.00,EUR,1.0,Gehalt
`,
    rows: [
      '2026-03-31 -84.00 EUR | Buchladen |  |  | Bestellung 7',
      '2026-03-31 -1.10 EUR |  |  | Betrag der Ausgangsgebühr | Bestellung 7',
      '2026-03-27 +2310.00 EUR | Papier GmbH |  |  | Gehalt',
    ],
    asks: ['fees', 'reference'],
  },
  {
    bank: 'a wallet of Italy with amounts that come in and go out',
    text: `Data transazione,Tipo transazione,Stato,Importo di fatturazione in uscita,Importo di fatturazione in entrata,Valuta della carta,Importo transazione in uscita,Importo transazione in entrata,Saldo disponibile
30/03/2026 10:11,Pagamento online,Approvato,85.10,0.00,EUR,85.10,0.00,2324.90
29/03/2026 10:11,Bonifico in entrata,Approvato,0.00,100.00,EUR,0.00,100.00,2410.00
27/03/2026 09:00,Bonifico in entrata,Approvato,0.00,2310.00,EUR,0.00,2310.00,2310.00
`,
    rows: [
      '2026-03-30 -85.10 EUR |  |  | Pagamento online | ',
      '2026-03-29 +100.00 EUR |  |  | Bonifico in entrata | ',
      '2026-03-27 +2310.00 EUR |  |  | Bonifico in entrata | ',
    ],
    asks: [],
  },
  {
    bank: 'a broker with the day of an instant next to a day',
    text: `"datetime","date","type","amount","currency","description","counterparty_name"
"2026-03-27T23:11:12.000Z","2026-03-28","PAYMENT","2310.00","EUR","Pay","Paper GmbH"
"2026-03-30T10:11:12.000Z","2026-03-30","CARD","-85.10","EUR","Books","Book Shop"
`,
    rows: [
      '2026-03-28 +2310.00 EUR | Paper GmbH |  | PAYMENT | Pay',
      '2026-03-30 -85.10 EUR | Book Shop |  | CARD | Books',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a bank whose only amount is called that of the transaction',
    text: `Buchungsdatum;Valutadatum;Währung;Transaktionsbetrag;Belastung/Gutschrift;Saldo;Beschreibung1
2026-03-30;2026-03-30;CHF;-85.10;Belastung;2324.90;"Buchladen"
2026-03-27;2026-03-27;CHF;2310.00;Gutschrift;2410.00;"Papier AG"
`,
    rows: ['2026-03-30 -85.10 CHF |  |  |  | Buchladen', '2026-03-27 +2310.00 CHF |  |  |  | Papier AG'],
    asks: [],
  },
  {
    bank: 'a card with the amount of the transaction and that of the booking',
    text: `Buchungsdatum;Beschreibung;Transaktionsbetrag;Transaktionswährung;Betrag
2026-03-30;Buchladen London;-70.00;GBP;-85.10
2026-03-27;Zahlung Papier AG;2310.00;CHF;2310.00
`,
    currency: 'CHF',
    rows: [
      '2026-03-30 -85.10 CHF |  |  | Buchladen London | ',
      '2026-03-27 +2310.00 CHF |  |  | Zahlung Papier AG | ',
    ],
    asks: ['currency', 'sign'],
  },
]
