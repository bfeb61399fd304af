/** Words for credit and debit next to columns of both: if they say the opposite, a person is asked. */
import { expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const tableOf = (...types: string[]) =>
  `Date,Type,Text,Debit,Credit
2026-03-27,${types[0]},Pay,,2310.00
2026-03-30,${types[1]},Books,23.40,
2026-03-31,${types[2]},Energy,85.10,
`

test('words that agree with the columns are not asked about', async () => {
  const { asks, money } = await readGuessed(tableOf('CREDIT', 'DEBIT', 'DEBIT'))
  expect(asks).toEqual(['currency'])
  expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-30 -23.40', '2026-03-31 -85.10'])
})

test('words that say the opposite are asked about', async () => {
  const { asks, reasons } = await readGuessed(tableOf('DEBIT', 'CREDIT', 'CREDIT'))
  expect(asks).toContain('side')
  expect(reasons.join()).toContain('"Type" says the opposite of what is read as money in and money out')
})

test('words of one side, or in a few rows, are kinds of entries', async () => {
  expect((await readGuessed(tableOf('DEBIT', 'DEBIT', 'DEBIT'))).asks).toEqual(['currency'])
  expect((await readGuessed(tableOf('CREDIT', 'CREDIT', 'DEBIT'))).asks).toEqual(['currency'])
})
