import type { BankTable } from '../../bankTable.ts'

/** Tables whose columns are named in ways that few banks share. */
export const unsharedTables: BankTable[] = [
  {
    bank: 'Erste Croatia',
    text: `Datum valute;Datum izvršenja;Opis plaćanja;Broj računa platitelja/primatelja;Naziv platitelja/primatelja;Poziv na broj platitelja;Poziv na broj primatelja;Isplata;Uplata;Stanje;Valuta
31.03.2026.;31.03.2026.;Račun 12;HR1210010051863000160;PAPIR D.O.O.;HR99;HR00 12-34;85,10;;2.324,90;EUR
27.03.2026.;27.03.2026.;Plaća;HR1723600001101234565;ENERGIJA D.D.;;;;2.310,00;2.410,00;EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR | PAPIR D.O.O. | HR1210010051863000160 | Račun 12 | HR99 HR00 12-34',
      '2026-03-27 +2310.00 EUR | ENERGIJA D.D. | HR1723600001101234565 | Plaća | ',
    ],
  },
  {
    bank: 'Raiffeisen Romania',
    text: `Data generare extras:;01/04/2026
Perioada:;01/03/2026 - 31/03/2026
Numar client:;1234567
Nume client:;POPESCU ION
Cod IBAN:;RO49RZBR0000060001234567
Valuta:;RON

Data inregistrare;Data tranzactiei;Suma debit;Suma credit;Nr. OP;Cod fiscal beneficiar;Ordonator final;Beneficiar final;Nume/Denumire ordonator/beneficiar;Denumire banca ordonator/beneficiar;Nr. cont in/din care se efectueaza tranzactiile;Descrierea tranzactiei
28/03/2026;27/03/2026;140,50;;12;RO123456;;;PAPIER SRL;ING BANK;RO09BCYP0000001234567890;plata factura 12
31/03/2026;31/03/2026;;2.310,00;;;;;ENERGIE SA;BRD;RO66BACX0000001234567890;rambursare
31/03/2026;30/03/2026;5,00;;;;;;;;;Comision administrare
`,
    rows: [
      '2026-03-28 -140.50 RON | PAPIER SRL | RO09BCYP0000001234567890 | plata factura 12 | ',
      '2026-03-31 +2310.00 RON | ENERGIE SA | RO66BACX0000001234567890 | rambursare | ',
      '2026-03-31 -5.00 RON |  |  | Comision administrare | ',
    ],
  },
  {
    bank: 'SEB Estonia, with a fee next to each amount',
    text: `"Kliendi konto";"Dokumendi number";"Kuupäev";"Saaja/maksja konto";"Saaja/maksja nimi";"Saaja panga kood";"Tühi";"Deebet/Kreedit (D/C)";"Summa";"Viitenumber";"Arhiveerimistunnus";"Selgitus";"Teenustasu";"Valuuta";"Isikukood või registrikood";"Saaja/maksja panga BIC";"Makse algataja nimi";"Kande viide";"Konto teenusepakkuja viide"
"EE382200221020145685";"12";"31.03.2026";"EE471000001020145685";"PABER OÜ";"";"";"D";"85,10";"1009";"RO123456789L01";"Arve 12";"0,38";"EUR";"12345678";"EEUHEE2X";"";"2026033112345";"ABC1"
"EE382200221020145685";"";"27.03.2026";"EE507700771003814274";"ENERGIA AS";"";"";"C";"2310,00";"";"RO123456790L01";"Palk";"0,00";"EUR";"87654321";"LHVBEE22";"";"2026032712345";"ABC2"
`,
    rows: [
      '2026-03-31 -85.10 EUR | PABER OÜ | EE471000001020145685 |  | 1009 Arve 12',
      '2026-03-31 -0.38 EUR |  |  | Teenustasu | 1009 Arve 12',
      '2026-03-27 +2310.00 EUR | ENERGIA AS | EE507700771003814274 |  | Palk',
    ],
    asks: ['fees', 'reference'],
  },
  {
    bank: 'Itaú, with the balance of each day',
    text: `;;;;
Nome:;JOAO SILVA;;;
Agência:;1234;;;
Conta:;12345-6;;;
;;;;
Lançamentos;;;;
;;;;
data;lançamento;ag./origem;valor (R$);saldos (R$)
01/03/2026;SALDO ANTERIOR;;;100,00
27/03/2026;PIX TRANSF PAPEL27/03;;2310,00;
27/03/2026;SALDO TOTAL DISPONÍVEL DIA;;;2410,00
31/03/2026;COMPRA CARTAO MERCADO;;-85,10;
31/03/2026;SALDO TOTAL DISPONÍVEL DIA;;;2324,90
`,
    rows: [
      '2026-03-27 +2310.00 BRL |  |  | PIX TRANSF PAPEL27/03 | ',
      '2026-03-31 -85.10 BRL |  |  | COMPRA CARTAO MERCADO | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'a card in Hebrew, with amounts of purchases and of charges',
    currency: 'ILS',
    text: `פירוט עסקאות
כרטיס 1234,,,,,,
תאריך רכישה,שם בית עסק,סכום עסקה,מטבע עסקה,סכום חיוב,מטבע חיוב,מס' שובר,פירוט נוסף
28/03/2026,סופר פארם,123.45,₪,123.45,₪,123456789,
30/03/2026,AMAZON,20.00,$,73.40,₪,123456790,
02/03/2026,רהיטים,1200.00,₪,100.00,₪,123456791,תשלום 2 מתוך 12
,,,,סך חיוב,296.85,,
`,
    rows: [
      '2026-03-28 -123.45 ILS | סופר פארם |  |  | ',
      '2026-03-30 -73.40 ILS | AMAZON |  |  | ',
      '2026-03-02 -100.00 ILS | רהיטים |  |  | תשלום 2 מתוך 12',
    ],
    asks: ['bookingDate', 'amount', 'sign', 'reference'],
  },
  {
    bank: 'Skrill, with signs as names of columns',
    text: `ID,Time (CET),Type,Transaction Details,[-],[+],Status,Balance,Reference,Amount Sent,Currency sent,More information,ID of the corresponding Skrill transaction,Payment Instrument,Country,Currency
123,"31 Mar 26 10:11",Send Money,to shop@example.com,85.10,,processed,2324.90,ORD-12,85.10,EUR,,,,DE,EUR
122,"27 Mar 26 09:00",Receive Money,from paper@example.com,,2310.00,processed,2410.00,,2310.00,EUR,,,,DE,EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Send Money | to shop@example.com ORD-12',
      '2026-03-27 +2310.00 EUR |  |  | Receive Money | from paper@example.com',
    ],
    asks: ['bookingDate'],
  },
  {
    bank: 'Caisse d’Épargne, with the first balance below the rows',
    currency: 'EUR',
    text: `Code de la banque : 13335;Code de l'agence : 00040;Date de début de téléchargement : 01/03/2026;Date de fin de téléchargement : 31/03/2026;
Numéro de compte : 08088804068;Nom du compte : COMPTE CHEQUE;Devise : EUR;

Solde en fin de période;;;;2324,90
Date;Numéro d'opération;Libellé;Débit;Crédit;Détail;
31/03/26;0000123;PRLV ENERGIE;-85,10;;ABONNEMENT MARS;
27/03/26;0000122;VIR PAPIER;;+2310,00;SALAIRE;
Solde en début de période;;;;100,00
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRLV ENERGIE | ABONNEMENT MARS',
      '2026-03-27 +2310.00 EUR |  |  | VIR PAPIER | SALAIRE',
    ],
    asks: ['currency'],
  },
  {
    bank: 'a card of Rabobank, with the account that it is paid from',
    text: `"Tegenrekening IBAN","Munt","Creditcard Nummer","Productnaam","Creditcard Regel1","Creditcard Regel2","Transactiereferentie","Datum","Bedrag","Omschrijving","Oorspr bedrag","Oorspr munt","Koers"
"NL44RABO0123456789","EUR","1234","RaboCard Master","J. JANSEN","","0001","2026-03-28","-23,40","BAKKERIJ","",,
"NL44RABO0123456789","EUR","1234","RaboCard Master","J. JANSEN","","0002","2026-03-29","-18,70","SHOP NEW YORK","-20,00","USD","1,0695"
"NL44RABO0123456789","EUR","1234","RaboCard Master","J. JANSEN","","0003","2026-03-30","310,00","Verrekening vorig overzicht","",,
`,
    rows: [
      '2026-03-28 -23.40 EUR |  |  | BAKKERIJ | RaboCard Master',
      '2026-03-29 -18.70 EUR |  |  | SHOP NEW YORK | RaboCard Master',
      '2026-03-30 +310.00 EUR |  |  | Verrekening vorig overzicht | RaboCard Master',
    ],
    asks: ['sign', 'counterpartyIban', 'reference'],
  },
  {
    bank: 'Arion banki',
    text: `Dagsetning;Upphæð;Staða;Mynt;Skýring;Seðilnúmer;Tilvísun;Texti;Nafn viðtakanda eða greiðanda
31.03.2026;-8.510;232.490;ISK;Úttekt;0000123;;Bónus Laugavegi;Bónus
27.03.2026;231.000;241.000;ISK;Millifærsla;0000122;1234567890;Laun;Pappír ehf
`,
    rows: [
      '2026-03-31 -8510 ISK | Bónus |  | Úttekt | Bónus Laugavegi',
      '2026-03-27 +231000 ISK | Pappír ehf |  | Millifærsla | 1234567890 Laun',
    ],
  },
  {
    bank: 'National Bank of Greece',
    text: `Α/Α Συναλλαγής;Ημερομηνία;Ώρα;Valeur;Κατάστημα;Κατηγορία συναλλαγής;Είδος εργασίας;Ποσό συναλλαγής;Νόμισμα;Χρέωση / Πίστωση;Ισοτιμία;Περιγραφή;Λογιστικό Υπόλοιπο;Ονοματεπώνυμο αντισυμβαλλόμενου
2;31/03/2026;12:30;31/03/2026;700;ΑΓΟΡΑ;ΚΑΡΤΑ;-85,10;EUR;Χρέωση;;ΣΚΛΑΒΕΝΙΤΗΣ ΑΘΗΝΑ;2.324,90;
1;27/03/2026;09:10;27/03/2026;700;ΜΙΣΘΟΔΟΣΙΑ;ΚΑΤΑΘΕΣΗ;2.310,00;EUR;Πίστωση;;ΜΙΣΘΟΣ ΜΑΡΤΙΟΥ;2.410,00;ΧΑΡΤΙ ΑΕ
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | ΣΚΛΑΒΕΝΙΤΗΣ ΑΘΗΝΑ | ',
      '2026-03-27 +2310.00 EUR | ΧΑΡΤΙ ΑΕ |  | ΜΙΣΘΟΣ ΜΑΡΤΙΟΥ | ',
    ],
    asks: ['reference'],
  },
  {
    bank: 'Bulder Bank, with accounts by name',
    currency: 'NOK',
    text: `Dato;Inn på konto;Ut fra konto;Balanse;Til konto;Til kontonummer;Fra konto;Fra kontonummer;Type;Tekst/KID;Hovedkategori;Underkategori
2026-03-31;;-85,10;2324,90;;;Brukskonto;12345678901;Betaling;KIWI OSLO;Dagligvarer;Mat
2026-03-27;2310,00;;2410,00;Brukskonto;12345678901;Papir AS;10987654321;Innbetaling;Lønn mars;Inntekt;Lønn
2026-03-25;;-500,00;100,00;Sparekonto;22345678901;Brukskonto;12345678901;Overføring;Sparing;Sparing;Sparing
`,
    rows: [
      '2026-03-31 -85.10 NOK |  |  | Betaling | Brukskonto KIWI OSLO',
      '2026-03-27 +2310.00 NOK |  |  | Innbetaling | Brukskonto Papir AS Lønn mars',
      '2026-03-25 -500.00 NOK |  |  | Overføring | Sparekonto Brukskonto Sparing',
    ],
    asks: ['currency', 'reference', 'reference'],
  },
  {
    bank: 'Hapoalim',
    currency: 'ILS',
    text: `תאריך,הפעולה,פרטים,אסמכתא,חובה,זכות,יתרה לאחר פעולה,תאריך ערך,לטובת,עבור
31/03/2026,כרטיס ויזה,חיוב חודשי,12345,85.10,,"2,324.90",31/03/2026,,
27/03/2026,משכורת,,12344,,"2,310.00","2,410.00",27/03/2026,,
`,
    rows: [
      '2026-03-31 -85.10 ILS |  |  | כרטיס ויזה | חיוב חודשי',
      '2026-03-27 +2310.00 ILS |  |  | משכורת | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'YooMoney',
    text: `Дата;Название;Категория;Сумма;Валюта;Статус;Комиссия;Номер операции;Комментарий
31.03.2026 10:11;Магазин Бумага;Покупки;-85,10;RUB;Выполнена;0,00;601234567890;
30.03.2026 10:11;Перевод на карту;Переводы;-1000,00;RUB;Выполнена;30,00;601234567891;за обед
27.03.2026 09:00;Пополнение;Пополнения;2310,00;RUB;Выполнена;;601234567892;
`,
    rows: [
      '2026-03-31 -85.10 RUB |  |  | Магазин Бумага | ',
      '2026-03-30 -1000.00 RUB |  |  | Перевод на карту | за обед',
      '2026-03-30 -30.00 RUB |  |  | Комиссия | за обед',
      '2026-03-27 +2310.00 RUB |  |  | Пополнение | ',
    ],
    asks: ['sign', 'fees'],
  },
  {
    bank: 'VÚB banka',
    text: `Dátum zaúčtovania;Suma transakcie;Mena;Názov protiúčtu;Protiúčet;Var. symbol;Popis transakcie
03.03.2026;1 200,00;EUR;Beta s.r.o.;SK3112000000198742637541;20260301;Úhrada FA
05.03.2026;-45,90;EUR;Papier;SK6807200002891987426353;;Nákup kartou
18.03.2026;-10,00;EUR;;;;Poplatok za vedenie
`,
    rows: [
      '2026-03-03 +1200.00 EUR | Beta s.r.o. | SK3112000000198742637541 | Úhrada FA | 20260301',
      '2026-03-05 -45.90 EUR | Papier | SK6807200002891987426353 | Nákup kartou | ',
      '2026-03-18 -10.00 EUR |  |  | Poplatok za vedenie | ',
    ],
    asks: ['sign'],
  },
  {
    bank: 'BCR Romania, with the account in each row and a line below them',
    text: `"Data emitere extras","Data inceput","Data finala",Valuta,"Contul pentru care s-a generat extrasul","Tip produs","Titular cont","Sold contabil initial","Data finalizarii tranzactiei","Tranzactii finalizate (detalii)","Debit (suma)","Credit (suma)","Sold contabil final"
31.03.2026,01.03.2026,31.03.2026,RON,RO49AAAA1B31007593840000,"Cont curent","PAPIER SRL","100.00",03.03.2026,"Plata factura 12 LEMN SRL",85.10,0.00,
31.03.2026,01.03.2026,31.03.2026,RON,RO49AAAA1B31007593840000,"Cont curent","PAPIER SRL",0.00,17.03.2026,"Incasare de la HOLZ SRL",0.00,"2,310.00",
31.03.2026,01.03.2026,31.03.2026,RON,RO49AAAA1B31007593840000,"Cont curent","PAPIER SRL",0.00,27.03.2026,"Comision administrare",5.00,0.00,
,,,,,,,,31.03.2026,,,,"2,319.90"
`,
    rows: [
      '2026-03-03 -85.10 RON |  |  | Plata factura 12 LEMN SRL | ',
      '2026-03-17 +2310.00 RON |  |  | Incasare de la HOLZ SRL | ',
      '2026-03-27 -5.00 RON |  |  | Comision administrare | ',
    ],
    asks: ['rows', 'balance', 'counterpartyIban'],
  },
  {
    bank: 'a shop in Spanish, with a declined payment',
    currency: 'EUR',
    text: `Fecha;Hora;Nº Operación;Tipo;Importe bruto;Comisión;Importe neto;Tarjeta;Estado
31/03/2026;10:11;000123;Venta;85,10;0,43;84,67;****1234;Autorizada
31/03/2026;11:11;000124;Devolución;-20,00;0,00;-20,00;****1234;Autorizada
31/03/2026;12:11;000125;Venta;10,00;0,05;9,95;****9876;Denegada
`,
    rows: [
      '2026-03-31 +85.10 EUR |  |  | Venta | ',
      '2026-03-31 -0.43 EUR |  |  | Comisión | ',
      '2026-03-31 -20.00 EUR |  |  | Devolución | ',
    ],
    asks: ['currency', 'status', 'reference'],
  },
]
