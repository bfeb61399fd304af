/** A table with payers and without payees: whose name is it where money goes out? */
import { expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const table = (refunded: string) => `Date completed,Type,Description,Payer,Amount,Currency,Balance
2026-03-27,TRANSFER,Pay,Paper Ltd,2310.00,EUR,2410.00
2026-03-28,CARD,Books,Ann Lee,-85.10,EUR,2324.90
2026-03-29,REFUND,Books,${refunded},40.00,EUR,2364.90
`

test('a payer of money out who is also that of money in is asked about', async () => {
  expect((await readGuessed(table('ANN LEE'))).asks).toEqual(['payerName'])
})

test('payers of money in who are others are not', async () => {
  const { asks, entries } = await readGuessed(table('Book Shop'))
  expect(asks).toEqual([])
  expect(entries.map(({ counterpartyName }) => counterpartyName)).toEqual(['Paper Ltd', null, 'Book Shop'])
})
