import type { BankTable } from '../bankTable.ts'

/** More banks of the rest of Europe. */
export const europeanTables: BankTable[] = [
  {
    bank: 'LCL France headerless',
    currency: 'EUR',
    text: `27/03/2026;2310,00;Virement;;VIR PAPIER SA;;SALAIRE MARS;
31/03/2026;-85,10;Carte;;CB ENERGIE SA;;;
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  |  | Virement VIR PAPIER SA SALAIRE MARS',
      '2026-03-31 -85.10 EUR |  |  |  | Carte CB ENERGIE SA',
    ],
    asks: ['header', 'bookingDate', 'amount', 'currency', 'sign'],
  },
  {
    bank: 'Crédit Mutuel',
    currency: 'EUR',
    text: `Date;Date de valeur;Débit;Crédit;Libellé;Solde
27/03/2026;27/03/2026;;2310,00;VIR PAPIER SA;2410,00
31/03/2026;31/03/2026;-85,10;;PRLV ENERGIE SA;2324,90
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | VIR PAPIER SA | ',
      '2026-03-31 -85.10 EUR |  |  | PRLV ENERGIE SA | ',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Hello bank France',
    currency: 'EUR',
    text: `Compte de chèques;Compte de chèques;****1234;31/03/2026;;2 324,90
Date operation;Categorie operation;Sous Categorie operation;Libelle operation;Montant operation
31/03/2026;Logement;Energie;PRLV ENERGIE SA;-85,10
27/03/2026;Revenus;Salaires;VIREMENT RECU PAPIER;2 310,00
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | PRLV ENERGIE SA | ',
      '2026-03-27 +2310.00 EUR |  |  | VIREMENT RECU PAPIER | ',
    ],
    asks: ['currency', 'sign'],
  },
  {
    bank: 'CaixaBank Spain',
    text: `Movimientos de la cuenta;;;;;
Concepto;Fecha;Importe;Saldo
NOMINA PAPEL SA;27/03/2026;+2.310,00EUR;2.410,00EUR
RECIBO ENERGIA SA;31/03/2026;-85,10EUR;2.324,90EUR
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | NOMINA PAPEL SA | ',
      '2026-03-31 -85.10 EUR |  |  | RECIBO ENERGIA SA | ',
    ],
  },
  {
    bank: 'Sabadell pipes headerless',
    currency: 'EUR',
    text: `27/03/2026|NOMINA PAPEL SA|27/03/2026|2310.00|2410.00|REF1|
31/03/2026|RECIBO ENERGIA SA|31/03/2026|-85.10|2324.90|REF2|
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  |  | NOMINA PAPEL SA REF1',
      '2026-03-31 -85.10 EUR |  |  |  | RECIBO ENERGIA SA REF2',
    ],
    asks: ['header', 'bookingDate', 'currency'],
  },
  {
    bank: 'Santander Spain',
    text: `Titular:;ANA LOPEZ;;
Saldo:;2.324,90 EUR;;
Fecha Operación;Fecha Valor;Concepto;Importe;Divisa;Saldo;Divisa
31/03/2026;31/03/2026;Recibo Energia;-85,10;EUR;2.324,90;EUR
27/03/2026;27/03/2026;Nomina Papel;2.310,00;EUR;2.410,00;EUR
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Recibo Energia | ',
      '2026-03-27 +2310.00 EUR |  |  | Nomina Papel | ',
    ],
  },
  {
    bank: 'Novo Banco Portugal',
    currency: 'EUR',
    text: `Conta;0007 1234 5678
Data Operação;Data Valor;Tipo Transacção;Descritivo;Débito;Crédito;Saldo Controlo
27-03-2026;27-03-2026;TRF;TRF DE PAPEL SA;;2.310,00;2.410,00
31-03-2026;31-03-2026;DD;ENERGIA SA;-85,10;;2.324,90
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | TRF | TRF DE PAPEL SA',
      '2026-03-31 -85.10 EUR |  |  | DD | ENERGIA SA',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Millennium BCP',
    currency: 'EUR',
    text: `Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo
27-03-2026;27-03-2026;TRF. P/O PAPEL SA;2310,00;Crédito;2410,00
31-03-2026;31-03-2026;DD ENERGIA SA;-85,10;Débito;2324,90
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Crédito | TRF. P/O PAPEL SA',
      '2026-03-31 -85.10 EUR |  |  | Débito | DD ENERGIA SA',
    ],
    asks: ['currency'],
  },
  {
    bank: 'ČSOB Czech',
    text: `Pohyby na účtu 123456789/0300

číslo účtu;datum zaúčtování;částka;měna;zůstatek;konstantní symbol;variabilní symbol;specifický symbol;označení operace;název protiúčtu;číslo protiúčtu;poznámka
123456789;31.03.2026;-85,10;CZK;2324,90;;123;;Platba kartou;;;Energie s.r.o.
123456789;27.03.2026;2310,00;CZK;2410,00;;456;;Příchozí úhrada;Papír s.r.o.;111222333/0100;Mzda
`,
    rows: [
      '2026-03-31 -85.10 CZK |  |  | Platba kartou | 123 Energie s.r.o.',
      '2026-03-27 +2310.00 CZK | Papír s.r.o. |  | Příchozí úhrada | 456 Mzda',
    ],
    asks: ['counterpartyIban'],
  },
  {
    bank: 'Komerční banka',
    currency: 'CZK',
    text: `Datum splatnosti;Datum odepsání z jiné banky;Protiúčet a kód banky;Název protiúčtu;Částka;Originální částka;Originální měna;Kurz;VS;KS;SS;Identifikace transakce;Systémový popis;Popis příkazce;Popis pro příjemce;AV pole 1;AV pole 2;AV pole 3;AV pole 4
31.03.2026;;111222333/0100;ENERGIE;-85,10;;;;123;;;000-1;Inkaso;;;Platba;;;
27.03.2026;;444555666/0800;PAPIR;2310,00;;;;456;;;000-2;Příchozí úhrada;;Mzda;;;;
`,
    rows: [
      '2026-03-31 -85.10 CZK | ENERGIE |  | Inkaso | 123 Platba',
      '2026-03-27 +2310.00 CZK | PAPIR |  | Příchozí úhrada | 456 Mzda',
    ],
    asks: ['currency', 'sign', 'reference', 'counterpartyIban', 'reference'],
  },
  {
    bank: 'Santander Poland',
    text: `2026-04-01,27-03-2026,'12 1090 1014 0000 0712 1981 2874,JAN NOWAK,PLN,"2324,90","2410,00",2,
27-03-2026,27-03-2026,Wynagrodzenie,PAPIER SA,'61 1090 1014 0000 0712 1981 2874,"2310,00","2410,00",1,
31-03-2026,31-03-2026,Płatność kartą,ENERGIA SA,,"-85,10","2324,90",2,
`,
    rows: [
      '2026-03-27 +2310.00 PLN |  | PL61109010140000071219812874 |  | Wynagrodzenie PAPIER SA',
      '2026-03-31 -85.10 PLN |  |  |  | Płatność kartą ENERGIA SA',
    ],
    asks: ['header', 'bookingDate'],
  },
  {
    bank: 'Millennium Poland',
    text: `"Numer rachunku/karty","Data transakcji","Data rozliczenia","Rodzaj transakcji","Na konto/Z konta","Odbiorca/Zleceniodawca","Opis","Obciążenia","Uznania","Saldo","Waluta"
"PL61109010140000071219812874","2026-03-31","2026-03-31","TRANSAKCJA KARTĄ","","","ENERGIA SA","-85.10","","2324.90","PLN"
"PL61109010140000071219812874","2026-03-27","2026-03-27","PRZELEW PRZYCHODZĄCY","PL27114020040000300201355387","PAPIER SA","Wynagrodzenie","","2310.00","2410.00","PLN"
`,
    rows: [
      '2026-03-31 -85.10 PLN |  |  | TRANSAKCJA KARTĄ | ENERGIA SA',
      '2026-03-27 +2310.00 PLN | PAPIER SA | PL27114020040000300201355387 | PRZELEW PRZYCHODZĄCY | Wynagrodzenie',
    ],
  },
  {
    bank: 'BRD Romania',
    currency: 'RON',
    text: `Data tranzactie;Data valuta;Explicatii;Debit;Credit;Sold
27.03.2026;27.03.2026;Incasare Papir SRL;;2.310,00;2.410,00
31.03.2026;31.03.2026;Plata Energie SA;85,10;;2.324,90
`,
    rows: [
      '2026-03-27 +2310.00 RON |  |  |  | Incasare Papir SRL',
      '2026-03-31 -85.10 RON |  |  |  | Plata Energie SA',
    ],
    asks: ['currency'],
  },
  {
    bank: 'SNS Netherlands headerless',
    text: `27-03-2026,NL91ABNA0417164300,DE89370400440532013000,papier bv,,,,EUR,2324.90,EUR,2310.00,27-03-2026,27-03-2026,1234,INT,123456,,'Salaris maart',1
31-03-2026,NL91ABNA0417164300,FR1420041010050500013M02606,energie bv,,,,EUR,2324.90,EUR,-85.10,31-03-2026,31-03-2026,1234,INC,123457,,'Rekening',1
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  | DE89370400440532013000 |  | papier bv INT Salaris maart',
      '2026-03-31 -85.10 EUR |  | FR1420041010050500013M02606 |  | energie bv INC Rekening',
    ],
    asks: [
      'header',
      'bookingDate',
      'amount',
      'amount',
      'amount',
      'amount',
      'amount',
      'sign',
      'counterpartyIban',
    ],
    preset: {
      name: 'ASN, RegioBank, SNS',
      rows: [
        '2026-03-27 +2310.00 EUR | papier bv | DE89370400440532013000 | INT | Salaris maart',
        '2026-03-31 -85.10 EUR | energie bv | FR1420041010050500013M02606 | INC | Rekening',
      ],
    },
  },
  {
    bank: 'Crelan Belgium',
    text: `Datum;Bedrag;Munt;Tegenpartij;Tegenrekening;Type verrichting;Mededeling
27/03/2026;2310,00;EUR;Papier NV;BE68539007547034;Overschrijving;Salaris
31/03/2026;-85,10;EUR;Energie NV;BE43068999999501;Domiciliëring;Factuur
`,
    rows: [
      '2026-03-27 +2310.00 EUR | Papier NV | BE68539007547034 | Overschrijving | Salaris',
      '2026-03-31 -85.10 EUR | Energie NV | BE43068999999501 | Domiciliëring | Factuur',
    ],
  },
  {
    bank: 'Banca Sella',
    text: `Data operazione;Data valuta;Descrizione;Divisa;Importo;Categoria
31/03/2026;31/03/2026;ADDEBITO SDD ENERGIA;EUR;-85,10;Casa
27/03/2026;27/03/2026;BONIFICO STIPENDIO CARTA SPA;EUR;2.310,00;Entrate
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | ADDEBITO SDD ENERGIA | ',
      '2026-03-27 +2310.00 EUR |  |  | BONIFICO STIPENDIO CARTA SPA | ',
    ],
  },
  {
    bank: 'Mediolanum',
    currency: 'EUR',
    text: `Elenco Movimenti;;;;
Data Operazione;Data Valuta;Tipologia;Entrate;Uscite;Descrizione
27/03/2026;27/03/2026;Bonifico;2.310,00;;Stipendio Carta SpA
31/03/2026;31/03/2026;Addebito;;-85,10;Energia SpA
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | Bonifico | Stipendio Carta SpA',
      '2026-03-31 -85.10 EUR |  |  | Addebito | Energia SpA',
    ],
    asks: ['currency'],
  },
  {
    bank: 'Eurobank Greece',
    currency: 'EUR',
    text: `Ημερομηνία;Αιτιολογία;Ποσό;Πρόσημο;Υπόλοιπο
27/03/2026;ΜΙΣΘΟΔΟΣΙΑ;2.310,00;Π;2.410,00
31/03/2026;ΠΛΗΡΩΜΗ ΕΝΕΡΓΕΙΑ;85,10;Χ;2.324,90
`,
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | ΜΙΣΘΟΔΟΣΙΑ | ',
      '2026-03-31 -85.10 EUR |  |  | ΠΛΗΡΩΜΗ ΕΝΕΡΓΕΙΑ | ',
    ],
    asks: ['currency'],
  },
]
