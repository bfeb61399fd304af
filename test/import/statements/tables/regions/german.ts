/** Tables of German and Austrian banks. */
import type { BankTable } from '../bankTable.ts'

export const germanTables: BankTable[] = [
  {
    bank: 'DKB until 2023',
    preset: { name: 'DKB (until 2023)' },
    text: `"Kontonummer:";"DE02120300000000202051 / Girokonto";
"Von:";"01.03.2026";
"Bis:";"31.03.2026";
"Kontostand vom 31.03.2026:";"1.200,00 EUR";

"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz";
"31.03.2026";"31.03.2026";"Lastschrift";"Netz AG";"Strom März";"DE89370400440532013000";"COBADEFFXXX";"-85,10";"DE98ZZZ09999999999";"M-1";"";
"27.03.2026";"28.03.2026";"Lohn, Gehalt, Rente";"Papierwerk Süd AG";"Gehalt 03/26";"DE75512108001245126199";"MALADE51XXX";"2.310,00";"";"";"";
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | DE89370400440532013000 | Lastschrift | Strom März',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG | DE75512108001245126199 | Lohn, Gehalt, Rente | Gehalt 03/26',
    ],
  },
  {
    bank: 'DKB since 2023',
    preset: { name: 'DKB' },
    text: `"Girokonto";"DE02120300000000202051"
""
"Kontostand vom 31.03.2026:";"1.200,00 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"31.03.26";"";"Vorgemerkt";"ISSUER";"Kiosk am Eck";"VISA Debitkartenumsatz";"Ausgang";"DE96120300009005290904";"-3,20 €";"";"";""
"30.03.26";"30.03.26";"Gebucht";"Erika Muster";"Netz AG";"Strom März";"Ausgang";"DE89370400440532013000";"-85,10 €";"";"";"R-1"
"27.03.26";"27.03.26";"Gebucht";"Papierwerk Süd AG";"Erika Muster";"Gehalt 03/26";"Eingang";"DE75512108001245126199";"2.310 €";"";"";"R-2"
`,
    rows: [
      'pending -3.20 EUR | Kiosk am Eck | DE96120300009005290904 |  | VISA Debitkartenumsatz',
      '2026-03-30 -85.10 EUR | Netz AG | DE89370400440532013000 |  | Strom März',
      '2026-03-27 +2310 EUR | Papierwerk Süd AG | DE75512108001245126199 |  | Gehalt 03/26',
    ],
  },
  {
    bank: 'Commerzbank',
    preset: { name: 'Commerzbank' },
    text: `Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie
31.03.2026;31.03.2026;Lastschrift;"Netz AG Strom Maerz End-to-End-Ref.: R-1";-85,10;EUR;DE89370400440532013000;Wohnen
27.03.2026;27.03.2026;Gutschrift;"Papierwerk Sued AG Gehalt";2310,00;EUR;DE89370400440532013000;Einkommen
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Lastschrift | Netz AG Strom Maerz End-to-End-Ref.: R-1',
      '2026-03-27 +2310.00 EUR |  |  | Gutschrift | Papierwerk Sued AG Gehalt',
    ],
  },
  {
    bank: 'comdirect',
    preset: { name: 'comdirect' },
    text: `;
"Umsätze Girokonto";"Zeitraum: 30 Tage";
"Neuer Kontostand";"2.221,70 EUR";

"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
"offen";"--";"Visa-Umsatz";"Buchungstext: Kiosk am Eck";"-3,20";
"31.03.2026";"31.03.2026";"Lastschrift / Belastung";"Auftraggeber: Netz AG Buchungstext: Strom";"-85,10";
"27.03.2026";"27.03.2026";"Übertrag / Überweisung";"Auftraggeber: Papierwerk Süd AG Buchungstext: Gehalt";"2.310,00";

"Alter Kontostand";"-3,20 EUR";
`,
    rows: [
      'pending -3.20 EUR |  |  | Visa-Umsatz | Buchungstext: Kiosk am Eck',
      '2026-03-31 -85.10 EUR |  |  | Lastschrift / Belastung | Auftraggeber: Netz AG Buchungstext: Strom',
      '2026-03-27 +2310.00 EUR |  |  | Übertrag / Überweisung | Auftraggeber: Papierwerk Süd AG Buchungstext: Gehalt',
    ],
  },
  {
    bank: 'ING Germany',
    preset: { name: 'ING (Germany)' },
    text: `Umsatzanzeige;Datei erstellt am: 31.03.2026 10:15
;
IBAN;DE89 3704 0044 0532 0130 00
Kontoname;Girokonto
Bank;ING
Kunde;Erika Muster
Zeitraum;01.03.2026 - 31.03.2026
Saldo;3.424,90;EUR

Sortierung;Datum absteigend

Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
31.03.2026;31.03.2026;Netz AG;Lastschrift;Strom März;3.424,90;EUR;-85,10;EUR
27.03.2026;27.03.2026;Papierwerk Süd AG;Gehalt/Rente;Gehalt;3.510,00;EUR;2.310,00;EUR
26.03.2026;26.03.2026;Haus GmbH;Dauerauftrag/Terminueberweisung;Miete;1.200,00;EUR;-800,00;EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG |  | Lastschrift | Strom März',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG |  | Gehalt/Rente | Gehalt',
      '2026-03-26 -800.00 EUR | Haus GmbH |  | Dauerauftrag/Terminueberweisung | Miete',
    ],
  },
  {
    bank: 'N26 until 2023',
    preset: { name: 'N26 (until 2023)' },
    text: `"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"
"2026-03-30","Kiosk am Eck","","MasterCard Payment","","-3.2","-3.5","USD","1.09"
"2026-03-27","Papierwerk Süd AG","DE75512108001245126199","Income","Gehalt","2310.0","","",""
`,
    asks: ['sign'],
    rows: [
      '2026-03-30 -3.2 EUR | Kiosk am Eck |  | MasterCard Payment | ',
      '2026-03-27 +2310.0 EUR | Papierwerk Süd AG | DE75512108001245126199 | Income | Gehalt',
    ],
  },
  {
    bank: 'N26 since 2023',
    preset: { name: 'N26' },
    text: `"Booking Date","Value Date","Partner Name","Partner Iban","Type","Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-03-30,2026-03-29,"Kiosk am Eck",,Presentment,,"Main Account",-3.20,-3.50,USD,1.09
2026-03-27,2026-03-27,"Papierwerk Süd AG",DE75512108001245126199,"Credit Transfer","Gehalt","Main Account",2310.00,,,
`,
    asks: ['sign'],
    rows: [
      '2026-03-30 -3.20 EUR | Kiosk am Eck |  | Presentment | ',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG | DE75512108001245126199 | Credit Transfer | Gehalt',
    ],
  },
  {
    bank: 'Sparkasse',
    preset: { name: 'Sparkasse (CAMT)' },
    text: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"DE89370400440532013000";"31.03.26";"31.03.26";"FOLGELASTSCHRIFT";"Strom Maerz";"DE98ZZZ09999999999";"M-1";"R-1";"";"";"";"Netz AG";"DE02120300000000202051";"BYLADEM1001";"-85,10";"EUR";"Umsatz gebucht"
"DE89370400440532013000";"01.04.26";"01.04.26";"KARTENZAHLUNG";"Kiosk am Eck";"";"";"";"";"";"";"Kiosk";"DE75512108001245126199";"MALADE51XXX";"-3,20";"EUR";"Umsatz vorgemerkt"
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | DE02120300000000202051 | FOLGELASTSCHRIFT | Strom Maerz',
      'pending -3.20 EUR | Kiosk | DE75512108001245126199 | KARTENZAHLUNG | Kiosk am Eck',
    ],
  },
  {
    bank: 'Volksbank',
    preset: { name: 'Volksbank' },
    text: `Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Kategorie;Steuerrelevant;Glaeubiger ID;Mandatsreferenz
Girokonto;DE89370400440532013000;GENODEF1XXX;Volksbank;31.03.2026;31.03.2026;Netz AG;DE02120300000000202051;BYLADEM1001;Basislastschrift;Strom Maerz;-85,10;EUR;1.114,90;;Wohnen;;DE98ZZZ09999999999;M-1
Girokonto;DE89370400440532013000;GENODEF1XXX;Volksbank;27.03.2026;27.03.2026;Papierwerk Sued AG;DE75512108001245126199;MALADE51XXX;Gutschrift;Gehalt;2.310,00;EUR;1.200,00;;Einkommen;;;
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | DE02120300000000202051 | Basislastschrift | Strom Maerz',
      '2026-03-27 +2310.00 EUR | Papierwerk Sued AG | DE75512108001245126199 | Gutschrift | Gehalt',
    ],
  },
  {
    bank: 'Volksbank until 2020',
    preset: { name: 'Volksbank (until 2020)' },
    text: `Umsatzliste;;;;;;;;;;;;
Konto:;1234567;;;;;;;;;;;

"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"BLZ";"BIC";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "
"31.03.2026";"31.03.2026";"Erika Muster";"Netz AG";"";"DE02120300000000202051";"";"BYLADEM1001";"Basislastschrift
Strom März";"R-1";"EUR";"85,10";"S"
"27.03.2026";"27.03.2026";"Erika Muster";"Papierwerk Süd AG";"";"DE75512108001245126199";"";"MALADE51XXX";"Gutschrift
Gehalt";"R-2";"EUR";"2.310,00";"H"

"01.03.2026";;;;;;;;;"Anfangssaldo";"EUR";"100,00";"H"
"31.03.2026";;;;;;;;;"Endsaldo";"EUR";"2.324,90";"H"
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | DE02120300000000202051 |  | Basislastschrift Strom März',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG | DE75512108001245126199 |  | Gutschrift Gehalt',
    ],
  },
  {
    bank: 'Deutsche Bank',
    preset: { name: 'Deutsche Bank' },
    text: `Umsätze Persönliches Konto;;;;;;;;;Kundennummer: 100 1234567
01.03.2026 - 31.03.2026
Letzter Kontostand;;;;1.200,00;EUR
Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.
Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung
31.03.2026;31.03.2026;SEPA-Lastschrift von;Netz AG;Strom März;DE02120300000000202051;BYLADEM1001;R-1;M-1;DE98ZZZ09999999999;;;;;;-85,10;;EUR
27.03.2026;27.03.2026;SEPA-Gutschrift von;Papierwerk Süd AG;Gehalt;DE75512108001245126199;MALADE51XXX;;;;;;;;;;2.310,00;EUR
Kontostand;31.03.2026;;;1.200,00;EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | DE02120300000000202051 | SEPA-Lastschrift von | Strom März',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG | DE75512108001245126199 | SEPA-Gutschrift von | Gehalt',
    ],
  },
  {
    bank: 'George (Erste)',
    preset: { name: 'George (Erste Bank)' },
    text: `Buchungsdatum,Partnername,Partner IBAN,BIC/SWIFT,Partner Kontonummer,Bankleitzahl,Betrag,Währung,Buchungs-Details,Buchungsreferenz
31.03.2026,Netz AG,AT611904300234573201,BKAUATWW,,,"-85,10",EUR,Strom,201112603312AB1
27.03.2026,Papierwerk Süd AG,DE75512108001245126199,MALADE51XXX,,,"2.310,00",EUR,Gehalt,201112603272AB2
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG | AT611904300234573201 |  | Strom',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG | DE75512108001245126199 |  | Gehalt',
    ],
  },
  {
    bank: 'Postbank until 2022',
    preset: { name: 'Postbank' },
    text: `Umsatzauskunft - gebuchte Umsätze;;;;;;;
Name;Erika Muster;;;;;;
IBAN;DE89370400440532013000;;;;;;

Buchungstag;Wertstellung;Umsatzart;Buchungsdetails;Auftraggeber;Empfänger;Betrag (€);Saldo (€)
31.03.2026;31.03.2026;SEPA Lastschrift;Strom März;Erika Muster;Netz AG;-85,10 €;1.114,90 €
27.03.2026;27.03.2026;Gutschrift;Gehalt;Papierwerk Süd AG;Erika Muster;2.310,00 €;1.200,00 €
`,
    rows: [
      '2026-03-31 -85.10 EUR | Netz AG |  | SEPA Lastschrift | Strom März',
      '2026-03-27 +2310.00 EUR | Papierwerk Süd AG |  | Gutschrift | Gehalt',
    ],
  },
  {
    bank: 'American Express Germany',
    preset: { name: 'American Express (Germany)' },
    text: `Datum,Beschreibung,Karteninhaber,Konto #,Betrag
31/03/2026,KIOSK AM ECK BERLIN,ERIKA MUSTER,-11001,"3,20"
29/03/2026,ZAHLUNG ERHALTEN. BESTEN DANK.,ERIKA MUSTER,-11001,"-250,00"
20/03/2026,BAHN TICKETS,ERIKA MUSTER,-11001,"79,90"
`,
    currency: 'EUR',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -3.20 EUR |  |  | KIOSK AM ECK BERLIN | ',
      '2026-03-29 +250.00 EUR |  |  | ZAHLUNG ERHALTEN. BESTEN DANK. | ',
      '2026-03-20 -79.90 EUR |  |  | BAHN TICKETS | ',
    ],
  },
]
