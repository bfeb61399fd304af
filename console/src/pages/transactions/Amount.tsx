/** The amount of a transaction: signed, green for money in, faint if no money moved in the end. */
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { formatSided } from '../../format/money.ts'
import { classes } from '../../ui/classes.ts'

const directions = { credit: 'Money in', debit: 'Money out' } as const
const undone: readonly Transaction['status'][] = ['rejected', 'released', 'canceled']

export function Amount({ transaction }: { transaction: Transaction }) {
  const { amount, currency, side, status } = transaction
  const moved = !undone.includes(status)
  return (
    <span className={classes('num', moved ? side === 'credit' && 'num-in' : 'num-undone')}>
      <span className="visually-hidden">{side ? directions[side] : 'Direction unknown'} </span>
      {formatSided(amount, currency, side)}
    </span>
  )
}
