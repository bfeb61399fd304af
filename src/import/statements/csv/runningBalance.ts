/**
 * Follows the balance that a table shows after each row, whether the oldest row comes first or last. It
 * proves which column has the amount and which way money moved, and gives the statement's opening and
 * closing balance.
 */
import { fromUnits, type Signed } from '../../../domain/money/decimal.ts'

export interface BalancedRow {
  /** What the row changes: its amount and its fee. */
  changes: readonly Signed[]
  /** The balance after it; null if the row does not say. */
  balance: Signed | null
  day: string | null
  line: number
}

export interface RunningBalances {
  order: 'oldest first' | 'newest first'
  /** How many balances follow from the one before, of how many that could be compared. */
  agreeing: number
  compared: number
  /** The line of the first balance that does not follow. */
  brokenAt: number | null
  /** With a minus sign if negative. */
  opening: string
  closing: string
  from: string | null
  to: string | null
}

const scale = 20

interface Known {
  balance: bigint
  change: bigint
}

/** Fed with the booked rows of one account, in the order of the file. */
export class RunningBalance {
  #places = 0
  #firstDay: string | null = null
  #lastDay: string | null = null
  #firstKnown: Known | null = null
  #lastKnown: Known | null = null
  /** The sum of all changes before the first balance, and after the last one. */
  #before = 0n
  #after = 0n
  /** How often the day goes forward from one row to the next, and back. */
  readonly #days = { forward: 0, back: 0 }
  readonly #forward = new Agreement()
  readonly #backward = new Agreement()

  add({ changes, balance, day, line }: BalancedRow): void {
    let change = 0n
    for (const each of changes) change += this.#units(each)
    if (day !== null && this.#lastDay !== null && day !== this.#lastDay) {
      this.#days[day > this.#lastDay ? 'forward' : 'back'] += 1
    }
    this.#firstDay ??= day
    this.#lastDay = day ?? this.#lastDay
    const before = this.#lastKnown
    if (balance === null) {
      if (before === null) this.#before += change
      else this.#after += change
      return
    }
    const known = { balance: this.#units(balance), change }
    if (before !== null) {
      this.#forward.note(known.balance - before.balance, this.#after + change, line)
      this.#backward.note(before.balance - known.balance, before.change + this.#after, line)
    }
    this.#firstKnown ??= known
    this.#lastKnown = known
    this.#after = 0n
  }

  /** Null if no row has a balance. */
  result(): RunningBalances | null {
    const [first, last] = [this.#firstKnown, this.#lastKnown]
    if (first === null || last === null) return null
    const isBackward = this.#isBackward()
    const { agreeing, compared, brokenAt } = isBackward ? this.#backward : this.#forward
    const [opening, closing] = isBackward
      ? [last.balance - last.change - this.#after, first.balance + this.#before]
      : [first.balance - first.change - this.#before, last.balance + this.#after]
    const [from, to] = isBackward ? [this.#lastDay, this.#firstDay] : [this.#firstDay, this.#lastDay]
    const order = isBackward ? 'newest first' : 'oldest first'
    const texts = { opening: this.#text(opening), closing: this.#text(closing) }
    return { order, agreeing, compared, brokenAt, ...texts, from, to }
  }

  /** Sorted days decide; otherwise the order in which more balances follow. */
  #isBackward(): boolean {
    const { forward, back } = this.#days
    if (forward === 0 || back === 0) {
      if (forward !== back) return back > 0
    }
    return this.#backward.agreeing > this.#forward.agreeing
  }

  #units({ amount, negative }: Signed): bigint {
    const [whole = '0', places = ''] = amount.split('.')
    this.#places = Math.max(this.#places, Math.min(places.length, scale))
    const units = BigInt(whole + places.slice(0, scale).padEnd(scale, '0'))
    return negative ? -units : units
  }

  #text(units: bigint): string {
    return fromUnits(units / 10n ** BigInt(scale - this.#places), this.#places)
  }
}

class Agreement {
  agreeing = 0
  compared = 0
  brokenAt: number | null = null

  note(between: bigint, moved: bigint, line: number): void {
    // Rows that move nothing would agree with any sign.
    if (moved === 0n && between === 0n) return
    this.compared += 1
    if (between === moved) this.agreeing += 1
    else this.brokenAt ??= line
  }
}
