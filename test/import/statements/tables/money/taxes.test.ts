/** What was paid includes the tax, whatever the column before it is called. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const table = (before: string, tax: string, after: string, paid = '-85.10') =>
  `Date,Vendor,${before},${tax},${after},Currency
2026-03-30,Book Shop,-71.51,-13.59,${paid},EUR
2026-03-27,Paper GmbH,1941.18,368.82,2310.00,EUR
`

describe('the amount with the tax is read where it is the sum', () => {
  test.each([
    ['Net amount', 'VAT', 'Gross amount'],
    ['Amount', 'Tax amount', 'Total amount'],
    ['Nettobetrag', 'USt', 'Bruttobetrag'],
  ])('%s, %s, %s', async (before, tax, after) => {
    const { money } = await readGuessed(table(before, tax, after))
    expect(money).toEqual(['2026-03-30 -85.10', '2026-03-27 +2310.00'])
  })
})

test('it is not if the sum differs in one row', async () => {
  const { mapping } = await readGuessed(table('Net amount', 'VAT', 'Gross amount', '-85.11'))
  expect(mapping.columns.amount).toBe(2)
})

test('a fee is no tax', async () => {
  const { mapping } = await readGuessed(table('Amount', 'Fee', 'Balance'))
  expect(mapping.columns.amount).toBe(2)
  expect(mapping.columns.fee).toBe(3)
})
