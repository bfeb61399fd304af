import { describe, expect, it } from 'vitest'
import { balanceHistory } from '../../src/domain/balanceHistory.ts'

const sums = [
  { day: '2026-01-02', sum: '10.00' },
  { day: '2026-01-05', sum: '-4.00' },
  { day: '2026-01-09', sum: '1.50' },
]

describe('The history of a balance', () => {
  it('counts back from the first known balance and on from the last', () => {
    expect(balanceHistory([{ day: '2026-01-05', balance: '106.00' }], sums)).toEqual({
      points: [
        { day: '2026-01-02', balance: '110.00', isFixed: false },
        { day: '2026-01-05', balance: '106.00', isFixed: true },
        { day: '2026-01-09', balance: '107.50', isFixed: false },
      ],
      gaps: [],
    })
  })

  it('has no gap where the entries lead from one known balance to the next', () => {
    const fixed = [
      { day: '2026-01-01', balance: '100.00' },
      { day: '2026-01-09', balance: '107.5' },
    ]
    const { points, gaps } = balanceHistory(fixed, sums)
    expect(gaps).toEqual([])
    expect(points.map(({ day, balance, isFixed }) => [day, balance, isFixed])).toEqual([
      ['2026-01-01', '100.00', true],
      ['2026-01-02', '110.00', false],
      ['2026-01-05', '106.00', false],
      ['2026-01-09', '107.5', true],
    ])
  })

  it('names the gap where entries are missing, and goes on from the known balance', () => {
    const fixed = [
      { day: '2026-01-01', balance: '100.00' },
      { day: '2026-01-06', balance: '90.00' },
    ]
    const { points, gaps } = balanceHistory(fixed, sums)
    expect(gaps).toEqual([{ fromDay: '2026-01-01', toDay: '2026-01-06', difference: '-16.00' }])
    expect(points.at(-1)).toEqual({ day: '2026-01-09', balance: '91.50', isFixed: false })
  })

  it('is empty if no balance is known', () => {
    expect(balanceHistory([], sums)).toEqual({ points: [], gaps: [] })
  })
})
