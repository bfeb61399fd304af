/**
 * An account's balance by day. Known balances are fixed points. Between two of them, the booked entries are added up; if
 * they do not lead from one to the other, entries are missing there, and the gap is reported.
 */
import { difference, sumOf } from './money/decimal.ts'

export interface FixedPoint {
  day: string
  balance: string
}

export interface DaySum {
  day: string
  /** Credits minus debits. */
  sum: string
}

export interface HistoryPoint extends FixedPoint {
  isFixed: boolean
}

export interface Gap {
  fromDay: string
  toDay: string
  difference: string
}

/** Both lists are ascending, with one element per day. */
export function balanceHistory(
  fixed: readonly FixedPoint[],
  sums: readonly DaySum[],
): { points: HistoryPoint[]; gaps: Gap[] } {
  const [first, ...others] = fixed
  if (first === undefined) return { points: [], gaps: [] }
  const points: HistoryPoint[] = [...before(first, sums), { ...first, isFixed: true }]
  const gaps: Gap[] = []
  let last = first
  for (const next of others) {
    const { between, balance } = after(last, sums, next.day)
    points.push(...between.filter(({ day }) => day !== next.day), { ...next, isFixed: true })
    const missing = difference(next.balance, balance)
    if (!isZero(missing)) gaps.push({ fromDay: last.day, toDay: next.day, difference: missing })
    last = next
  }
  return { points: [...points, ...after(last, sums, null).between], gaps }
}

/** The entries before the first fixed point, subtracted from it. */
function before(first: FixedPoint, sums: readonly DaySum[]): HistoryPoint[] {
  const points: HistoryPoint[] = []
  let { balance } = first
  for (const { day, sum } of sums.filter(each => each.day <= first.day).toReversed()) {
    if (day < first.day) points.push({ day, balance, isFixed: false })
    balance = difference(balance, sum)
  }
  return points.toReversed()
}

function after(from: FixedPoint, sums: readonly DaySum[], until: string | null) {
  const between: HistoryPoint[] = []
  let { balance } = from
  for (const { day, sum } of sums) {
    if (day <= from.day || (until !== null && day > until)) continue
    balance = sumOf([balance, sum])
    between.push({ day, balance, isFixed: false })
  }
  return { between, balance }
}

const isZero = (decimal: string): boolean => /^-?[0.]*$/.test(decimal)
