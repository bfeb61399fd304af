/** The head of every page. It sets the tab's title, and takes the focus after navigation. */
import { type ReactNode, useEffect, useRef } from 'react'
import { hasNavigated } from '../../router.tsx'
import layout from './layout.module.css'
import styles from './PageHeader.module.css'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const heading = usePageTitle(title)
  return (
    <header className={styles.head}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={layout.row}>{actions}</div>}
    </header>
  )
}

/** In its place until the page is there, without a heading, which takes the focus when it comes. */
export const PageHeaderWaiting = ({ title }: { title: string }) => (
  <div className={styles.head} aria-hidden="true">
    <span className={styles.waiting}>{title}</span>
  </div>
)

/** For pages with a custom head: put the ref on the h1, with tabIndex -1. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Florin`
  }, [title])
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
