/** Surfaces: a card with a heading, and a single figure. */
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface CardProps {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  /** The content reaches the edges of the card, as tables do. */
  flush?: boolean
  children: ReactNode
}

export function Card({ title, description, actions, flush, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes('card', flush && 'card-flush')} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="card-head">
          <div>
            <h2 id={id}>{title}</h2>
            {description && <p className="muted">{description}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  )
}

interface StatProps {
  label: string
  value: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** One figure with its name; `children` for a sparkline or a link below. */
export function Stat({ label, value, note, children }: StatProps) {
  return (
    <div className="stat">
      <p className="stat-label">{label}</p>
      <p className="stat-value">{value}</p>
      {note && <p className="stat-note">{note}</p>}
      {children}
    </div>
  )
}

export const StatRow = ({ children }: { children: ReactNode }) => <div className="stat-row">{children}</div>
