/** Of the accounts of both sides, the account's own number is never the counterparty. */
import { describe, expect, test } from 'vitest'
import { unknownOwner } from '../../../../src/import/statements/csv/guess/guess.ts'
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
