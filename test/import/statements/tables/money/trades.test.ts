/** Trades whose amounts have no signs, or have them only for some kinds of money out. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const header = 'Action,Time,Ticker,No. of shares,Price / share,Total,Currency (Total)'

describe('kinds of trades say the side where only some money out has a minus sign', () => {
  test('and are asked about', async () => {
    const { money, asks } = await readGuessed(`${header}
Deposit,2026-03-27 10:11:12,,,,2310.00,EUR
Market buy,2026-03-28 10:11:12,PAP,2,42.55,85.10,EUR
Market sell,2026-03-30 10:11:12,PAP,1,43.00,43.00,EUR
Withdrawal,2026-03-31 10:11:12,,,,-50.00,EUR
`)
    expect(money).toEqual([
      '2026-03-27 +2310.00',
      '2026-03-28 -85.10',
      '2026-03-30 +43.00',
      '2026-03-31 -50.00',
    ])
    expect(asks).toContain('side')
  })

  test('with an account that is topped up', async () => {
    const { money } = await readGuessed(`Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency
2026-03-27T10:11:12.000Z,,CASH TOP-UP,,,2310.00,EUR
2026-03-28T10:11:12.000Z,PAP,BUY - MARKET,2,42.55,85.10,EUR
2026-03-31T10:11:12.000Z,,CUSTODY FEE,,,-1.20,EUR
`)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-28 -85.10', '2026-03-31 -1.20'])
  })

  test('but not where a kind goes both ways, as a purchase that is refunded', async () => {
    const { money } = await readGuessed(`Date,Text,Type,Amount
2026-03-27,Paper Ltd,Deposit,2310.00
2026-03-28,Books,Buy,-85.10
2026-03-31,Books,Buy,85.10
`)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-28 -85.10', '2026-03-31 +85.10'])
  })

  test('nor where a positive fee is given back', async () => {
    const { money } = await readGuessed(`Date,Text,Type,Amount
2026-03-27,Paper Ltd,Deposit,2310.00
2026-03-28,Cash,Withdrawal,-85.10
2026-03-31,Paper Bank,Fee,1.20
`)
    expect(money).toEqual(['2026-03-27 +2310.00', '2026-03-28 -85.10', '2026-03-31 +1.20'])
  })
})

test('shares that were only sold are money in, which is asked', async () => {
  const { money, asks } = await readGuessed(`Execution Date,Plan,Type,Price,Quantity,Net Amount
30-Mar-2026,Paper,Sale,$85.10,10,$851.00
31-Mar-2026,Paper,Sale,$85.20,5,$426.00
`)
  expect(money).toEqual(['2026-03-30 +851.00', '2026-03-31 +426.00'])
  expect(asks).toContain('sign')
})
