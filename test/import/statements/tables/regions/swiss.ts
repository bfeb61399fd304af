/** Tables of Swiss banks, cards and wallets in their languages. */
import type { BankTable } from '../bankTable.ts'

export const swissTables: BankTable[] = [
  {
    bank: 'Berner Kantonalbank',
    text: `Gutschrift / Belastung;Datum;Valuta;Buchungstext;Zusatzinfos Buchung;Name Auftraggeber / Begünstigter;Adresse Auftraggeber / Begünstigter;Konto / Bank;Mitteilung / Referenz;Zusatzinfos Transaktion;Betrag;Saldo
Gutschrift per 27.03.2026;27.03.2026;27.03.2026;Zahlungseingang;;Papier AG;Seeweg 4 Thun;CH1234;RF 12;;2310.00;2395.10
Belastung per 31.03.2026;31.03.2026;30.03.2026;Debitkarte;;Kiosk AG;Marktgasse 1;;;;-85.10;2310.00
`,
    currency: 'CHF',
    asks: ['currency', 'reference'],
    rows: [
      '2026-03-27 +2310.00 CHF | Papier AG |  | Zahlungseingang | RF 12',
      '2026-03-31 -85.10 CHF | Kiosk AG |  | Debitkarte | ',
    ],
  },
  {
    bank: 'Banca dello Stato',
    text: `Data;Data valuta;Rif.Esterno;Tipo;Testo di contabilizzazione;Addebiti;Accrediti;Saldo
31.03.2026;31.03.2026;R0002;Pagamento;Energia SA marzo;85.10;;2'310.00
27.03.2026;27.03.2026;R0001;Bonifico;Accredito Carta SA;;2'310.00;2'395.10
`,
    currency: 'CHF',
    asks: ['currency', 'reference'],
    rows: [
      '2026-03-31 -85.10 CHF |  |  | Pagamento | Energia SA marzo',
      '2026-03-27 +2310.00 CHF |  |  | Bonifico | Accredito Carta SA',
    ],
  },
  {
    bank: 'Banca Cler',
    text: `Data di registrazione;Data valuta;Tipo di ordine;Testo;Importo di addebito (CHF);Importo di accredito (CHF);Saldo (CHF)
27.03.2026;27.03.2026;Trasferimento di conto;Carta SA;;2310.00;2395.10
31.03.2026;31.03.2026;Pagamento in Svizzera;Energia SA;85.10;;2310.00
`,
    rows: [
      '2026-03-27 +2310.00 CHF |  |  | Trasferimento di conto | Carta SA',
      '2026-03-31 -85.10 CHF |  |  | Pagamento in Svizzera | Energia SA',
    ],
  },
  {
    bank: 'Zürcher Kantonalbank, with the details of the last entry in a row below it',
    text: `"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF";"Zahlungszweck";"Details"
"31.03.2026";"Einkauf";"";"";"L1";"3.20";"";"31.03.2026";"2'306.80";"";""
"27.03.2026";"Gutschrift Papier AG";"";"";"L2";"";"2'310.00";"27.03.2026";"2'310.00";"Lohn";""
"26.03.2026";"Lastschrift";"";"";"L3";"85.10";"";"26.03.2026";"0.00";"";""
"";"Energie AG";"";"";"";"";"";"";"";"";"Rechnung 12"
`,
    rows: [
      '2026-03-31 -3.20 CHF |  |  | Einkauf | L1',
      '2026-03-27 +2310.00 CHF |  |  | Gutschrift Papier AG | L2 Lohn',
      '2026-03-26 -85.10 CHF |  |  | Lastschrift | L3 Energie AG Rechnung 12',
    ],
  },
  {
    bank: 'PostFinance card',
    text: `Compte de carte:;0000 0000 0000 0001;;;;
Titulaire de la carte:;ANNE MARTIN;;;;

Période de facturation;Date d'écriture;Date d'achat;Détails de comptabilisation;Crédit en CHF;Débit en CHF
Période comptable en cours;31.03.2026;28.03.2026;Achat Kiosque;;-85.1
28.02.2026 - 27.03.2026;27.03.2026;26.03.2026;Remboursement Papier;2310;
Disclaimer:;;;;;
Le contenu du document a été généré à partir des paramètres de filtrage.;;;;;
`,
    rows: [
      '2026-03-31 -85.1 CHF |  |  |  | Achat Kiosque',
      '2026-03-27 +2310 CHF |  |  |  | Remboursement Papier',
    ],
  },
  {
    bank: 'PostFinance without column names, with an opening balance',
    text: `01.03.26;Solde initial;;;01.03.26;5000.00
15.03.26;Loyer;;1200.00;15.03.26;3800.00
20.03.26;Salaire;2500.00;;20.03.26;6300.00
22.03.26;Kiosque;;3.20;22.03.26;6296.80
25.03.26;Assurance;;85.10;25.03.26;6211.70
`,
    currency: 'CHF',
    asks: ['header', 'bookingDate', 'currency', 'debit'],
    rows: [
      '2026-03-15 -1200.00 CHF |  |  |  | Loyer',
      '2026-03-20 +2500.00 CHF |  |  |  | Salaire',
      '2026-03-22 -3.20 CHF |  |  |  | Kiosque',
      '2026-03-25 -85.10 CHF |  |  |  | Assurance',
    ],
  },
  {
    bank: 'UBS card',
    text: `Numéro de compte;Numéro de carte;Titulaire de compte/carte;Date d'achat;Texte comptable;Secteur;Montant;Monnaie originale;Cours;Monnaie;Débit;Crédit;Ecriture
0240 0001;XXXX 0001;ANNE MARTIN;28.03.2026;Kiosque Lausanne;Journaux;85.10;CHF;;CHF;85.10;;31.03.2026
0240 0001;XXXX 0001;ANNE MARTIN;26.03.2026;Remboursement Papier;Restaurants, Bar;2310.00;CHF;;CHF;;2310.00;27.03.2026
`,
    rows: [
      '2026-03-31 -85.10 CHF |  |  | Kiosque Lausanne | ',
      '2026-03-27 +2310.00 CHF |  |  | Remboursement Papier | ',
    ],
  },
  {
    bank: 'Swisscard in Italian',
    text: `Data transazione,Descrizione,Commerciante,Numero di carta,Valuta,Importo,Valuta estera,Importo Estero,Debito/Credito,Stato,Categoria commerciante
31.03.2026,EDICOLA LUGANO,Edicola,11111111,CHF,85.10,,,Addebito,In sospeso,Shopping
27.03.2026,RIMBORSO CARTA,Carta SA,11111111,CHF,-15.00,,,Accredito,Registrata,Servizi
`,
    rows: [
      'pending -85.10 CHF | Edicola |  | EDICOLA LUGANO | ',
      '2026-03-27 +15.00 CHF | Carta SA |  | RIMBORSO CARTA | ',
    ],
  },
  {
    bank: 'TWINT, with refunds and fees of a shop',
    text: `"Erstellt am:";"2026.04.01";;;;;;;
"Datum";"Zeit";"Typ";"Status";"Betrag Transaktion (CHF)";"Rabatt";"Transaktionskosten (CHF)";"TWINT Terminal ID";"TWINT Order ID"
"2026.03.27";"11:45";"Zahlung";"Erfolgreich";"49.35";"";"0.65";"l068";"2r0v"
"2026.03.31";"09:12";"Rückerstattung";"Erfolgreich";"-12.00";"";"0.00";"l068";"7c7a"
`,
    asks: ['sign', 'fees'],
    rows: [
      '2026-03-27 +49.35 CHF |  |  | Zahlung | ',
      '2026-03-27 -0.65 CHF |  |  | Transaktionskosten (CHF) | ',
      '2026-03-31 -12.00 CHF |  |  | Rückerstattung | ',
    ],
  },
]
