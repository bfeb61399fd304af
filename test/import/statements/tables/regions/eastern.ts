/** Tables of banks in the Baltic countries and in south-eastern Europe. */
import type { BankTable } from '../bankTable.ts'

export const easternTables: BankTable[] = [
  {
    bank: 'Swedbank Latvia, with balances and turnovers among the rows',
    text: `"Klienta konts","Ieraksta tips","Datums","Saņēmējs/Maksātājs","Informācija saņēmējam","Summa","Valūta","Debets/Kredīts","Arhīva kods","Maksājuma veids"
"LV97HABA0012345678910","10","01.03.2026","","Sākuma atlikums","100.00","EUR","K","","AS"
"LV97HABA0012345678910","20","27.03.2026","SIA Papīrs","Alga","2310.00","EUR","K","2026032700000001","MK"
"LV97HABA0012345678910","20","31.03.2026","AS Enerģija","Rēķins 7","85.10","EUR","D","2026033100000002","MK"
"LV97HABA0012345678910","82","31.03.2026","","Apgrozījums","85.10","EUR","D","","K2"
"LV97HABA0012345678910","82","31.03.2026","","Apgrozījums","2310.00","EUR","K","","K2"
"LV97HABA0012345678910","86","31.03.2026","","Beigu atlikums","2324.90","EUR","K","","LS"
`,
    rows: [
      '2026-03-27 +2310.00 EUR | SIA Papīrs |  | MK | Alga',
      '2026-03-31 -85.10 EUR | AS Enerģija |  | MK | Rēķins 7',
    ],
  },
  {
    bank: 'SEB Lithuania',
    text: `"SĄSKAITOS (LT601010012345678901) IŠRAŠAS"
"DOK NR.","DATA","VALIUTA","SUMA","MOKĖTOJO ARBA GAVĖJO PAVADINIMAS","SĄSKAITA","MOKĖJIMO PASKIRTIS","DEBETAS/KREDITAS","SĄSKAITOS NR"
"1","2026-03-27","EUR","2310,00","UAB Popierius","LT121000011101001000","Alga","C","LT601010012345678901"
"2","2026-03-31","EUR","85,10","AB Energija","","Sąskaita","D","LT601010012345678901"
`,
    rows: [
      '2026-03-27 +2310.00 EUR | UAB Popierius | LT121000011101001000 |  | Alga',
      '2026-03-31 -85.10 EUR | AB Energija |  |  | Sąskaita',
    ],
  },
  {
    bank: 'K&H, with the other account next to the name',
    text: `könyvelés dátuma;tranzakció azonosító;típus;könyvelési számla;partner számla;partner elnevezése;összeg;összeg devizaneme;közlemény
2026.03.31;T1;Csoportos beszedés;10400000-12345678-00000000;11700000-11111111;Energia Zrt.;-8 510;HUF;számla 7
2026.03.27;T2;Jóváírás;10400000-12345678-00000000;10400000-22222222;Papír Kft.;231 000;HUF;bér
`,
    asks: ['sign', 'counterpartyIban'],
    rows: [
      '2026-03-31 -8510 HUF | Energia Zrt. |  | Csoportos beszedés | számla 7',
      '2026-03-27 +231000 HUF | Papír Kft. |  | Jóváírás | bér',
    ],
  },
  {
    bank: 'a Hungarian bank that writes the weekday after the date',
    text: `Típus;Könyvelés dátuma;Értéknap;Azonosító;Összeg;Közlemény/1;Közlemény/2
Átutalás;2026.03.31., kedd;2026.03.31., kedd;G1;-8 510,00;Energia Zrt.;számla
Átutalás;2026.03.27., péntek;2026.03.27., péntek;G2;231 000,00;Papír Kft.;bér
`,
    currency: 'HUF',
    asks: ['currency', 'sign'],
    rows: [
      '2026-03-31 -8510.00 HUF |  |  | Átutalás | Energia Zrt. számla',
      '2026-03-27 +231000.00 HUF |  |  | Átutalás | Papír Kft. bér',
    ],
  },
  {
    bank: 'Tatra banka, with the day of processing first',
    text: `Dátum spracovania;Dátum zúčtovania;Suma;Mena;Typ;Popis;Protiúčet;Názov protiúčtu;VS;Informácia pre príjemcu
30.03.2026;31.03.2026;-85,10;EUR;Debet;Platba;SK3112000000198742637541;Energia a.s.;7;faktura
27.03.2026;27.03.2026;2310,00;EUR;Kredit;Prijatá platba;;Papier s.r.o.;;mzda
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energia a.s. | SK3112000000198742637541 | Debet | Platba 7 faktura',
      '2026-03-27 +2310.00 EUR | Papier s.r.o. |  | Kredit | Prijatá platba mzda',
    ],
  },
  {
    bank: 'ING Romania',
    text: `Data;;;Detalii tranzactie;;;Debit;Credit
31 martie 2026;;;Plata;;;85,10;
;;;Beneficiar: Energie SA;;;;
27 februarie 2026;;;Incasare;;;;2.310,00
;;;Ordonator: Hartie SRL;;;;
`,
    currency: 'RON',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 RON |  |  | Plata Beneficiar: Energie SA | ',
      '2026-02-27 +2310.00 RON |  |  | Incasare Ordonator: Hartie SRL | ',
    ],
  },
  {
    bank: 'Alpha Bank',
    text: `Ημερομηνία;Αιτιολογία;Κατάστημα;Αρ. συναλλαγής;Ποσό;Πρόσημο ποσού
31/03/2026;ΛΟΓΑΡΙΑΣΜΟΣ ΡΕΥΜΑΤΟΣ;123;AB1;85,10;Χ
27/03/2026;ΜΙΣΘΟΔΟΣΙΑ;123;AB2;2.310,00;Π
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | ΛΟΓΑΡΙΑΣΜΟΣ ΡΕΥΜΑΤΟΣ | ',
      '2026-03-27 +2310.00 EUR |  |  | ΜΙΣΘΟΔΟΣΙΑ | ',
    ],
  },
  {
    bank: 'ePay.bg',
    text: `"Дата и час","Приход","Разход","Системен код","Кореспондент","Описание"
"27.03.2026 09:14:08","2310.00","0.00","1234567890123456","Хартия ООД","Заплата"
"31.03.2026 09:14:08","0.00","85.10","1234567890123457","Енергия АД","Сметка 7"
`,
    currency: 'BGN',
    asks: ['currency', 'reference'],
    rows: [
      '2026-03-27 +2310.00 BGN | Хартия ООД |  | Заплата | ',
      '2026-03-31 -85.10 BGN | Енергия АД |  | Сметка 7 | ',
    ],
  },
  {
    bank: 'Alior, with accounts of sender and recipient',
    text: `Kryteria transakcji: Od: 2026-03-01, Do: 2026-03-31
Data transakcji;Data księgowania;Nazwa nadawcy;Nazwa odbiorcy;Szczegóły transakcji;Kwota operacji;Waluta operacji;Numer rachunku nadawcy;Numer rachunku odbiorcy
30-03-2026;31-03-2026;Jan Kowalski;Energia SA;Prąd;-85,10;PLN;61109010140000071219812874;27114020040000300201355387
27-03-2026;27-03-2026;Papier SA;Jan Kowalski;Wynagrodzenie;2310,00;PLN;27114020040000300201355387;61109010140000071219812874
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 PLN | Energia SA | PL27114020040000300201355387 |  | Prąd',
      '2026-03-27 +2310.00 PLN | Papier SA | PL27114020040000300201355387 |  | Wynagrodzenie',
    ],
  },
  {
    bank: 'Air Bank',
    text: `"Datum provedení";"Směr úhrady";"Typ úhrady";"Měna účtu";"Částka v měně účtu";"Poplatek v měně účtu";"Název protistrany";"Číslo účtu protistrany";"Variabilní symbol";"Zpráva pro příjemce";"Název karty";"Obchodní místo";"Datum splatnosti";"Datum zaúčtování"
"30/03/2026";"Odchozí";"Platba kartou";"CZK";"-851,00";"0,00";"";"";"";"";"Karta";"KIOSEK PRAHA";"30/03/2026";"31/03/2026"
"27/03/2026";"Příchozí";"Příchozí úhrada";"CZK";"23100,00";"0,00";"Papír a.s.";"2000006/0100";"7";"mzda";"";"";"27/03/2026";"27/03/2026"
`,
    asks: ['counterpartyName', 'counterpartyIban'],
    rows: [
      '2026-03-31 -851.00 CZK | KIOSEK PRAHA |  | Platba kartou | ',
      '2026-03-27 +23100.00 CZK | Papír a.s. |  | Příchozí úhrada | 7 mzda',
    ],
  },
  {
    bank: 'Slovenská sporiteľňa',
    text: `Dátum zaúčtovania;Názov protistrany;IBAN protistrany;Suma;Mena;Typ transakcie;Variabilný symbol;Informácia pre príjemcu
31.03.2026;Energia a.s.;SK3112000000198742637541;-85,10;EUR;SEPA inkaso;417;Faktúra
27.03.2026;Papier s.r.o.;SK0809000000000123123123;2 310,00;EUR;Prijatá platba;;Mzda
`,
    rows: [
      '2026-03-31 -85.10 EUR | Energia a.s. | SK3112000000198742637541 | SEPA inkaso | 417 Faktúra',
      '2026-03-27 +2310.00 EUR | Papier s.r.o. | SK0809000000000123123123 | Prijatá platba | Mzda',
    ],
    asks: ['sign'],
  },
  {
    bank: 'PBZ, with words for the direction in Croatian',
    text: `Datum valute;Datum knjiženja;Opis;Iznos;Valuta;Smjer
31.03.2026;31.03.2026;ENERGIJA D.D. račun;85,10;EUR;Isplata
27.03.2026;27.03.2026;PAPIR D.O.O. plaća;2.310,00;EUR;Uplata
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | ENERGIJA D.D. račun | ',
      '2026-03-27 +2310.00 EUR |  |  | PAPIR D.O.O. plaća | ',
    ],
  },
]
