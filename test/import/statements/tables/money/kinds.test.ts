/** Kinds of entries that say the side of amounts without signs. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

test('a transfer between withdrawals and deposits may go either way, and is an error that is asked about', async () => {
  const { money, errors, asks } = await readGuessed(`Date,Type,Payee,Amount,Currency
2026-03-31,Withdrawal,Book Shop,85.10,EUR
2026-03-30,Transfer,Savings,50.00,EUR
2026-03-27,Deposit,Paper Ltd,2310.00,EUR
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-27 +2310.00'])
  expect(errors).toHaveLength(1)
  expect(asks).toEqual(expect.arrayContaining(['side', 'rows']))
})

describe('a payment', () => {
  test('next to receipts is money out', async () => {
    const { money } = await readGuessed(`Date,Type,Name,Total
31/03/2026,Payment,Book Shop,85.10
27/03/2026,Receipt,Paper Ltd,2310.00
`)
    expect(money).toEqual(['2026-03-31 -85.10', '2026-03-27 +2310.00'])
  })

  test('next to purchases is money in', async () => {
    const { money } = await readGuessed(`Date,Type,Name,Total
31/03/2026,Purchase,Book Shop,85.10
27/03/2026,Payment,Paper Ltd,2310.00
`)
    expect(money).toEqual(['2026-03-31 -85.10', '2026-03-27 +2310.00'])
  })
})

test('amounts of expenses and of income are debits and credits', async () => {
  const { money } = await readGuessed(`Date,Account,Expense amount,Income amount,Currency,Description
2026-03-31,Cash,85.10,0,EUR,books
2026-03-27,Cash,0,2310.00,EUR,pay
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-27 +2310.00'])
})
