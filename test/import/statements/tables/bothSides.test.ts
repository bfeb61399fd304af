/** Of the accounts of both sides, the account's own number is never the counterparty. */
import { describe, expect, test } from 'vitest'
import { csvReader } from '../../../../src/import/statements/csv/csv.ts'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
import { readWith } from '../reading.ts'
import { readGuessed } from './readGuessed.ts'

const own = 'NL91ABNA0417164300'
const payer = 'DE89370400440532013000'
const payee = 'FR1420041010050500013M02606'

const table = (one: string, other: string) => `Date,Description,${one},${other},Amount,Currency
2026-03-27,Direct deposit Paper,${payer},${own},2310.00,EUR
2026-03-31,Card payment Energy,${own},${payee},-85.10,EUR
`

describe('the other party’s account is the one that is not our own, under', () => {
  test.each([
    ['From account', 'To account'],
    ['Fra konto', 'Til konto'],
    ['Debtor account', 'Creditor account'],
    ['Cuenta origen', 'Cuenta destino'],
    ['Compte débité', 'Compte crédité'],
    ['Avsändarkonto', 'Mottagarkonto'],
    ['Rachunek nadawcy', 'Rachunek odbiorcy'],
    ['Account A', 'Account B'],
  ])('%s and %s', async (one, other) => {
    const { entries, asks } = await readGuessed(table(one, other))
    expect(entries.map(({ counterpartyIban }) => counterpartyIban)).toEqual([payer, payee])
    expect(asks).toEqual([])
  })

  test('names in the other order', async () => {
    const { entries } = await readGuessed(`Date,Description,To account,From account,Amount,Currency
2026-03-27,Direct deposit Paper,${own},${payer},2310.00,EUR
2026-03-31,Card payment Energy,${payee},${own},-85.10,EUR
`)
    expect(entries.map(({ counterpartyIban }) => counterpartyIban)).toEqual([payer, payee])
  })
})

test('if either number may be our own, names decide, and without them a person is asked', async () => {
  const same = (one: string, other: string) => table(one, other).replace(payee, payer)
  const named = await readGuessed(same('From account', 'To account'))
  expect(named.entries.map(({ counterpartyIban }) => counterpartyIban)).toEqual([payer, payer])
  expect(named.asks).toEqual([])
  const unnamed = await readGuessed(same('Account A', 'Account B'))
  expect(unnamed.asks).toContain('counterpartyIban')
  const known = { ...unknownOwner, currencies: new Map([[own, 'EUR']]) }
  const { entries } = await readGuessed(same('Account A', 'Account B'), known)
  expect(entries.map(({ counterpartyIban }) => counterpartyIban)).toEqual([payer, payer])
})

test('signs that contradict the names of the columns are asked about', async () => {
  const { asks } = await readGuessed(table('To account', 'From account'))
  expect(asks).toContain('counterpartyIban')
})

test('numbers that are no IBANs are not taken for several accounts of our own', async () => {
  const { mapping, entries } = await readGuessed(
    `Dato;Beskrivelse;Fra konto;Til konto;Beløp;Valuta
27.03.2026;Lønn Papir AS;15061234567;12051112223;2310,00;NOK
31.03.2026;Varekjøp;12051112223;60011234567;-85,10;NOK
`,
    { ...unknownOwner, currency: 'NOK' },
  )
  expect(mapping.columns.accountIban).toBeUndefined()
  expect(entries).toHaveLength(2)
})

test('the only account in all rows of money in, under the name of a payee, is asked about and not read', async () => {
  const { entries, asks } = await readGuessed(`Date,Description,To account,Amount,Currency
2026-03-27,Direct deposit Paper,${own},2310.00,EUR
2026-03-31,Card payment Energy,${payee},-85.10,EUR
`)
  expect(entries.map(({ counterpartyIban }) => counterpartyIban)).toEqual([null, payee])
  expect(asks).toEqual(['counterpartyIban'])
})

const requests = (rows: string) => `ID,Datetime,Type,Status,Note,From,To,Amount (total)\n${rows}`

describe('our own name among payers and payees', () => {
  test('is known by being in every row, so that whoever asked for money is not taken for its payer', async () => {
    const text = requests(`101,2026-03-02T09:00:00,Payment,Complete,Rent,Ada Miller,Bo Larsen,- $220.00
102,2026-03-05T09:00:00,Charge,Complete,Pizza,Ada Miller,Cleo Stone,+ $12.50
103,2026-03-09T09:00:00,Charge,Complete,Gas,Bo Larsen,Ada Miller,- $35.10
104,2026-03-12T09:00:00,Payment,Complete,Trip,Cleo Stone,Ada Miller,+ $48.00
`)
    const { entries, mapping, asks } = await readGuessed(text)
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([
      'Bo Larsen',
      'Cleo Stone',
      'Bo Larsen',
      'Cleo Stone',
    ])
    expect(mapping.words?.own).toEqual(['Ada Miller'])
    expect(asks).not.toContain('payerName')
  })

  test('is asked about if it is in two rows only', async () => {
    const text = requests(`101,2026-03-02T09:00:00,Payment,Complete,Rent,Ada Miller,Bo Larsen,- $220.00
102,2026-03-05T09:00:00,Charge,Complete,Pizza,Ada Miller,Cleo Stone,+ $12.50
`)
    const { entries, asks } = await readGuessed(text)
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual(['Bo Larsen', 'Cleo Stone'])
    expect(asks).toContain('payerName')
  })

  test('is known from the workspace', async () => {
    const text = requests(`101,2026-03-02T09:00:00,Charge,Complete,Pizza,ADA MILLER,Cleo Stone,+ $12.50
102,2026-03-05T09:00:00,Charge,Complete,Pizza,Ada Miller,Cleo Stone,+ $14.50
103,2026-03-09T09:00:00,Payment,Complete,Rent,Ada Miller,Bo Larsen,- $220.00
`)
    const owner = { iban: null, currency: 'USD', currencies: new Map(), names: ['Ada Miller'] }
    const { entries } = await readGuessed(text, owner)
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([
      'Cleo Stone',
      'Cleo Stone',
      'Bo Larsen',
    ])
  })

  test('is asked about if a name is on both sides and none is in every row', async () => {
    const text = requests(`101,2026-03-02T09:00:00,Charge,Complete,Pizza,Me,Cleo Stone,+ $12.50
102,2026-03-05T09:00:00,Payment,Complete,Trip,Bo Larsen,Ada M.,+ $48.00
103,2026-03-09T09:00:00,Payment,Complete,Rent,Me,Bo Larsen,- $220.00
`)
    const { asks } = await readGuessed(text)
    expect(asks).toContain('payerName')
  })

  test('is not the only payer of a few payments', async () => {
    const text = `Buchungsdatum;Betrag;Währung;Auftraggebername;Empfängername;Verwendungszweck
15.03.2026;120,00;EUR;Papier GmbH;Ada Miller;Rechnung 7
18.03.2026;240,00;EUR;Papier GmbH;Miller, Ada;Rechnung 8
19.03.2026;-5,00;EUR;;;Entgelt Kontoführung
`
    const { entries } = await readGuessed(text)
    expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([
      'Papier GmbH',
      'Papier GmbH',
      null,
    ])
  })
})

describe('several accounts of the holder in one table', () => {
  test('are told apart by their names, and a person is asked', async () => {
    const text = `Date,Name,Amount,Category,Account,Notes
2026-03-02,Corner shop,-12.40,Food,Everyday,Milk
2026-03-03,Power company,-85.10,Bills,Savings,March
2026-03-05,Corner shop,-7.90,Food,Everyday,Bread
2026-03-09,Cinema,-11.00,Fun,Everyday,Film
`
    const { mapping, asks } = await readGuessed(text)
    expect(mapping.columns.accountIban).toBe(4)
    expect(mapping.columns.counterpartyIban).toBeUndefined()
    expect(asks).toContain('accountIban')
  })

  test('are told apart by the product of a wallet', async () => {
    const text = `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2026-03-01 08:00:00,2026-03-01 08:00:04,Top-up,500.00,0.00,EUR,COMPLETED,500.00
CARD_PAYMENT,Current,2026-03-03 06:44:16,2026-03-03 13:57:52,Stationery,-39.00,0.00,EUR,COMPLETED,461.00
REWARD,Savings,2026-01-19 21:00:30,2026-01-20 07:01:53,Interest,0.17,0.00,EUR,COMPLETED,0.17
TRANSFER,Savings,2026-01-21 11:10:43,2026-01-21 11:10:43,To current,-0.17,0.00,EUR,COMPLETED,0.00
`
    const { mapping, asks } = await readGuessed(text)
    expect(mapping.columns.accountIban).toBe(1)
    expect(mapping.columns.balance).toBe(9)
    expect(asks).toEqual(['accountIban'])
  })

  test('are told apart by the number behind the name of a product', async () => {
    const text = `Data transakcji;Data zaksięgowania;Kwota;Waluta;Nadawca / odbiorca;Opis;Produkt;Typ transakcji;Saldo po transakcji
2026-03-10;2026-03-11;-70,00;PLN;Zofia Lis;Spłata karty;Konto Osobiste 10203040506070809010111213;Przelew wychodzący;930,00
2026-03-10;2026-03-10;70,00;PLN;Zofia Lis;Spłata karty;Rachunek przypisany do wielu kart kredytowych 90807060504030201090807060;Spłata karty;0,00
`
    const { mapping, asks } = await readGuessed(text)
    expect(mapping.columns.accountIban).toBe(6)
    expect(asks).toContain('accountIban')
    const { heads } = await readWith(csvReader(mapping), text)
    expect(heads.map(({ account }) => account.otherId)).toEqual([
      'Konto Osobiste 10203040506070809010111213',
      'Rachunek przypisany do wielu kart kredytowych 90807060504030201090807060',
    ])
  })

  test('are not the products of one account', async () => {
    const text = `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2026-03-01 08:00:00,2026-03-01 08:00:04,Top-up,500.00,0.00,EUR,COMPLETED,500.00
CARD_PAYMENT,Current,2026-03-03 06:44:16,2026-03-03 13:57:52,Stationery,-39.00,0.00,EUR,COMPLETED,461.00
`
    const { mapping, asks } = await readGuessed(text)
    expect(mapping.columns.accountIban).toBeUndefined()
    expect(asks).toEqual([])
  })
})

test('names of payers and payees are told apart from each other and from tax numbers', async () => {
  const text = `Cuenta,Fecha,Descripción,Cargo/Abono,Importe,Saldo,Nombre Beneficiario,Nombre Ordenante,RFC Beneficiario
0123456789,13/03/2026,TRANSFERENCIA,+,400.00,1400.00,Papelera Norte SA,Ana Torres,PNO160223SP0
0123456789,14/03/2026,PAGO,-,139.00,1261.00,Carlos Ruiz,Papelera Norte SA,
0123456789,15/03/2026,TRANSFERENCIA,+,150.00,1411.00,Papelera Norte SA,Luis Vega,PNO160223SP0
`
  const { entries } = await readGuessed(text)
  expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual([
    'Ana Torres',
    'Carlos Ruiz',
    'Luis Vega',
  ])
})

describe('accounts under a name that does not say whose they are', () => {
  const table = (balances: readonly string[]) => `Data;Opis;Rachunek;Kwota;Waluta;Saldo
2026-03-10;Papier;PL61109010140000071219812874;-10,00;PLN;${balances[0]}
2026-03-11;Pensja;PL27114020040000300201355387;100,00;PLN;${balances[1]}
2026-03-12;Obiad;PL92249010570000990072858653;-5,00;PLN;${balances[2]}
2026-03-13;Energia;PL61109010140000071219812874;-20,00;PLN;${balances[3]}
2026-03-14;Zwrot;PL27114020040000300201355387;7,00;PLN;${balances[4]}
`

  test('are those of the other parties if the balance follows over all of them', async () => {
    const { mapping, asks } = await readGuessed(table(['90,00', '190,00', '185,00', '165,00', '172,00']))
    expect(mapping.columns).toMatchObject({ counterpartyIban: 2, balance: 5 })
    expect(mapping.columns.accountIban).toBeUndefined()
    expect(asks).toEqual([])
  })

  test('are the holder’s if each has a balance', async () => {
    const { mapping, asks } = await readGuessed(table(['90,00', '500,00', '30,00', '70,00', '507,00']))
    expect(mapping.columns).toMatchObject({ accountIban: 2, balance: 5 })
    expect(asks).toEqual(['accountIban'])
  })
})

test('a person is asked about accounts in the place of names', async () => {
  const { asks } = await readGuessed(`Date;Contrepartie;Détails;Montant;Devise;Solde
13/03/2026;PAIEMENT PAR CARTE;Papier;-10,00;EUR;90,00
14/03/2026;DE89370400440532013000;Loyer;-20,00;EUR;70,00
15/03/2026;PAIEMENT PAR CARTE;Café;-5,00;EUR;65,00
`)
  expect(asks).toEqual(['counterpartyName'])
})

test('an account between the name and the bank of the other party is asked about if it is always the same', async () => {
  const table = (bank: string) => `Buchung;Sender / Empfänger;IBAN;${bank};Text;Betrag;Währung;Saldo
13.03.2026;Papier im Netz;DE89370400440532013000;COBADEFF;Stifte;-10,00;EUR;90,00
14.03.2026;Bücher im Netz;DE89370400440532013000;COBADEFF;Roman;-20,00;EUR;70,00
15.03.2026;Kino im Netz;DE89370400440532013000;COBADEFF;Film;-5,00;EUR;65,00
`
  const { mapping, asks } = await readGuessed(table('BIC / BLZ'))
  expect(mapping.columns.accountIban).toBeUndefined()
  expect(mapping.columns.counterpartyIban).toBe(2)
  expect(asks).toEqual(['counterpartyIban'])
})
