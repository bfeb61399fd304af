/** Numbers and kinds next to amounts that look like money or like a side, and are neither. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

describe('the accounts of a journal are no amounts, under', () => {
  test.each([
    ['KtSoll', 'KtHaben'],
    ['Konto Soll', 'Konto Haben'],
    ['Cpt_debit', 'Cpt_credit'],
    ['Debit account', 'Credit account'],
  ])('%s and %s', async (debit, credit) => {
    const { money, asks } = await readGuessed(`Datum;Text;${debit};${credit};Betrag
28.03.2026;Buchladen;6583;;85,10
29.03.2026;Papier;;1213;2310,00
`)
    expect(money).toEqual(['2026-03-28 -85.10', '2026-03-29 -2310.00'])
    expect(asks).toContain('sign')
  })

  test('but columns of debits and credits are', async () => {
    const { money } = await readGuessed(`Datum;Text;Soll;Haben
28.03.2026;Buchladen;85,10;
29.03.2026;Papier;;2310,00
`)
    expect(money).toEqual(['2026-03-28 -85.10', '2026-03-29 +2310.00'])
  })
})

const sales = (name: string) => `Date,Kind,${name},Total
2026-03-28,Sale,DEBIT,85.10
2026-03-29,Payout,,40.00
2026-03-30,Sale,DEBIT,12.00
`

test('a word for one side under a name that is not known may be a kind of card, and is asked about', async () => {
  expect((await readGuessed(sales('Run with'))).asks).toContain('side')
})

test('under the name of a side it is not asked about', async () => {
  const { asks, money } = await readGuessed(sales('Debit/Credit'))
  expect(asks).not.toContain('side')
  expect(money).toEqual(['2026-03-28 -85.10', '2026-03-29 +40.00', '2026-03-30 -12.00'])
})

test('an amount under a name that nobody knows counts before that of a purchase abroad', async () => {
  const text = `Date,Text,Foreign amount,Qwrtz
2026-03-30,Book Shop London,-70.00,-85.10
2026-03-27,Paper GmbH,2310.00,2310.00
`
  const { mapping, asks } = await readGuessed(text)
  expect(mapping.columns.amount).toBe(3)
  expect(asks).toContain('amount')
})
