/** States as small labels. The text carries the meaning; the colour only helps. */
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './Badge.module.css'

export type Tone = 'neutral' | 'good' | 'info' | 'warning' | 'bad'

const toneClasses: Record<Tone, string | undefined> = {
  neutral: styles.neutral,
  good: styles.good,
  info: styles.info,
  warning: styles.warning,
  bad: styles.bad,
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, toneClasses[tone])}>{children}</span>
}

/** The statuses of transactions, bills and keys. */
const tones: Record<string, Tone> = {
  pending: 'warning',
  booked: 'good',
  rejected: 'bad',
  released: 'info',
  canceled: 'neutral',
  new: 'info',
  processing: 'info',
  extract_failed: 'bad',
  pending_match: 'warning',
  matched: 'info',
  pending_approval: 'warning',
  approved: 'info',
  scheduled: 'info',
  paid: 'good',
  archived: 'neutral',
  active: 'good',
  expired: 'warning',
  revoked: 'neutral',
}

const names: Record<string, string> = {
  extract_failed: 'Extraction failed',
  SepaCredit: 'SEPA credit',
  SepaDirect: 'SEPA direct debit',
}

/** pending_approval → Pending approval; InternalCredit → Internal credit */
export function wordsOf(name: string): string {
  if (Object.hasOwn(names, name)) return names[name] ?? name
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={tones[status] ?? 'neutral'}>{wordsOf(status)}</Badge>
)
