/** Tables of Nordic banks. */
import type { BankTable } from '../bankTable.ts'

export const nordicTables: BankTable[] = [
  {
    bank: 'Nordea Sweden',
    preset: { name: 'Nordea (Sweden)' },
    text: `Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta
2026/03/31;-85,10;1234 56 78901;;;Autogiro ENERGI AB;2324,90;SEK
2026/03/27;2310,00;;1234 56 78901;PAPPER AB;Lön;2410,00;SEK
`,
    rows: [
      '2026-03-31 -85.10 SEK |  |  | Autogiro ENERGI AB | ',
      '2026-03-27 +2310.00 SEK | PAPPER AB |  | Lön | ',
    ],
  },
  {
    bank: 'Nordea Denmark',
    preset: { name: 'Nordea (Denmark)' },
    text: `Bogført;Tekst;Rentedato;Beløb;Saldo
31-03-2026;BS ENERGI A/S;31-03-2026;-85,10;2.324,90
27-03-2026;Lønoverførsel PAPIR A/S;27-03-2026;2.310,00;2.410,00
`,
    currency: 'DKK',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 DKK |  |  | BS ENERGI A/S | ',
      '2026-03-27 +2310.00 DKK |  |  | Lønoverførsel PAPIR A/S | ',
    ],
  },
  {
    bank: 'Nordea Finland',
    preset: { name: 'Nordea (Finland)' },
    text: `Tilinumero\tFI2112345600000785

Kirjauspäivä\tArvopäivä\tMaksupäivä\tMäärä\tSaaja/Maksaja\tTilinumero\tBIC\tTapahtuma\tViite\tMaksajan viite\tViesti\tKortinnumero\tKuitti\t
31.03.2026\t31.03.2026\t31.03.2026\t-85,10\tENERGIA OY\tFI5542345670000081\t\tE-lasku\t1234\t\tMaaliskuu\t\t\t
27.03.2026\t27.03.2026\t27.03.2026\t+2310,00\tPAPERI OY\t\t\tPalkka\t\t\tPalkka 3/26\t\t\t
`,
    currency: 'EUR',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIA OY | FI5542345670000081 | E-lasku | 1234 Maaliskuu',
      '2026-03-27 +2310.00 EUR | PAPERI OY |  | Palkka | Palkka 3/26',
    ],
  },
  {
    bank: 'Handelsbanken',
    preset: { name: 'Handelsbanken' },
    text: `Handelsbanken;;;;
Konto: 123 456 789;;;;
Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo
2026-03-31;2026-03-30;ENERGI AB;-85,10;2 324,90
2026-03-27;2026-03-27;LÖN;2 310,00;2 410,00
`,
    currency: 'SEK',
    asks: ['currency'],
    rows: ['2026-03-31 -85.10 SEK |  |  | ENERGI AB | ', '2026-03-27 +2310.00 SEK |  |  | LÖN | '],
  },
  {
    bank: 'SEB',
    preset: { name: 'SEB' },
    text: `Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo
2026-03-31;2026-03-31;5484123456;ENERGI AB;-85,10;2324,90
2026-03-27;2026-03-27;5490123457;LÖN;2310,00;2410,00
`,
    currency: 'SEK',
    asks: ['currency'],
    rows: ['2026-03-31 -85.10 SEK |  |  | ENERGI AB | ', '2026-03-27 +2310.00 SEK |  |  | LÖN | '],
  },
  {
    bank: 'Swedbank',
    preset: { name: 'Swedbank' },
    text: `* Transaktionsrapport Period 2026-03-01 - 2026-03-31 Skapad 2026-03-31 10:00 CET
Radnr,Clnr,Kontonr,Produkt,Valuta,Bokfdag,Transdag,Valutadag,Referens,Text,Belopp,Saldo
1,80000,1234567890,"Privatkonto","SEK",2026-03-31,2026-03-31,2026-03-31,"ENERGI AB","Autogiro",-85.10,2324.90
2,80000,1234567890,"Privatkonto","SEK",2026-03-27,2026-03-27,2026-03-27,"PAPPER AB","Lön",2310.00,2410.00
`,
    rows: [
      '2026-03-31 -85.10 SEK |  |  | Autogiro | ENERGI AB',
      '2026-03-27 +2310.00 SEK |  |  | Lön | PAPPER AB',
    ],
  },
  {
    bank: 'Danske Bank',
    preset: { name: 'Danske Bank' },
    text: `"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"
"31.03.2026";"BS ENERGI A/S";"-85,10";"2.324,90";"Udført";"Nej"
"01.04.2026";"KIOSK";"-3,20";"";"Afventer";"Nej"
"27.03.2026";"LØN PAPIR A/S";"2.310,00";"2.410,00";"Udført";"Nej"
`,
    currency: 'DKK',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 DKK |  |  | BS ENERGI A/S | ',
      'pending -3.20 DKK |  |  | KIOSK | ',
      '2026-03-27 +2310.00 DKK |  |  | LØN PAPIR A/S | ',
    ],
  },
  {
    bank: 'DNB',
    preset: { name: 'DNB' },
    text: `"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"
"31.03.2026";"Avtalegiro Energi AS";"31.03.2026";"85,10";""
"27.03.2026";"Lønn Papir AS";"27.03.2026";"";"2.310,00"
`,
    currency: 'NOK',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 NOK |  |  | Avtalegiro Energi AS | ',
      '2026-03-27 +2310.00 NOK |  |  | Lønn Papir AS | ',
    ],
  },
  {
    bank: 'Sparebank 1',
    text: `Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto
31.03.2026;Energi AS Betalt: 31.03.26;31.03.2026;;-85,10;;12345678901
27.03.2026;Papir AS Lønn;27.03.2026;2310,00;;12345678901;
`,
    currency: 'NOK',
    asks: ['currency', 'reference'],
    rows: [
      '2026-03-31 -85.10 NOK |  |  | Energi AS Betalt: 31.03.26 | ',
      '2026-03-27 +2310.00 NOK |  |  | Papir AS Lønn | ',
    ],
  },
  {
    bank: 'OP',
    preset: { name: 'OP' },
    text: `Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero;Saajan pankin BIC;Viite;Viesti;Arkistointitunnus
2026-03-31;2026-03-31;-85,10;106;TILISIIRTO;ENERGIA OY;FI5542345670000081;NDEAFIHH;ref=1234;;20260331/5AB/000001
2026-03-27;2026-03-27;2310,00;710;PALKKA;PAPERI OY;;;;Viesti: PALKKA;20260327/5AB/000002
`,
    currency: 'EUR',
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 EUR | ENERGIA OY | FI5542345670000081 | TILISIIRTO | ref=1234',
      '2026-03-27 +2310.00 EUR | PAPERI OY |  | PALKKA | Viesti: PALKKA',
    ],
  },
  {
    bank: 'a card with kroner',
    text: `Datum;Specifikation;Ort;Valuta;Utländskt belopp;Belopp
2026-03-31;KIOSK;BERLIN;EUR;3,20;144,75 kr
2026-03-28;INBETALNING;;;;-1 000,00 kr
2026-03-20;TÅG;MALMÖ;SEK;;250,00 kr
`,
    currency: 'SEK',
    asks: ['sign'],
    rows: [
      '2026-03-31 -144.75 SEK |  |  |  | KIOSK',
      '2026-03-28 +1000.00 SEK |  |  |  | INBETALNING',
      '2026-03-20 -250.00 SEK |  |  |  | TÅG',
    ],
  },
  {
    bank: 'Eika, with a payment that is not booked yet',
    text: `Utført dato;Bokført dato;Rentedato;Beskrivelse;Type;Undertype;Avsender;Mottakernavn;Beløp inn;Beløp ut;Valuta;Status;Melding/KID/Fakt.nr
30.03.2026;31.03.2026;31.03.2026;Strøm mars;Betaling;eFaktura;;Energi AS;;-85.10;NOK;Bokført;1234567
27.03.2026;27.03.2026;27.03.2026;Lønn;Betaling;Overføring;Papir AS;Ola Nordmann;2310;;NOK;Bokført;Mars
31.03.2026;;;Kiosk;Betaling;Varekjøp;;;;-3.20;NOK;Reservert;
`,
    rows: [
      '2026-03-31 -85.10 NOK | Energi AS |  | Betaling | Strøm mars 1234567',
      '2026-03-27 +2310 NOK | Papir AS |  | Betaling | Lønn Mars',
      'pending -3.20 NOK |  |  | Betaling | Kiosk',
    ],
  },
  {
    bank: 'Nordea Finland, with the own account as payer or payee',
    text: `Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Valuutta
2026/03/31;-85,10;FI2112345600000785;;;Energia Oy;;EUR
2026/03/27;2310,00;;FI2112345600000785;;Palkka Paperi Oy;;EUR
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  |  | Energia Oy',
      '2026-03-27 +2310.00 EUR |  |  |  | Palkka Paperi Oy',
    ],
  },
  {
    bank: 'Sparebanken, with payments out of and into the account',
    text: `Dato;Forklaring;Rentedato;Ut av konto;Inn på konto;KID;Arkivref
31.03.2026;Strømregning;31.03.2026;2 500,00;;12345;A1
27.03.2026;Lønn Papir AS;27.03.2026;;2 310,00;;A2
26.03.2026;Bankgebyr;26.03.2026;50,00;;;;
`,
    currency: 'NOK',
    asks: ['currency'],
    rows: [
      '2026-03-31 -2500.00 NOK |  |  | Strømregning | 12345',
      '2026-03-27 +2310.00 NOK |  |  | Lønn Papir AS | ',
      '2026-03-26 -50.00 NOK |  |  | Bankgebyr | ',
    ],
  },
  {
    bank: 'LHV',
    text: `Kliendi konto;Dokumendi number;Kuupäev;Saaja/maksja konto;Saaja/maksja nimi;Deebet/Kreedit (D/C);Summa;Viitenumber;Arhiveerimistunnus;Selgitus;Valuuta;Makse algataja nimi
EE382200221020145685;1;27.03.2026;EE867700771000681884;Paber AS;C;2310.00;100513845;A1;Palk;EUR;
EE382200221020145685;2;31.03.2026;EE471000001020145685;Energia AS;D;-85.10;;A2;Arve 7;EUR;
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Paber AS | EE867700771000681884 |  | 100513845 Palk',
      '2026-03-31 -85.10 EUR | Energia AS | EE471000001020145685 |  | Arve 7',
    ],
  },
  {
    bank: 'Jyske Bank',
    text: `"Dato";"Valør";"Tekst";"Beløb";"Saldo";"Modtager/Afsender";"Egen reference"
"31.03.2026";"31.03.2026";"Dankort KIOSK";"-3,20";"2.306,80";"";""
"27.03.2026";"27.03.2026";"Løn";"2.310,00";"2.310,00";"Papir A/S";"REF 7"
`,
    currency: 'DKK',
    asks: ['currency'],
    rows: [
      '2026-03-31 -3.20 DKK |  |  | Dankort KIOSK | ',
      '2026-03-27 +2310.00 DKK | Papir A/S |  | Løn | REF 7',
    ],
  },
  {
    bank: 'Danske Bank, with categories that look like currencies',
    preset: { name: 'Danske Bank' },
    currency: 'DKK',
    text: `"Dato";"Kategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"
"02.04.2026";"Mad";"Kantine";"-12,00";"";"Venter";"Nej"
"31.03.2026";"Bolig";"Energi A/S";"-85,10";"2.324,90";"Udført";"Nej"
"27.03.2026";"Løn";"Papir A/S";"2.310,00";"2.410,00";"Udført";"Nej"
`,
    rows: [
      'pending -12.00 DKK |  |  | Kantine | ',
      '2026-03-31 -85.10 DKK |  |  | Energi A/S | ',
      '2026-03-27 +2310.00 DKK |  |  | Papir A/S | ',
    ],
    asks: ['currency'],
  },
]
