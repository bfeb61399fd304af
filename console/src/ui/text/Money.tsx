/** An amount in a line or a cell. */
import { formatMoney, formatSided, type Side } from '../../format/money.ts'
import { classes } from '../classes.ts'
import text from './text.module.css'

interface MoneyProps {
  amount: string | null
  currency: string | null
  /** For unsigned amounts: adds the sign, and shows money in as green. */
  side?: Side
  /** As the figure that a drawer is about. */
  large?: boolean
}

export function Money({ amount, currency, side, large }: MoneyProps) {
  if (amount === null) return <span className={text.muted}>–</span>
  if (currency === null) return <span className={classes(text.num, large && text.numLarge)}>{amount}</span>
  const shown = side === undefined ? formatMoney(amount, currency) : formatSided(amount, currency, side)
  return (
    <span className={classes(text.num, side === 'credit' && text.numIn, large && text.numLarge)}>
      {shown}
    </span>
  )
}
