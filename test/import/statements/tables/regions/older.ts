/** Layouts of known banks in other languages, of other accounts, or of earlier years. */
import type { BankTable } from '../bankTable.ts'

export const olderTables: BankTable[] = [
  {
    bank: 'DKB Visa',
    preset: {
      name: 'DKB Visa (until 2023)',
      rows: ['2026-03-31 -3.20 EUR |  |  | KIOSKBERLIN | ', '2026-03-20 -79.90 EUR |  |  | BAHN | '],
    },
    text: `"Kreditkarte:";"4998********1234";
"Von:";"01.03.2026";
"Saldo:";"-83.1 EUR";

"Umsatz abgerechnet und nicht im Saldo enthalten";"Wertstellung";"Belegdatum";"Beschreibung";"Betrag (EUR)";"Ursprünglicher Betrag";
"Nein";"31.03.2026";"30.03.2026";"KIOSKBERLIN";"-3,20";"";
"Ja";"20.03.2026";"19.03.2026";"BAHN";"-79,90";"-86,00 USD";
`,
    asks: ['sign'],
    rows: ['2026-03-30 -3.20 EUR |  |  | KIOSKBERLIN | ', '2026-03-19 -79.90 EUR |  |  | BAHN | '],
  },
  {
    bank: 'Commerzbank in 2018',
    preset: { name: 'Commerzbank (until 2020)' },
    text: `Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;Auftraggeberkonto;Bankleitzahl Auftraggeberkonto;IBAN Auftraggeberkonto
31.03.2026;31.03.2026;Lastschrift;"Netz AG Strom";-85,10;EUR;532013000;37040044;DE89370400440532013000
`,
    rows: ['2026-03-31 -85.10 EUR |  |  | Lastschrift | Netz AG Strom'],
  },
  {
    bank: 'Sparkasse MT940',
    preset: { name: 'Sparkasse (MT940)' },
    text: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"
"532013000";"31.03.26";"31.03.26";"FOLGELASTSCHRIFT";"Strom";"Netz AG";"DE02120300000000202051";"BYLADEM1001";"-85,10";"EUR";"Umsatz gebucht"
`,
    rows: ['2026-03-31 -85.10 EUR | Netz AG | DE02120300000000202051 | FOLGELASTSCHRIFT | Strom'],
  },
  {
    bank: 'bunq in Dutch',
    preset: { name: 'bunq (Dutch)' },
    text: `"Datum","Bedrag","Rekening","Tegenrekening","Naam","Omschrijving"
"2026-03-31","-85,10","NL20INGB0001234567","NL91ABNA0417164300","Energie BV","Termijn maart"
"2026-03-30","-3,20","NL20INGB0001234567","","Kiosk","Kiosk Amsterdam"
`,
    currency: 'EUR',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 EUR | Energie BV | NL91ABNA0417164300 | Termijn maart | ',
      '2026-03-30 -3.20 EUR | Kiosk |  | Kiosk Amsterdam | ',
    ],
  },
  {
    bank: 'KBC card',
    preset: { name: 'KBC card' },
    text: `kredietkaart;kaarthouder;uitgavenstaat;datum verrichting;Datum verrekening;bedrag;credit;debet;munt;koers;bedrag in EUR;Kosten op verrichting;Handelaar;locatie;land;toelichting
1234567890123456;PEETERS AN;;30/03/2026;31/03/2026;-3,50;;-3,50;USD;1,09375;-3,20;0;Kiosk;NEW YORK;US;
;;;27/03/2026;27/03/2026;100,00;100,00;;EUR;1;100,00;0;Betaling van zichtrekening;;;
`,
    rows: [
      '2026-03-31 -3.20 EUR | Kiosk |  |  | ',
      '2026-03-27 +100.00 EUR | Betaling van zichtrekening |  |  | ',
    ],
  },
  {
    bank: 'BNP Paribas with names',
    preset: { name: 'BNP Paribas' },
    text: `Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro
31-03-2026;ENERGIE SA;PRELEVEMENT;PRLV SEPA ENERGIE SA;-85,10
27-03-2026;PAPIER SARL;VIREMENT RECU;VIR SEPA PAPIER SARL SALAIRE;2 310,00
`,
    currency: 'EUR',
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRELEVEMENT | ENERGIE SA PRLV SEPA ENERGIE SA',
      '2026-03-27 +2310.00 EUR |  |  | VIREMENT RECU | PAPIER SARL VIR SEPA PAPIER SARL SALAIRE',
    ],
  },
  {
    bank: 'Monzo in 2018',
    preset: { name: 'Monzo (until 2019)' },
    text: `id,created,amount,currency,local_amount,local_currency,category,emoji,description,address,notes,receipt
tx_0001,2026-03-31 09:10:11 +0000,-3.2,GBP,-3.7,EUR,eating_out,,CAFE ECK,Berlin,,
`,
    asks: ['sign'],
    rows: ['2026-03-31 -3.2 GBP |  |  | CAFE ECK | '],
  },
  {
    bank: 'Nordea Norway',
    preset: { name: 'Nordea (Norway)', asks: ['counterpartyIban'] },
    text: `Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Valuta;Betalingstype
2026/03/31;-85,10;12345678901;10987654321;ENERGI AS;Avtalegiro;NOK;Faktura
2026/03/27;2310,00;10987654322;12345678901;PAPIR AS;Lønn;NOK;Overføring
`,
    asks: ['sign', 'counterpartyIban'],
    rows: [
      '2026-03-31 -85.10 NOK | ENERGI AS |  | Faktura | Avtalegiro',
      '2026-03-27 +2310.00 NOK | PAPIR AS |  | Overføring | Lønn',
    ],
  },
  {
    bank: 'Stripe report',
    preset: { name: 'Stripe balance report' },
    text: `balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,net,reporting_category,source_id,description
txn_2,2026-03-31 00:00:00,2026-03-31 02:00:00,2026-03-31 00:00:00,2026-03-31 02:00:00,eur,-96.80,0.00,-96.80,payout,po_1,STRIPE PAYOUT
txn_1,2026-03-27 10:00:00,2026-03-27 11:00:00,2026-03-29 00:00:00,2026-03-29 02:00:00,eur,100.00,3.20,96.80,charge,ch_1,Invoice 7
`,
    rows: [
      '2026-03-31 -96.80 EUR |  |  | STRIPE PAYOUT | ',
      '2026-03-27 +100.00 EUR |  |  | Invoice 7 | ',
      '2026-03-27 -3.20 EUR |  |  | fee | ',
    ],
  },
  {
    bank: 'Volksbank with the payee’s bank in columns of its own',
    text: `Buchungstag;Valuta;Textschlüssel;Primanota;Zahlungsempfänger;ZahlungsempfängerKto;ZahlungsempfängerIBAN;ZahlungsempfängerBLZ;ZahlungsempfängerBIC;Vorgang/Verwendungszweck;Kundenreferenz;Währung;Umsatz;Soll/Haben
31.03.2026;31.03.2026;16 Euro-Überweisung;801;Netz AG;0;DE89370400440532013000;37040044;COBADEFFXXX;Strom März;;EUR;85,10;S
27.03.2026;27.03.2026;51 Überweisungsgutschr.;931;Papierwerk Süd AG;0;DE75512108001245126199;51210800;SOGEDEFFXXX;Gehalt 03/26;;EUR;2.310,00;H
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | DE89370400440532013000 | 16 Euro-Überweisung | Strom März',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG | DE75512108001245126199 | 51 Überweisungsgutschr. | Gehalt 03/26',
    ],
  },
  {
    bank: 'Barclays Germany, with two columns of one name',
    text: `Referenznummer;Buchungsdatum;Buchungsdatum;Betrag;Beschreibung;Typ;Status
7001;31.03.2026;31.03.2026;-85,10 €;ENERGIE BERLIN;Belastung;Berechnet
7000;25.03.2026;27.03.2026;-12,00 €;PAPIER LONDON;Belastung;Berechnet
6999;20.03.2026;20.03.2026;500,00 €;Ihre Zahlung;Zahlung;Berechnet
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Belastung | ENERGIE BERLIN',
      '2026-03-27 -12.00 EUR |  |  | Belastung | PAPIER LONDON',
      '2026-03-20 +500.00 EUR |  |  | Zahlung | Ihre Zahlung',
    ],
    asks: ['bookingDate', 'sign'],
  },
  {
    bank: 'Ulster Bank card, with positive purchases',
    currency: 'GBP',
    text: `Date, Type, Description, Value, Balance, Account Name, Account Number
26/02/2026,Purchase,"'SHOP",1.00,,"'DOE J","'5434********1234",
20/02/2026,Payment,"'DIRECT DEBIT PAYMENT",-20.00,,"'DOE J","'5434********1234",
`,
    rows: [
      '2026-02-26 -1.00 GBP |  |  | Purchase | SHOP',
      '2026-02-20 +20.00 GBP |  |  | Payment | DIRECT DEBIT PAYMENT',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'Bradesco, with texts in short lines below the entries',
    text: `Extrato de: Ag: 1234 | Conta: 123456-7 | Entre 01/03/2026 e 31/03/2026
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);
27/02/26;SALDO ANTERIOR;;;;"1,00";
02/03/26; Resgate Fundo;0012345;"2.310,00";;"2.311,00";
02/03/26; Transfe Pix;0023456;;"-85,10";"2.225,90";
;Des: Papelaria Sul 01/03;;
;Total;;"2.310,00";"-85,10";"2.225,90"
`,
    rows: [
      '2026-03-02 +2310.00 BRL |  |  | Resgate Fundo | ',
      '2026-03-02 -85.10 BRL |  |  | Transfe Pix Des: Papelaria Sul 01/03 | ',
    ],
    asks: ['reference'],
  },
  {
    bank: 'a Swedish account with preliminary entries, which have no booking date',
    currency: 'SEK',
    text: `Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo
;2026-03-31;Prel KIOSK V;-83,80;2 177,00
2026-03-30;2026-03-29;Autogiro Energi;-85,10;2 260,80
2026-03-28;2026-03-27;Kortköp apotek;-12,00;2 345,90
2026-03-27;2026-03-27;Lön Papper AB;2 310,00;2 357,90
`,
    rows: [
      'pending -83.80 SEK |  |  | Prel KIOSK V | ',
      '2026-03-30 -85.10 SEK |  |  | Autogiro Energi | ',
      '2026-03-28 -12.00 SEK |  |  | Kortköp apotek | ',
      '2026-03-27 +2310.00 SEK |  |  | Lön Papper AB | ',
    ],
    asks: ['unbooked', 'unbooked', 'currency'],
    preset: { name: 'Handelsbanken', asks: ['unbooked', 'unbooked'] },
  },
  {
    bank: 'a Hungarian account whose last entry has no booking date yet',
    text: `Tranzakció dátuma;Könyvelés dátuma;Megnevezés;Összeg;Pénznem
2026.03.26;2026.03.27;Jóváírás munkabér;231000;HUF
2026.03.30;2026.03.31;Vásárlás kártyával;-8510;HUF
2026.04.01;;Vásárlás kártyával;-999;HUF
`,
    rows: [
      '2026-03-27 +231000 HUF |  |  | Jóváírás munkabér | ',
      '2026-03-31 -8510 HUF |  |  | Vásárlás kártyával | ',
      'pending -999 HUF |  |  | Vásárlás kártyával | ',
    ],
    asks: ['unbooked'],
  },
  {
    bank: 'a bank that numbers its lines, with full dates only above the table',
    currency: 'ZAR',
    text: `2,123456789,'MNR A DE VRIES','TJEKREKENING'
3,'Staatnommer','Vanaf Datum','Tot Datum'
3,75,'28 Februarie 2026','31 Maart 2026'
5,'Nommer','Datum','Beskrywing','Bedrag','Saldo'
5,1,'27 Mrt',"Salaris Papier",2310.00,2311.00
5,2,'30 Mrt',"Magband Energie",-85.10,2225.90
5,3,'31 Mrt',"Kiosk",-3.20,2222.70
`,
    rows: [
      '2026-03-27 +2310.00 ZAR |  |  |  | Salaris Papier',
      '2026-03-30 -85.10 ZAR |  |  |  | Magband Energie',
      '2026-03-31 -3.20 ZAR |  |  |  | Kiosk',
    ],
    asks: ['currency', 'reference'],
  },
  {
    bank: 'Stripe, with refunds and no fees so far',
    text: `id,created,available_on,currency,gross,fee,net,category,description
txn_1,2026-03-27 08:26:29,2026-03-30,usd,12.00,0.00,12.00,charge,
txn_2,2026-03-31 08:26:31,2026-04-02,usd,-0.77,0.00,-0.77,refund,REFUND FOR PAYMENT
`,
    rows: ['2026-03-27 +12.00 USD |  |  |  | ', '2026-03-31 -0.77 USD |  |  | REFUND FOR PAYMENT | '],
    asks: ['sign'],
  },
]
