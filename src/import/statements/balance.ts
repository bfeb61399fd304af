/** Checks that a statement adds up exactly: opening balance plus booked entries equals closing balance. */
import { DecimalSum } from '../../domain/money/decimal.ts'
import type { Balance, StatementPart } from './statement.ts'

export type BalanceResult =
  | { state: 'adds up' }
  /** By how much the closing balance exceeds opening balance plus entries; signed. */
  | { state: 'does not add up'; difference: string; currency: string }
  | { state: 'cannot be told'; reason: string }

/** Fed with the parts of one statement in order. */
export class BalanceCheck {
  private readonly moved = new DecimalSum()
  private opening: Balance | null = null
  private closing: Balance | null = null
  private readonly currencies = new Set<string>()

  add(part: StatementPart): void {
    if (part.kind === 'entry' && part.entry.status === 'booked') {
      const { amount, side, currency } = part.entry
      this.moved.add({ amount, negative: side === 'debit' })
      this.currencies.add(currency)
    }
    if (part.kind !== 'balance') return
    const { balance } = part
    if (balance.kind === 'opening') this.opening ??= balance
    if (balance.kind === 'closing') this.closing = balance
  }

  result(): BalanceResult {
    const { opening, closing } = this
    if (!opening || !closing) {
      return { state: 'cannot be told', reason: `it has no ${opening ? 'closing' : 'opening'} balance` }
    }
    const currencies = new Set([...this.currencies, opening.currency, closing.currency])
    if (currencies.size > 1) {
      return { state: 'cannot be told', reason: `it mixes ${[...currencies].sort().join(' and ')}` }
    }
    const difference = this.difference(opening, closing)
    if (difference.isZero() || this.difference(asWritten(opening), asWritten(closing)).isZero())
      return { state: 'adds up' }
    return { state: 'does not add up', difference: difference.toString(), currency: closing.currency }
  }

  private difference(opening: Balance, closing: Balance): DecimalSum {
    const difference = new DecimalSum()
    difference.add(signed(closing))
    difference.add({ ...signed(opening), negative: opening.side === 'credit' })
    const moved = this.moved.toString()
    difference.add({ amount: moved.replace('-', ''), negative: !moved.startsWith('-') })
    return difference
  }
}

/** Entries with many decimal places add up only to the balances as they were before they were rounded. */
const asWritten = (balance: Balance): Balance => ({ ...balance, amount: balance.written ?? balance.amount })

const signed = ({ amount, side }: Balance) => ({ amount, negative: side === 'debit' })
