/** Adds up digests and amounts, exactly. */
import type { DigestRange } from '../../contract/changes.ts'
import { sumOf } from '../../domain/money/decimal.ts'

/** The sums of a day and currency, as the database returns them. */
export interface SumsRow {
  day: string | null
  currency: string | null
  rows: number
  credit: string | null
  debit: string | null
  /** Each row's hash as two signed numbers of 64 bits, added up. */
  high: string
  low: string
  /** How many of the lower numbers were negative. */
  lowNegatives: number
}

export interface DaySums {
  rows: number
  digest: bigint
  sums: Map<string, { credit: string; debit: string }>
}

const modulus = 1n << 128n

/** PostgreSQL has no unsigned numbers. A negative one is too small by 2^64; in the upper half, that is 2^128. */
const digestOf = ({ high, low, lowNegatives }: SumsRow): bigint =>
  (BigInt(high) << 64n) + BigInt(low) + (BigInt(lowNegatives) << 64n)

export function daySums(rows: readonly SumsRow[]): Map<string | null, DaySums> {
  const days = new Map<string | null, DaySums>()
  for (const row of rows) {
    const sums = new Map(
      row.currency === null ? [] : [[row.currency, { credit: row.credit ?? '0', debit: row.debit ?? '0' }]],
    )
    add(days, row.day, { rows: row.rows, digest: digestOf(row), sums })
  }
  return days
}

function add<Key>(all: Map<Key, DaySums>, key: Key, { rows, digest, sums }: DaySums): void {
  const known = all.get(key)
  if (known === undefined) {
    all.set(key, { rows, digest, sums: new Map(sums) })
    return
  }
  known.rows += rows
  known.digest += digest
  for (const [currency, { credit, debit }] of sums) {
    const before = known.sums.get(currency) ?? { credit: '0', debit: '0' }
    known.sums.set(currency, {
      credit: sumOf([before.credit, credit]),
      debit: sumOf([before.debit, debit]),
    })
  }
}

/** The days as ranges of the wire, oldest first; the one without a date comes last. */
export function rangesOf(
  days: ReadonlyMap<string | null, DaySums>,
  {
    by,
    dateFrom = '',
    dateTo = '9999-12-31',
  }: { by: 'month' | 'day'; dateFrom?: string | undefined; dateTo?: string | undefined },
): DigestRange[] {
  const ranges = new Map<string | null, DaySums>()
  for (const [day, sums] of days) {
    if (day !== null && (day < dateFrom || day > dateTo)) continue
    add(ranges, by === 'month' && day !== null ? day.slice(0, 7) : day, sums)
  }
  return [...ranges].sort(([a], [b]) => byRange(a, b)).map(([range, sums]) => rangeOf(range, sums))
}

function byRange(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

const rangeOf = (range: string | null, { rows, digest, sums }: DaySums): DigestRange => ({
  range,
  rows,
  sums: [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { credit, debit }]) => ({ currency, credit, debit })),
  digest: (((digest % modulus) + modulus) % modulus).toString(16).padStart(32, '0'),
})
