/** Tables of banks in southern, central and eastern Europe. */
import type { BankTable } from '../bankTable.ts'

export const southernTables: BankTable[] = [
  {
    bank: 'BBVA',
    text: `Últimos movimientos;;;;;;;;
;;;;;;;;
F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones
31/03/2026;31/03/2026;Energía SA;Adeudo de recibo;-85,10;EUR;2.324,90;EUR;Recibo marzo
27/03/2026;27/03/2026;Papel SL;Abono nómina;2.310,00;EUR;2.410,00;EUR;Nómina
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Energía SA | Adeudo de recibo Recibo marzo',
      '2026-03-27 +2310.00 EUR |  |  | Papel SL | Abono nómina Nómina',
    ],
  },
  {
    bank: 'ING Spain',
    text: `Movimientos de la cuenta;;;;;;
Titular:;ANA GARCIA;;;;;
F. VALOR;CATEGORÍA;SUBCATEGORÍA;DESCRIPCIÓN;COMENTARIO;IMPORTE (€);SALDO (€)
31/03/2026;Hogar;Luz;Recibo Energía SA;;-85,10;2.324,90
27/03/2026;Nómina;Nómina;Nomina recibida Papel SL;;2.310,00;2.410,00
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Recibo Energía SA | ',
      '2026-03-27 +2310.00 EUR |  |  | Nomina recibida Papel SL | ',
    ],
  },
  {
    bank: 'Fineco',
    text: `Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato
31/03/2026;31/03/2026;;-85,1;SEPA Direct Debit;Addebito SDD Energia SpA;Contabilizzato
27/03/2026;27/03/2026;2310;;Bonifico SEPA Italia;Ord: Carta SpA Info: Stipendio;Contabilizzato
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.1 EUR |  |  | SEPA Direct Debit | Addebito SDD Energia SpA',
      '2026-03-27 +2310 EUR |  |  | Bonifico SEPA Italia | Ord: Carta SpA Info: Stipendio',
    ],
  },
  {
    bank: 'UniCredit',
    text: `Data Registrazione;Data valuta;Descrizione;Importo (EUR)
31.03.2026;31.03.2026;ADDEBITO SEPA DD ENERGIA SPA;-85,10
27.03.2026;27.03.2026;BONIFICO A VOSTRO FAVORE DA CARTA SPA STIPENDIO;2.310,00
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | ADDEBITO SEPA DD ENERGIA SPA | ',
      '2026-03-27 +2310.00 EUR |  |  | BONIFICO A VOSTRO FAVORE DA CARTA SPA STIPENDIO | ',
    ],
  },
  {
    bank: 'Caixa Geral de Depósitos',
    text: `Consultar saldos e movimentos à ordem - 31-03-2026
Conta ;0123456789012 - EUR - Conta Extracto

Data mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ;
31-03-2026;31-03-2026;DD ENERGIA SA ;85,10;;2.324,90;2.324,90;Casa ;
27-03-2026;27-03-2026;TRF PAPEL LDA ;;2.310,00;2.410,00;2.410,00;Rendimentos ;
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-31 -85.10 EUR |  |  | DD ENERGIA SA | ',
      '2026-03-27 +2310.00 EUR |  |  | TRF PAPEL LDA | ',
    ],
  },
  {
    bank: 'mBank',
    text: `mBank S.A. Bankowość Detaliczna;
#Klient;
ANNA NOWAK;

#Waluta;#Wpływy;#Wydatki;
PLN;2 310,00;-85,10;

#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;
2026-03-31;"ENERGIA SA PRZELEW";"eKonto 1234 ... 5678";"Rachunki";-85,10 PLN;;
2026-03-27;"PAPIER SP. Z O.O. WYNAGRODZENIE";"eKonto 1234 ... 5678";"Wpływy";2 310,00 PLN;;
`,
    asks: ['sign'],
    rows: [
      '2026-03-31 -85.10 PLN |  |  | ENERGIA SA PRZELEW | ',
      '2026-03-27 +2310.00 PLN |  |  | PAPIER SP. Z O.O. WYNAGRODZENIE | ',
    ],
  },
  {
    bank: 'PKO BP',
    text: `"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji","","","",""
"2026-03-31","2026-03-31","Płatność kartą","-85.10","PLN","+2324.90","Tytuł: 1234","Lokalizacja: Adres: KIOSK","","",""
"2026-03-27","2026-03-27","Przelew na konto","+2310.00","PLN","+2410.00","Rachunek nadawcy: 61 1090 1014 0000 0712 1981 2874","Nazwa nadawcy: PAPIER","Tytuł: WYNAGRODZENIE","",""
`,
    asks: ['reference'],
    rows: [
      '2026-03-31 -85.10 PLN |  |  | Płatność kartą | Tytuł: 1234 Lokalizacja: Adres: KIOSK',
      '2026-03-27 +2310.00 PLN |  |  | Przelew na konto | Rachunek nadawcy: 61 1090 1014 0000 0712 1981 2874 Nazwa nadawcy: PAPIER Tytuł: WYNAGRODZENIE',
    ],
  },
  {
    bank: 'Fio',
    text: `"accountId";"2000145399"
"bankId";"2010"
"currency";"CZK"
"openingBalance";"100,00"
"closingBalance";"2324,90"

"ID pohybu";"Datum";"Objem";"Měna";"Protiúčet";"Název protiúčtu";"Kód banky";"KS";"VS";"SS";"Uživatelská identifikace";"Zpráva pro příjemce";"Typ"
"26900000002";"31.03.2026";"-85,10";"CZK";"1234567890";"Energie a.s.";"0800";"0308";"2026003";"";"";"Záloha";"Bezhotovostní platba"
"26900000001";"27.03.2026";"2310,00";"CZK";"9876543210";"Papír s.r.o.";"0100";"";"";"";"";"Mzda";"Bezhotovostní příjem"
`,
    rows: [
      '2026-03-31 -85.10 CZK | Energie a.s. |  | Bezhotovostní platba | 0308 2026003 Záloha',
      '2026-03-27 +2310.00 CZK | Papír s.r.o. |  | Bezhotovostní příjem | Mzda',
    ],
    asks: ['counterpartyIban'],
  },
  {
    bank: 'OTP',
    text: `Könyvelés dátuma;Értéknap;Összeg;Devizanem;Egyenleg;Partner neve;Partner számlaszáma;Közlemény;Tranzakció típusa
2026.03.31.;2026.03.31.;-8 510;HUF;232 490;Energia Zrt.;11773016-11111018;Március;Csoportos beszedés
2026.03.27.;2026.03.27.;231 000;HUF;241 000;Papír Kft.;11773016-22222018;Munkabér;Átutalás jóváírás
`,
    rows: [
      '2026-03-31 -8510 HUF | Energia Zrt. |  | Csoportos beszedés | Március',
      '2026-03-27 +231000 HUF | Papír Kft. |  | Átutalás jóváírás | Munkabér',
    ],
    asks: ['counterpartyIban'],
  },
  {
    bank: 'BancoPosta, with dated balances',
    text: `Data;Valuta;Addebiti;Accrediti;Descrizione operazioni
28/02/26;;;100,00;SALDO INIZIALE
27/03/26;27/03/26;;2.310,00;BONIFICO A VOSTRO FAVORE DA Carta SpA PER Stipendio
31/03/26;31/03/26;85,10;;ADDEBITO DIRETTO Energia SpA
31/03/26;;;2.324,90;SALDO FINALE
`,
    currency: 'EUR',
    asks: ['currency'],
    rows: [
      '2026-03-27 +2310.00 EUR |  |  | BONIFICO A VOSTRO FAVORE DA Carta SpA PER Stipendio | ',
      '2026-03-31 -85.10 EUR |  |  | ADDEBITO DIRETTO Energia SpA | ',
    ],
  },
  {
    bank: 'Intesa Sanpaolo, with a payment that is not booked yet',
    text: `Data;Operazione;Dettagli;Conto o carta;Contabilizzazione;Categoria ;Valuta;Importo
31/03/2026;Energia SpA;ADDEBITO DIRETTO;Conto 1000/00001234;CONTABILIZZATO;Casa;EUR;-85,10
30/03/2026;Bar Centrale;PAGAMENTO POS;Conto 1000/00001234;NON CONTABILIZZATO;Ristoranti;EUR;-3,20
27/03/2026;Carta SpA;STIPENDIO;Conto 1000/00001234;CONTABILIZZATO;Stipendi;EUR;2.310,00
`,
    rows: [
      '2026-03-31 -85.10 EUR |  |  | Energia SpA | ADDEBITO DIRETTO',
      'pending -3.20 EUR |  |  | Bar Centrale | PAGAMENTO POS',
      '2026-03-27 +2310.00 EUR |  |  | Carta SpA | STIPENDIO',
    ],
  },
]
