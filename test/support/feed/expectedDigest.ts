/** What GET /digest must return for given rows, in plain JavaScript with whole numbers. */
import { RunningDigest } from './digests.ts'

export interface DigestedRow {
  id: string
  at: string
  /** The day of its range; null for transactions without a booking date. */
  day: string | null
  /** Only for transactions. */
  money?: { currency: string; side: 'credit' | 'debit' | null; amount: string }
}

export interface ExpectedRange {
  range: string | null
  rows: number
  sums: { currency: string; credit: string; debit: string }[]
  digest: string
}

export function expectedDigest(rows: readonly DigestedRow[], by: 'month' | 'day'): ExpectedRange[] {
  const ranges = new Map<string | null, DigestedRow[]>()
  for (const row of rows) {
    const range = row.day === null || by === 'day' ? row.day : row.day.slice(0, 'YYYY-MM'.length)
    ranges.set(range, [...(ranges.get(range) ?? []), row])
  }
  return [...ranges]
    .sort(([a], [b]) => (a === null ? 1 : b === null || a < b ? -1 : 1))
    .map(([range, found]) => ({ range, ...expectedSums(found) }))
}

function expectedSums(rows: readonly DigestedRow[]): Omit<ExpectedRange, 'range'> {
  const digest = new RunningDigest()
  const currencies = new Map<string, { credit: string[]; debit: string[] }>()
  for (const { id, at, money } of rows) {
    digest.add(id, at)
    if (money === undefined) continue
    const amounts = currencies.get(money.currency) ?? { credit: [], debit: [] }
    currencies.set(money.currency, amounts)
    if (money.side !== null) amounts[money.side].push(money.amount)
  }
  const sums = [...currencies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { credit, debit }]) => ({ currency, credit: sumOf(credit), debit: sumOf(debit) }))
  return { rows: digest.rows, sums, digest: digest.digest }
}

/** With as many decimal places as the amount that has most. */
export function sumOf(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map(amount => amount.split('.')[1]?.length ?? 0))
  const units = amounts.map(amount => {
    const [whole = '', fraction = ''] = amount.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  })
  const digits = String(units.reduce((sum, each) => sum + each, 0n)).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
