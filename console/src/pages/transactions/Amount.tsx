/** The amount of a transaction: signed, green for money in, faint if no money moved in the end. */
import { undoneStatuses } from '../../../../src/contract/console/listWords.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { formatSided } from '../../format/money.ts'
import { classes } from '../../ui/classes.ts'
import text from '../../ui/text/text.module.css'
import styles from './Amount.module.css'

const directions = { credit: 'Money in', debit: 'Money out' } as const
const undone: readonly Transaction['status'][] = undoneStatuses

interface AmountProps {
  transaction: Transaction
  /** As the figure that a drawer is about. */
  large?: boolean
}

export function Amount({ transaction, large }: AmountProps) {
  const { amount, currency, side, status } = transaction
  const moved = !undone.includes(status)
  return (
    <span
      className={classes(
        text.num,
        moved ? side === 'credit' && text.numIn : styles.undone,
        large && text.numLarge,
      )}
    >
      <span className={text.visuallyHidden}>{side ? directions[side] : 'Direction unknown'} </span>
      {formatSided(amount, currency, side)}
    </span>
  )
}
