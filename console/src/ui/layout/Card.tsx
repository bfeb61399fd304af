/** Surfaces: a card with a heading, and a single figure. */
import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './Card.module.css'
import layout from './layout.module.css'

interface CardProps {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  /** The content reaches the edges of the card, as tables do. */
  flush?: boolean
  /** Its parts are set one below the other, with space between them. */
  stacked?: boolean
  children: ReactNode
}

export function Card({ title, description, actions, flush, stacked, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes(styles.card, flush && styles.flush)} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.head}>
          <div className={styles.title}>
            <h2 id={id}>{title}</h2>
            {description && <p className={styles.description}>{description}</p>}
          </div>
          {actions && <div className={layout.row}>{actions}</div>}
        </header>
      )}
      <div className={classes(styles.body, stacked && layout.stack)}>{children}</div>
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
    <div className={styles.stat}>
      <p className={styles.statLabel}>{label}</p>
      <p className={styles.statValue}>{value}</p>
      {note && <p className={styles.statNote}>{note}</p>}
      {children}
    </div>
  )
}

export const StatRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.stats}>{children}</div>
)
