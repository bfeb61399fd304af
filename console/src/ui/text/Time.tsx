/** Days and instants, with the exact value for machines. Instants have a tooltip in UTC. */
import { formatDay, formatInstant, formatRelative } from '../../format/date.ts'
import text from './text.module.css'

const none = <span className={text.muted}>–</span>

export function Day({ value }: { value: string | null }) {
  return value === null ? none : <time dateTime={value}>{formatDay(value)}</time>
}

interface InstantProps {
  value: string | null
  /** "3 min. ago" instead of the time itself. */
  relative?: boolean
  /** The text if there is no value. */
  empty?: string
}

export function Instant({ value, relative, empty }: InstantProps) {
  if (value === null) return empty ? <span className={text.muted}>{empty}</span> : none
  return (
    <time dateTime={value} title={relative ? `${formatInstant(value)} (${value})` : value}>
      {relative ? formatRelative(value) : formatInstant(value)}
    </time>
  )
}
