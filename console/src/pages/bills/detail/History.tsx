/** What happened to a bill: the statuses of its import, then what people did. */
import { useId } from 'react'
import type { BillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import type { BillWork, Somebody } from '../../../../../src/contract/console/bills/work.ts'
import { formatDay } from '../../../format/date.ts'
import { classes } from '../../../ui/classes.ts'
import layout from '../../../ui/layout/layout.module.css'
import { wordsOf } from '../../../ui/text/Badge.tsx'
import { Instant } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import { type Field, fieldWords } from '../document/words.ts'
import styles from './History.module.css'

interface HistoryProps {
  work: BillWork
  steps: BillDetails['steps']
}

interface Event {
  key: string
  at: string
  text: string
  by: string | null
  note: string | null
}

export function History({ work, steps }: HistoryProps) {
  const title = useId()
  const events: Event[] = [
    ...steps.map(({ status, at }) => ({
      key: status,
      at,
      text: wordsOf(status),
      by: makerOf(work.enteredBy),
      note: null,
    })),
    ...work.history.map(({ id, at, action, by, details }) => ({
      key: id,
      at,
      text: textOf(action, details),
      by: makerOf(by),
      note: typeof details.note === 'string' ? details.note : null,
    })),
  ]
  if (events.length === 0) return null
  return (
    <section className={layout.stack} aria-labelledby={title}>
      <h3 id={title}>History</h3>
      <ol className={styles.history}>
        {events.map(event => (
          <li key={event.key}>
            <span>{event.text}</span>
            <span className={classes(text.muted, text.small)}>
              {event.by && `${event.by}, `}
              <Instant value={event.at} />
            </span>
            {event.note && <span className={styles.note}>{event.note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function makerOf(by: Somebody | null): string | null {
  if (by === null) return null
  if (by.kind === 'person') return by.name ?? 'Someone'
  return by.kind === 'key' ? `Key ${by.name ?? ''}`.trim() : 'Florin'
}

function textOf(action: string, details: Record<string, unknown>): string {
  if (action === 'bill.matched') return 'Matched with a payment'
  if (action === 'bill.unmatched') return 'Match undone'
  if (action === 'bill.commented') return 'Commented'
  if (action === 'bill.fixed') {
    const names = Object.keys((details.after as object | undefined) ?? {}) as Field[]
    return `Typed: ${names.map(name => fieldWords[name] ?? name).join(', ')}`
  }
  const to = wordsOf(String(details.to ?? action))
  return typeof details.date === 'string' ? `${to}, ${formatDay(details.date)}` : to
}
