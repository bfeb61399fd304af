/**
 * Which way money moved in each row of a table that writes its amounts without any sign: the balance after it is higher
 * or lower than the one before. Nothing is guessed: a row has a side only if a single one fits.
 */
import type { Signed } from '../../../domain/money/decimal.ts'

export type Side = 'credit' | 'debit'

export interface UnsignedRow {
  line: number
  /** Null for a line that only has a balance, such as the opening one. */
  amount: Signed | null
  /** The balance after it; null if the row does not say. */
  balance: Signed | null
  day: string | null
}

/** The sides by the lines of rows. */
export type Sides = ReadonlyMap<number, Side>

/** What the balances say about the rows of one account, and about its oldest row what a person says. */
export function sidesByBalance(rows: readonly UnsignedRow[], oldest: Side | undefined): Sides {
  const counted = rows.map(row => ({ ...row, units: unitsOf(row.amount), total: unitsOf(row.balance) }))
  const found = ordersOf(counted).map(order => sidesIn(order, oldest))
  const most = Math.max(0, ...found.map(({ proven }) => proven))
  const [first, ...others] = found.filter(({ proven }) => proven === most)
  if (first === undefined) return new Map()
  // Two orders that are as good must say the same about a row.
  return new Map(
    [...first.sides].filter(([line, side]) => others.every(({ sides }) => sides.get(line) === side)),
  )
}

interface Counted extends UnsignedRow {
  units: bigint
  total: bigint
}

const scale = 20

function unitsOf(money: Signed | null): bigint {
  if (money === null) return 0n
  const [whole = '0', places = ''] = money.amount.split('.')
  const units = BigInt(whole + places.slice(0, scale).padEnd(scale, '0'))
  return money.negative ? -units : units
}

/** The oldest row first: as in the file, the other way round, or only by the day. */
function ordersOf(rows: readonly Counted[]): Counted[][] {
  const reversed = [...rows].reverse()
  const isSorted = (order: readonly Counted[]) => {
    const days = order.flatMap(({ day }) => day ?? [])
    return days.every((day, at) => at === 0 || (days[at - 1] ?? '') <= day)
  }
  const sorted = [[...rows], reversed].filter(isSorted)
  // A line with a balance only has no day, and its place.
  if (rows.some(({ day }) => day === null)) return sorted.length > 0 ? sorted : [[...rows], reversed]
  const byDay = (order: readonly Counted[]) =>
    [...order].sort((one, other) => (one.day ?? '').localeCompare(other.day ?? ''))
  return [...sorted, byDay(rows), byDay(reversed)]
}

interface FoundSides {
  sides: Map<number, Side>
  proven: number
}

function sidesIn(order: readonly Counted[], oldest: Side | undefined): FoundSides {
  const sides = new Map<number, Side>()
  let proven = 0
  let before: bigint | null = null
  let open: Counted[] = []
  for (const row of order) {
    open.push(row)
    if (row.balance === null) continue
    const moved = open.filter(({ units }) => units !== 0n)
    if (before === null && moved.length === 1 && oldest !== undefined) sides.set(moved[0]?.line ?? 0, oldest)
    const solved = before === null ? null : onlySolution(moved, row.total - before)
    for (const [line, side] of solved ?? []) sides.set(line, side)
    proven += solved?.length ?? 0
    before = row.total
    open = []
  }
  // Nothing moved there, whichever side it has.
  for (const { line, amount, units } of order) if (amount !== null && units === 0n) sides.set(line, 'credit')
  return { sides, proven }
}

/** Rows between two balances. With more, several solutions are likely and looking for them takes long. */
const openMax = 10

/** The sides with which the rows make this change; null unless only one solution does. */
function onlySolution(rows: readonly Counted[], change: bigint): [number, Side][] | null {
  if (rows.length > openMax) return null
  let found: [number, Side][] | null = null
  for (let bits = 0; bits < 2 ** rows.length; bits += 1) {
    let sum = 0n
    for (const [at, { units }] of rows.entries()) sum += isIn(bits, at) ? units : -units
    if (sum !== change) continue
    if (found !== null) return null
    found = rows.map(({ line }, at) => [line, isIn(bits, at) ? 'credit' : 'debit'])
  }
  return found
}

const isIn = (bits: number, at: number): boolean => Math.floor(bits / 2 ** at) % 2 === 1
