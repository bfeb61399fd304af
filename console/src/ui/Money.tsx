/** An amount in a line or a cell. */
import { formatMoney, formatSided, type Side } from '../format/money.ts'
import { classes } from './classes.ts'

interface MoneyProps {
  amount: string | null
  currency: string | null
  /** For unsigned amounts: adds the sign, and shows money in as green. */
  side?: Side
}

export function Money({ amount, currency, side }: MoneyProps) {
  if (amount === null) return <span className="muted">–</span>
  if (currency === null) return <span className="num">{amount}</span>
  const text = side === undefined ? formatMoney(amount, currency) : formatSided(amount, currency, side)
  return <span className={classes('num', side === 'credit' && 'num-in')}>{text}</span>
}
