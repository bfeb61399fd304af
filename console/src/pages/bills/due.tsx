/** When a bill is due, relative to today. */
import type { Bill } from '../../../../src/contract/bills.ts'
import { daysUntil } from '../../format/date.ts'
import { formatCount } from '../../format/money.ts'
import { Badge, type Tone } from '../../ui/text/Badge.tsx'

const done: readonly Bill['status'][] = ['matched', 'paid', 'rejected', 'archived']

/** False once a payment is known or nobody will pay the bill: its due date no longer matters. */
export const isToPay = ({ status, matchedTransactionId }: Bill): boolean =>
  matchedTransactionId === null && !done.includes(status)

const soonDays = 3

export function DueBadge({ day }: { day: string }) {
  const days = daysUntil(day)
  return <Badge tone={toneOf(days)}>{dueText(days)}</Badge>
}

const toneOf = (days: number): Tone => (days < 0 ? 'bad' : days <= soonDays ? 'warning' : 'neutral')

function dueText(days: number): string {
  if (days === 0) return 'Due today'
  const count = `${formatCount(Math.abs(days))} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days < 0 ? `${count} overdue` : `In ${count}`
}
