/** Money of one side in a column with a known name, and the other side's under a name that nobody knows. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const register = `Date,Ref No.,Payee,Memo,Payment,Deposit,Balance
03/27/2026,,Paper Ltd,pay,,2310.00,2310.00
03/30/2026,12,Book Shop,books,85.10,,2224.90
03/31/2026,13,Bar,,12.00,,2212.90
`

test.each(['Charge,Payment', 'Purchases,Payments'])(
  '%s of a card are the two sides, which is asked',
  async names => {
    const { money, asks } = await readGuessed(`Date,Ref No.,Payee,Memo,${names}
03/30/2026,12,Book Shop,books,85.10,
03/31/2026,,Paper Bank,pay,,500.00
`)
    expect(money).toEqual(['2026-03-30 -85.10', '2026-03-31 +500.00'])
    expect(asks).toContain('credit')
  },
)

test.each([
  ['Amount Out', 'Amount In'],
  ['Decrease', 'Increase'],
  ['Uitgaven', 'Inkomsten'],
  ['Egresos', 'Ingresos'],
  ['Sorties', 'Entrées'],
])('names of money out and money in: %s and %s', async (out, into) => {
  const { money, asks } = await readGuessed(`Date,Name,Text,${out},${into},Currency
2026-03-27,Paper Ltd,pay,,2310.00,EUR
2026-03-30,Book Shop,books,85.10,,EUR
`)
  expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-30 -85.10'])
  expect(asks).toEqual([])
})

describe('the other side', () => {
  test('is no column of numbers that only these rows have', async () => {
    const { money, asks } = await readGuessed(register)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-30 -85.10', '2026-03-31 -12.00'])
    expect(asks).not.toContain('debit')
  })

  test('is asked about where another column may be it, and no balance shows which', async () => {
    const { money, asks } = await readGuessed(`Date,Folio,Payee,Memo,Payment,Deposit,Balance
03/30/2026,12,Book Shop,books,85.10,,2224.90
03/31/2026,,Paper Ltd,pay,,2310.00,4534.90
`)
    expect(money).toEqual(['2026-03-30 -85.10', '2026-03-31 +2310.00'])
    expect(asks).toContain('debit')
  })
})
