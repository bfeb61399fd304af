/** Tables of French and Swiss banks. */
import type { BankTable } from '../bankTable.ts'

export const frenchTables: BankTable[] = [
  {
    bank: 'Crédit Agricole',
    preset: { name: 'Crédit Agricole' },
    text: `Téléchargement du 31/03/2026;

Mme PETIT ANNE
Compte de Dépôt carte n° 12345678901;
Solde au 31/03/2026 2 324,90 €

Liste des opérations du compte entre le 01/03/2026 et le 31/03/2026;

Date;Libellé;Débit euros;Crédit euros;
31/03/2026;"PRELEVEMENT
ENERGIE SA
Facture mars";85,10;;
27/03/2026;"VIREMENT EN VOTRE FAVEUR
PAPIER SARL
Salaire";;2 310,00;
`,
    currency: 'EUR',
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRELEVEMENT ENERGIE SA Facture mars | ',
      '2026-03-27 +2310.00 EUR |  |  | VIREMENT EN VOTRE FAVEUR PAPIER SARL Salaire | ',
    ],
  },
  {
    bank: 'BNP Paribas',
    preset: {
      name: 'BNP Paribas (without column names)',
      rows: [
        '2026-03-31 -85.10 EUR |  |  | PRELEVEMENT PRLV SEPA | PRLV SEPA ENERGIE SA FACTURE MARS',
        '2026-03-30 -3.20 EUR |  |  | PAIEMENT CB | PAIEMENT CB 2903 KIOSQUE PARIS',
        '2026-03-27 +2310.00 EUR |  |  | VIREMENT RECU VIR SEPA RECU | VIR SEPA RECU PAPIER SARL SALAIRE',
      ],
    },
    text: `Compte de chèques;Compte de chèques;****1234;31/03/2026;;2 324,90
31/03/2026;PRELEVEMENT;PRLV SEPA;PRLV SEPA ENERGIE SA FACTURE MARS;-85,10
30/03/2026;PAIEMENT CB;PAIEMENT CB;PAIEMENT CB 2903 KIOSQUE PARIS;-3,20
27/03/2026;VIREMENT RECU;VIR SEPA RECU;VIR SEPA RECU PAPIER SARL SALAIRE;2 310,00
`,
    currency: 'EUR',
    asks: ['header', 'bookingDate', 'amount', 'currency'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  |  | PRELEVEMENT PRLV SEPA PRLV SEPA ENERGIE SA FACTURE MARS',
      '2026-03-30 -3.20 EUR |  |  |  | PAIEMENT CB PAIEMENT CB 2903 KIOSQUE PARIS',
      '2026-03-27 +2310.00 EUR |  |  |  | VIREMENT RECU VIR SEPA RECU VIR SEPA RECU PAPIER SARL SALAIRE',
    ],
  },
  {
    bank: 'Boursorama',
    preset: { name: 'Boursorama' },
    text: `dateOp;dateVal;label;category;categoryParent;supplierFound;amount;accountNum;accountLabel;accountBalance
2026-03-31;2026-03-31;"PRLV SEPA ENERGIE SA";"Énergie";"Logement";"energie";-85,10;00040123456;"BOURSORAMA";2324,90
2026-03-27;2026-03-27;"VIR SEPA PAPIER SARL";"Salaires";"Revenus";"";2310,00;00040123456;"BOURSORAMA";2324,90
`,
    currency: 'EUR',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRLV SEPA ENERGIE SA | ',
      '2026-03-27 +2310.00 EUR |  |  | VIR SEPA PAPIER SARL | ',
    ],
  },
  {
    bank: 'Fortuneo',
    text: `Date opération;Date valeur;libellé;Débit;Crédit;
31/03/2026;31/03/2026;PRLV ENERGIE SA;-85,10;;
27/03/2026;27/03/2026;VIR PAPIER SARL;;2310,00;
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRLV ENERGIE SA | ',
      '2026-03-27 +2310.00 EUR |  |  | VIR PAPIER SARL | ',
    ],
  },
  {
    bank: 'Société Générale',
    text: `="0012345678901";01/03/2026;31/03/2026;2;31/03/2026;2 324,90 EUR

Date de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise
31/03/2026;PRELEVEMENT EUROPE;PRELEVEMENT EUROPEEN 123 DE: ENERGIE SA;-85,10;EUR
27/03/2026;VIR RECU 456;VIR RECU DE: PAPIER SARL MOTIF: SALAIRE;2310,00;EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRELEVEMENT EUROPE | PRELEVEMENT EUROPEEN 123 DE: ENERGIE SA',
      '2026-03-27 +2310.00 EUR |  |  | VIR RECU 456 | VIR RECU DE: PAPIER SARL MOTIF: SALAIRE',
    ],
  },
  {
    bank: 'Caisse d’Épargne',
    text: `Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Categorie;Sous categorie;Debit;Credit;Date operation;Date de valeur;Pointage operation
31/03/2026;ENERGIE SA;PRLV ENERGIE SA;AB12CD3;Facture mars;Prelevement;Logement;Energie;-85,10;;31/03/2026;31/03/2026;0
27/03/2026;PAPIER SARL;VIR SEPA PAPIER SARL;AB12CD4;Salaire;Virement recu;Revenus;Salaire;;+2310,00;27/03/2026;27/03/2026;0
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Prelevement | ENERGIE SA PRLV ENERGIE SA AB12CD3 Facture mars',
      '2026-03-27 +2310.00 EUR |  |  | Virement recu | PAPIER SARL VIR SEPA PAPIER SARL AB12CD4 Salaire',
    ],
  },
  {
    bank: 'Qonto',
    preset: { name: 'Qonto' },
    text: `Status;Settlement date (UTC);Operation date (UTC);Total amount (incl. VAT);Currency;Transaction type;Payment method;Counterparty name;Reference;Note;Account name;IBAN
Settled;31-03-2026 10:00:00;31-03-2026 09:59:00;-85.10;EUR;debit;direct_debit;Energie SA;Facture mars;;Main;FR1420041010050500013M02606
Declined;;30-03-2026 09:00:00;-40.00;EUR;debit;card;Kiosque;;;Main;FR1420041010050500013M02606
Settled;27-03-2026 08:00:00;27-03-2026 08:00:00;2310.00;EUR;credit;transfer;Papier SARL;Invoice 7;;Main;FR1420041010050500013M02606
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie SA |  | debit | Facture mars',
      '2026-03-27 +2310.00 EUR | Papier SARL |  | credit | Invoice 7',
    ],
  },
  {
    bank: 'PostFinance',
    preset: { name: 'PostFinance' },
    text: `Datum von:;="2026-03-01"
Datum bis:;="2026-03-31"
Buchungsart:;="Alle Buchungen"
Konto:;="CH9300762011623852957"
Währung:;="CHF"

Buchungsdatum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF
31.03.2026;"LASTSCHRIFT ENERGIE AG";;-85.10;31.03.2026;2324.90
27.03.2026;"GUTSCHRIFT PAPIER AG SALÄR";2310;;27.03.2026;2410

Disclaimer:
Der Dokumentinhalt wurde durch Filtereinstellungen der Kundinnen und Kunden generiert.
`,
    rows: [
      '2026-03-31 -85.10 CHF |  |  |  | LASTSCHRIFT ENERGIE AG',
      '2026-03-27 +2310 CHF |  |  |  | GUTSCHRIFT PAPIER AG SALÄR',
    ],
  },
  {
    bank: 'UBS',
    preset: { name: 'UBS' },
    text: `Kontonummer:;0233 00123456.40;
IBAN:;CH93 0076 2011 6238 5295 7;
Von:;2026-03-01;
Bis:;2026-03-31;
Anfangssaldo:;100.00;
Schlusssaldo:;2'324.90;
Bewertet in:;CHF;
Anzahl Transaktionen in diesem Zeitraum:;2;

Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;
2026-03-31;;2026-03-31;2026-03-31;CHF;-85.10;;;2'324.90;9930090ZC1;"Energie AG;8000 Zürich";"Lastschrift";"Referenz-Nr. 1";;
2026-03-27;;2026-03-27;2026-03-27;CHF;;2'310.00;;2'410.00;9930086ZC2;"Papier AG";"Gutschrift";"Salär";;
`,
    rows: [
      '2026-03-31 -85.10 CHF |  |  |  | Energie AG;8000 Zürich Lastschrift Referenz-Nr. 1',
      '2026-03-27 +2310.00 CHF |  |  |  | Papier AG Gutschrift Salär',
    ],
  },
  {
    bank: 'UBS until 2022',
    preset: { name: 'UBS (until 2022)' },
    text: `Bewertungsdatum;Bankbeziehung;Portfolio;Produkt;IBAN;Whrg.;Datum von;Datum bis;Beschreibung;Abschluss;Buchungsdatum;Valuta;Beschreibung 1;Beschreibung 2;Beschreibung 3;Transaktions-Nr.;Devisenkurs zum Originalbetrag in Abrechnungswährung;Einzelbetrag;Belastung;Gutschrift;Saldo
31.03.2026;0233 00123456;;0233 00123456.40;CH93 0076 2011 6238 5295 7;CHF;01.03.2026;31.03.2026;UBS Privatkonto;31.03.2026;31.03.2026;31.03.2026;Energie AG;Lastschrift;Referenz-Nr. 1;9930090ZC1;;;85.10;;2'324.90
31.03.2026;0233 00123456;;0233 00123456.40;CH93 0076 2011 6238 5295 7;CHF;01.03.2026;31.03.2026;UBS Privatkonto;27.03.2026;27.03.2026;27.03.2026;Papier AG;Gutschrift;Salär;9930086ZC2;;;;2'310.00;2'410.00
`,
    asks: ['counterpartyIban'],
    rows: [
      '2026-03-31 -85.10 CHF |  |  | UBS Privatkonto | Energie AG Lastschrift Referenz-Nr. 1',
      '2026-03-27 +2310.00 CHF |  |  | UBS Privatkonto | Papier AG Gutschrift Salär',
    ],
  },
  {
    bank: 'Raiffeisen Switzerland',
    text: `IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date
CH9300762011623852957;2026-03-27 00:00:00.0;"Gutschrift Papier AG";2310;2410;2026-03-27 00:00:00.0
CH9300762011623852957;2026-03-31 00:00:00.0;"Lastschrift Energie AG";-85.1;2324.9;2026-03-31 00:00:00.0
`,
    currency: 'CHF',
    asks: ['currency', 'counterpartyIban'],
    rows: [
      '2026-03-27 +2310 CHF |  |  | Gutschrift Papier AG | ',
      '2026-03-31 -85.1 CHF |  |  | Lastschrift Energie AG | ',
    ],
  },
  {
    bank: 'La Banque Postale, in two currencies',
    text: `Numéro Compte   ;1234567A020
Solde (EUROS)   ;2324,90
Solde (FRANCS)  ;15250,34

Date;Libellé;Montant(EUROS);Montant(FRANCS)
31/03/2026;PRELEVEMENT DE ENERGIE SA;-85,10;-558,22
27/03/2026;VIREMENT RECU DE PAPIER SA;2310,00;15152,61
`,
    asks: ['amount'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRELEVEMENT DE ENERGIE SA | ',
      '2026-03-27 +2310.00 EUR |  |  | VIREMENT RECU DE PAPIER SA | ',
    ],
  },
]
