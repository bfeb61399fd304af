/** The layout of the sign-in and link pages: the form and, if there is room, a line about Florin beside it. */
import { type ReactNode, useEffect } from 'react'
import { classes } from '../../ui/classes.ts'
import { Brand } from '../../ui/text/Mark.tsx'
import styles from './AuthLayout.module.css'

interface AuthLayoutProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

export function AuthLayout({ title, description, children }: AuthLayoutProps) {
  // The heading does not take the focus here: the first field of the form does.
  useEffect(() => {
    document.title = `${title} · Florin`
  }, [title])
  return (
    <div className={styles.auth}>
      <main className={styles.main}>
        <div className={styles.box}>
          <p className={styles.brand}>
            <Brand />
          </p>
          <header className={styles.head}>
            <h1>{title}</h1>
            {description && <p className={styles.description}>{description}</p>}
          </header>
          {children}
        </div>
      </main>
      <aside className={styles.aside} aria-label="About Florin">
        <Coins />
        <p className={styles.line}>Every company’s accounts, transactions, bills and payees.</p>
        <p className={classes(styles.line, styles.lineQuiet)}>One exact API, on your own servers.</p>
      </aside>
    </div>
  )
}

const rings = [60, 104, 148, 192, 236, 280, 324, 368, 412, 456]

const Coins = () => (
  <svg className={styles.coins} viewBox="0 0 600 600" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
    {rings.map(radius => (
      <circle key={radius} cx="470" cy="170" r={radius} />
    ))}
    <path d="M497 128c-20-6-31 3-34 22l-9.500 48c-3 17-12 23-26.500 18M439 166h49" />
  </svg>
)
