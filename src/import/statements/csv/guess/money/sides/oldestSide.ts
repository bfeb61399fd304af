/** Amounts without signs whose sides the balances show, and what is asked about them. */
import type { Doubt } from '../../guess.ts'
import type { MoneyReading, MoneyTable } from '../moneyReading.ts'
import { directionIn } from './directionWords.ts'

const comparedMin = 4

/** No balance shows the side of the oldest row, unless there is one before it. */
export function oldestAsked(
  reading: MoneyReading,
  { shape }: MoneyTable,
): { reading: MoneyReading; doubts: Doubt[] } {
  const { trial, layout } = reading
  const why = 'no amount has a sign; the balances show which entries are money in'
  if (trial.unreadable === 0) {
    const doubts =
      trial.hasDays && trial.compared >= comparedMin
        ? []
        : [{ at: 'sign' as const, reason: `${why}; are they?` }]
    return { reading, doubts }
  }
  const known = new Set(trial.entries.map(({ line }) => line))
  const row = shape.entries.find(({ line }) => !known.has(line))
  const oldest = directionIn(row?.cells.join(' ; ') ?? '') === 'in' ? 'credit' : 'debit'
  const reason = `${why}, except the oldest in line ${row?.line ?? 1}; is it money ${oldest === 'credit' ? 'in' : 'out'}?`
  return { reading: { ...reading, layout: { ...layout, oldest } }, doubts: [{ at: 'sign', reason }] }
}
