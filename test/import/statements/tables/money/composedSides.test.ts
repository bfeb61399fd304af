/** Two columns that say the side together. */
import { describe, expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

describe('the kind of an entry says the side where its own column does not', () => {
  const trades = `Title,Type,Date,Total Amount,Buy / Sell,Quantity
Paper Inc,ORDER,2026-03-31,85.10,BUY,2
Paper Inc,ORDER,2026-03-30,43.00,SELL,1
Paper Inc,DIVIDEND,2026-03-29,1.20,,
,WITHDRAWAL,2026-03-28,50.00,,
,TOP_UP,2026-03-27,2310.00,,
`

  test('and is asked about', async () => {
    const { money, asks, mapping } = await readGuessed(trades)
    expect(money).toEqual([
      '2026-03-31 -85.10',
      '2026-03-30 +43.00',
      '2026-03-29 +1.20',
      '2026-03-28 -50.00',
      '2026-03-27 +2310.00',
    ])
    expect(mapping.columns.side).toEqual([1, 4])
    expect(asks).toContain('side')
  })

  test('but not if it says nothing in some row', async () => {
    const { mapping, asks } = await readGuessed(trades.replace('TOP_UP', 'JOURNAL'))
    expect(mapping.columns.side).toBeUndefined()
    expect(asks).toContain('sign')
  })
})

test('a refund is money in, next to rows that count as neither income nor expense', async () => {
  const { money, errors, asks } = await readGuessed(`交易时间,交易对方,商品说明,收/支,金额,交易状态
2026-03-31 10:11:12,书店,书,支出,85.10,交易成功
2026-03-30 10:11:12,书店,书,不计收支,12.00,退款成功
2026-03-29 10:11:12,纸张,工资,收入,2310.00,交易成功
2026-03-28 10:11:12,基金,转入,不计收支,50.00,交易成功
2026-03-27 10:11:12,书店,书,不计收支,7.90,交易关闭
`)
  expect(money).toEqual(['2026-03-31 -85.10', '2026-03-30 +12.00', '2026-03-29 +2310.00'])
  expect(errors).toHaveLength(1)
  expect(asks).toEqual(expect.arrayContaining(['side', 'rows']))
})
