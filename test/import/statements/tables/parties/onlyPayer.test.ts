/** A table with payers and without payees: whose name is it where money goes out? */
import { expect, test } from 'vitest'
import { euroOwner, readGuessed } from '../readGuessed.ts'

const table = (
  refunded: string,
  ...payers: string[]
) => `Date completed,Type,Description,Payer,Amount,Currency,Balance
2026-03-27,TRANSFER,Pay,Paper Ltd,2310.00,EUR,2410.00
${payers.map((payer, row) => `2026-03-28,CARD,Books,${payer},-10.00,EUR,${2400 - 10 * row}.00`).join('\n')}
2026-03-29,REFUND,Books,${refunded},40.00,EUR,${2450 - 10 * payers.length}.00
`

test('a payer of money out who is also that of money in is asked about', async () => {
  expect((await readGuessed(table('ANN LEE', 'Ann Lee', 'Ann Lee', 'Ann Lee'))).asks).toEqual(['payerName'])
})

test('the same payer of all money out is the holder', async () => {
  const { asks, entries } = await readGuessed(table('Book Shop', 'Ann Lee', 'Ann Lee', 'ANN LEE'))
  expect(asks).toEqual([])
  const names = entries.map(({ counterpartyName }) => counterpartyName)
  expect(names).toEqual(['Paper Ltd', null, null, null, 'Book Shop'])
})

test('several payers of money out are asked about, as they may be the other parties', async () => {
  const payers = ['Ann Lee', 'Ann Lee', 'Ann Lee', 'Bakery']
  expect((await readGuessed(table('Book Shop', ...payers))).asks).toEqual(['payerName'])
})

test('so is one in a few rows, unless it is known as the holder', async () => {
  const few = table('Book Shop', 'Ann Lee', 'Ann Lee')
  expect((await readGuessed(few)).asks).toEqual(['payerName'])
  expect((await readGuessed(few, { ...euroOwner, names: ['ann lee'] })).asks).toEqual([])
})
