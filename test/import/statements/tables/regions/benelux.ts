/** Tables of Dutch and Belgian banks. */
import type { BankTable } from '../bankTable.ts'

export const beneluxTables: BankTable[] = [
  {
    bank: 'ING Netherlands',
    preset: { name: 'ING (Netherlands)' },
    text: `"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"
"20260331","Energie BV","NL20INGB0001234567","NL91ABNA0417164300","IC","Af","85,10","Incasso","Termijn maart"
"20260327","Papier NV","NL20INGB0001234567","BE68539007547034","OV","Bij","2310,00","Overschrijving","Salaris"
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie BV | NL91ABNA0417164300 | Incasso | Termijn maart',
      '2026-03-27 +2310.00 EUR | Papier NV | BE68539007547034 | Overschrijving | Salaris',
    ],
  },
  {
    bank: 'Rabobank',
    preset: { name: 'Rabobank' },
    text: `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Naam initiërende partij","BIC tegenpartij","Code","Batch ID","Transactiereferentie","Machtigingskenmerk","Incassant ID","Betalingskenmerk","Omschrijving-1","Omschrijving-2","Omschrijving-3","Reden retour","Oorspr bedrag","Oorspr munt","Koers"
"NL20INGB0001234567","EUR","RABONL2U","000000000000000001","2026-03-27","2026-03-27","+2310,00","+2410,00","BE68539007547034","Papier NV","","","","cb","","T-1","","","","Salaris ","maart","","","","",""
"NL20INGB0001234567","EUR","RABONL2U","000000000000000002","2026-03-31","2026-03-31","-85,10","+2324,90","NL91ABNA0417164300","Energie BV","","","","ei","","T-2","M-1","","","Termijn maart","","","","","",""
`,
    asks: ['reference'],
    rows: [
      '2026-03-27 +2310.00 EUR | Papier NV | BE68539007547034 |  | Salaris maart',
      '2026-03-31 -85.10 EUR | Energie BV | NL91ABNA0417164300 |  | Termijn maart',
    ],
  },
  {
    bank: 'ABN AMRO',
    preset: { name: 'ABN AMRO' },
    text: `417164300\tEUR\t20260327\t100,00\t2410,00\t20260327\t2310,00\t/TRTP/SEPA OVERBOEKING/NAME/Papier NV/REMI/Salaris
417164300\tEUR\t20260330\t2410,00\t2324,90\t20260330\t-85,10\tSEPA Incasso algemeen Energie BV
417164300\tEUR\t20260331\t2324,90\t2321,70\t20260331\t-3,20\tBEA, Betaalpas KIOSK AMSTERDAM
`,
    asks: ['header', 'bookingDate'],
    rows: [
      '2026-03-27 +2310.00 EUR |  |  |  | /TRTP/SEPA OVERBOEKING/NAME/Papier NV/REMI/Salaris',
      '2026-03-30 -85.10 EUR |  |  |  | SEPA Incasso algemeen Energie BV',
      '2026-03-31 -3.20 EUR |  |  |  | BEA, Betaalpas KIOSK AMSTERDAM',
    ],
  },
  {
    bank: 'bunq',
    preset: { name: 'bunq' },
    text: `"Date","Interest Date","Amount","Account","Counterparty","Name","Description"
"2026-03-31","2026-03-31","-85.10","NL20INGB0001234567","NL91ABNA0417164300","Energie BV","Termijn maart"
"2026-03-27","2026-03-27","2,310.00","NL20INGB0001234567","BE68539007547034","Papier NV","Salaris"
`,
    currency: 'EUR',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 EUR | Energie BV | NL91ABNA0417164300 | Termijn maart | ',
      '2026-03-27 +2310.00 EUR | Papier NV | BE68539007547034 | Salaris | ',
    ],
  },
  {
    bank: 'Knab',
    preset: { name: 'Knab' },
    text: `KNAB EXPORT;;;;;;;;;;;;;;;;
Rekeningnummer;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Valutadatum;Betaalwijze;Omschrijving;Type betaling;Machtigingsnummer;Incassant ID;Adres;Referentie;Boekdatum;
"NL20INGB0001234567";"31-03-2026";"EUR";"D";"85,10";"NL91ABNA0417164300";"Energie BV";"31-03-2026";"Incasso";"Termijn maart";"Incasso";"M-1";"";"";"C1";"31-03-2026";
"NL20INGB0001234567";"27-03-2026";"EUR";"C";"2310,00";"BE68539007547034";"Papier NV";"27-03-2026";"Overboeking";"Salaris";"Ontvangen betaling";"";"";"";"C2";"27-03-2026";
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energie BV | NL91ABNA0417164300 | Incasso | Incasso Termijn maart C1',
      '2026-03-27 +2310.00 EUR | Papier NV | BE68539007547034 | Ontvangen betaling | Overboeking Salaris C2',
    ],
  },
  {
    bank: 'Triodos Netherlands',
    preset: {
      name: 'Triodos (Netherlands)',
      rows: [
        '2026-03-27 +2310.00 EUR | Papier NV | BE68539007547034 |  | Salaris maart',
        '2026-03-30 -85.10 EUR | Energie BV | NL91ABNA0417164300 |  | Termijn maart',
        '2026-03-31 -3.20 EUR | Kiosk |  |  | Betaalautomaat kiosk',
      ],
    },
    text: `"27-03-2026","NL20INGB0001234567","2.310,00","Credit","Papier NV","BE68539007547034","IN","Salaris maart","2.410,00"
"30-03-2026","NL20INGB0001234567","85,10","Debet","Energie BV","NL91ABNA0417164300","IC","Termijn maart","2.324,90"
"31-03-2026","NL20INGB0001234567","3,20","Debet","Kiosk","","BA","Betaalautomaat kiosk","2.321,70"
`,
    currency: 'EUR',
    asks: ['header', 'bookingDate', 'currency'],
    rows: [
      '2026-03-27 +2310.00 EUR |  | BE68539007547034 |  | Papier NV Salaris maart',
      '2026-03-30 -85.10 EUR |  | NL91ABNA0417164300 |  | Energie BV Termijn maart',
      '2026-03-31 -3.20 EUR |  |  |  | Kiosk Betaalautomaat kiosk',
    ],
  },
  {
    bank: 'KBC',
    preset: { name: 'KBC' },
    text: `Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling
BE68539007547034;;PEETERS AN;EUR;02026003;31/03/2026;EUROPESE DOMICILIERING;31/03/2026;-85,10;2324,90;;-85,10;BE71096123456769;GKCCBEBB;ENERGIE NV;;***090/9337/55493***;
BE68539007547034;;PEETERS AN;EUR;02026003;27/03/2026;OVERSCHRIJVING;27/03/2026;2310,00;2410,00;2310,00;;NL91ABNA0417164300;ABNANL2A;PAPIER BV;;;LOON MAART
`,
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIE NV | BE71096123456769 | EUROPESE DOMICILIERING | ***090/9337/55493***',
      '2026-03-27 +2310.00 EUR | PAPIER BV | NL91ABNA0417164300 | OVERSCHRIJVING | LOON MAART',
    ],
  },
  {
    bank: 'BNP Paribas Fortis',
    preset: { name: 'BNP Paribas Fortis' },
    text: `Numéro de séquence;Date d'exécution;Date valeur;Montant;Devise du compte;Numéro de compte;Type de transaction;Contrepartie;Nom de la contrepartie;Communication;Détails;Statut;Motif du refus
2026-00002;31/03/2026;31/03/2026;-85,10;EUR;BE68539007547034;Domiciliation;BE71096123456769;ENERGIE SA;Facture mars;DOMICILIATION EUROPEENNE;Accepté;
2026-00001;27/03/2026;27/03/2026;2310,00;EUR;BE68539007547034;Virement;NL91ABNA0417164300;PAPIER BV;Salaire mars;VIREMENT EN EUROS;Accepté;
`,
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIE SA | BE71096123456769 | Domiciliation | Facture mars DOMICILIATION EUROPEENNE',
      '2026-03-27 +2310.00 EUR | PAPIER BV | NL91ABNA0417164300 | Virement | Salaire mars VIREMENT EN EUROS',
    ],
  },
  {
    bank: 'Belfius',
    preset: { name: 'Belfius' },
    text: `Date de comptabilisation à partir de;01/03/2026;
Date de comptabilisation jusqu'au;31/03/2026;
Dernier solde;2.324,90 EUR;
Compte;Date de comptabilisation;Numéro d'extrait;Numéro de transaction;Compte contrepartie;Nom contrepartie contient;Rue et numéro;Code postal et localité;Transaction;Date valeur;Montant;Devise;BIC;Code pays;Communications
BE68 5390 0754 7034;31/03/2026;00003;2;BE71 0961 2345 6769;ENERGIE SA;;;DOMICILIATION ENERGIE;31/03/2026;-85,10;EUR;GKCCBEBB;BE;Facture mars
BE68 5390 0754 7034;27/03/2026;00003;1;NL91 ABNA 0417 1643 00;PAPIER BV;;;VIREMENT DE PAPIER;27/03/2026;2.310,00;EUR;ABNANL2A;NL;Salaire
`,
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIE SA | BE71096123456769 | DOMICILIATION ENERGIE | Facture mars',
      '2026-03-27 +2310.00 EUR | PAPIER BV | NL91ABNA0417164300 | VIREMENT DE PAPIER | Salaire',
    ],
  },
  {
    bank: 'ING Belgium',
    preset: { name: 'ING (Belgium)' },
    text: `Numéro de compte;Nom du compte;Compte partie adverse;Numéro de mouvement;Date comptable;Date valeur;Montant;Devise;Libellés;Détails du mouvement;Message
BE68539007547034;PEETERS AN;BE71096123456769;12;31/03/2026;31/03/2026;-85,1;EUR;Domiciliation Energie;Mandat M-1;Facture mars
BE68539007547034;PEETERS AN;NL91ABNA0417164300;11;27/03/2026;27/03/2026;2310;EUR;Virement de Papier BV;;Salaire
`,
    rows: [
      '2026-03-31 -85.1 EUR |  | BE71096123456769 | Domiciliation Energie | Mandat M-1 Facture mars',
      '2026-03-27 +2310 EUR |  | NL91ABNA0417164300 | Virement de Papier BV | Salaire',
    ],
  },
  {
    bank: 'Argenta',
    text: `Rekening;Boekdatum;Valutadatum;Referentie;Beschrijving;Bedrag;Munt;Verrichtingsdatum;Rekening tegenpartij;Naam tegenpartij;Mededeling
BE68539007547034;31-03-2026;31-03-2026;B6C31XGKC002;Domiciliëring;-85,10;EUR;31-03-2026;BE71096123456769;ENERGIE NV;Maart
BE68539007547034;27-03-2026;27-03-2026;B6C27XGKC001;Overschrijving in uw voordeel;2.310,00;EUR;27-03-2026;NL91ABNA0417164300;PAPIER BV;Loon
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIE NV | BE71096123456769 | Domiciliëring | B6C31XGKC002 Maart',
      '2026-03-27 +2310.00 EUR | PAPIER BV | NL91ABNA0417164300 | Overschrijving in uw voordeel | B6C27XGKC001 Loon',
    ],
  },
]
