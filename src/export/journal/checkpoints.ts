/**
 * What the bank says about an account's balance, held against the sum of its booked transactions. A balance that the
 * transactions lead to becomes an assertion. Where transactions are missing, an adjustment makes up for them, so that
 * later balances can be asserted again. A balance that only the next one contradicts is left as a remark: the bank
 * dated an entry outside of its statement.
 */
import { dayBefore, isZero, minus, plus } from './exact.ts'

export interface AccountBalances {
  /** Sums of booked transactions by day, in order; debits are negative. */
  sums: readonly { day: string; net: string }[]
  statements: readonly { from: string | null; to: string; opening: string | null; closing: string }[]
  /** The balance that the bank reported last, and when; used if there is no statement. */
  reported: { day: string; balance: string } | null
}

export interface Checkpoint {
  /** All are about the end of this day. */
  day: string
  kind: 'opening' | 'assertion' | 'adjustment' | 'remark'
  /** What the bank says. */
  balance: string
  /** What is booked to get there, for an opening and an adjustment. For a remark, what is missing. */
  amount: string
}

/** More statements of one day than any bank sends. */
const openingsMax = 50

export function checkpointsOf({ sums, statements, reported }: AccountBalances): Checkpoint[] {
  const known = [...balancesByDay(statements)].sort(([one], [other]) => (one < other ? -1 : 1))
  if (known.length === 0 && reported !== null) known.push([lastDay(sums, reported.day), [reported.balance]])
  const running = runningSums(sums)
  const [first] = known
  if (first === undefined) return []
  const [firstDay, firstBalances] = first
  const amount = bestOpening(
    firstBalances.map(balance => minus(balance, running(firstDay))),
    known,
    running,
  )
  const opening = openingOf(firstDay, amount, sums)
  let base = amount
  const rest = known.flatMap(([day, balances], index): Checkpoint[] => {
    const missing = (at: number): string[] => {
      const [on, given] = known[at] ?? ['', []]
      return given.map(balance => minus(balance, plus(base, running(on))))
    }
    const differences = missing(index)
    const right = differences.findIndex(isZero)
    if (right >= 0) return [{ day, kind: 'assertion', balance: balances[right] ?? '', amount: '0' }]
    const [difference = '0'] = differences
    const balance = balances[0] ?? ''
    const stays =
      index === known.length - 1 || missing(index + 1).some(each => isZero(minus(each, difference)))
    if (stays) base = plus(base, difference)
    return [{ day, kind: stays ? 'adjustment' : 'remark', balance, amount: difference }]
  })
  // The opening itself states the balance if nothing was booked before it.
  return opening.day === firstDay ? [opening, ...rest.slice(1)] : [opening, ...rest]
}

/** Of several balances on the first day, the one that most later balances agree with. */
function bestOpening(
  amounts: readonly string[],
  known: readonly [day: string, balances: string[]][],
  running: (day: string) => string,
): string {
  const [first = '0'] = amounts
  if (amounts.length < 2) return first
  const agreeing = (amount: string) =>
    known.filter(([day, balances]) =>
      balances.some(balance => isZero(minus(balance, plus(amount, running(day))))),
    ).length
  const counted = amounts.slice(0, openingsMax).map(amount => ({ amount, days: agreeing(amount) }))
  return counted.reduce((best, each) => (each.days > best.days ? each : best)).amount
}

/** Before the first transaction, if the first known balance is not earlier. */
function openingOf(firstDay: string, amount: string, sums: AccountBalances['sums']): Checkpoint {
  const before = sums[0] === undefined ? firstDay : dayBefore(sums[0].day)
  return { day: before < firstDay ? before : firstDay, kind: 'opening', balance: amount, amount }
}

/** A day can have several balances, if statements are shorter than a day. */
function balancesByDay(statements: AccountBalances['statements']): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (day: string, balance: string) => {
    const list = found.get(day) ?? []
    found.set(day, list)
    if (!list.some(each => isZero(minus(each, balance)))) list.push(balance)
  }
  for (const { to, closing } of statements) add(to, closing)
  for (const { from, opening } of statements)
    if (from !== null && opening !== null) add(dayBefore(from), opening)
  return found
}

const lastDay = (sums: AccountBalances['sums'], day: string): string => {
  const last = sums.at(-1)?.day ?? day
  return last > day ? last : day
}

/** The sum up to the end of a day. Days are asked for in ascending order, but for one look ahead. */
function runningSums(sums: AccountBalances['sums']): (day: string) => string {
  const totals: { day: string; total: string }[] = []
  let total = '0'
  for (const { day, net } of sums) {
    total = plus(total, net)
    totals.push({ day, total })
  }
  return day => {
    let [low, high] = [0, totals.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((totals[middle]?.day ?? '') <= day) low = middle + 1
      else high = middle
    }
    return totals[low - 1]?.total ?? '0'
  }
}
