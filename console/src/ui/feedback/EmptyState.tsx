/** Says that there is nothing here, why, and what to do next. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../text/Icon.tsx'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  icon?: IconName
  title: string
  children?: ReactNode
  /** A button or a link: the next step. */
  action?: ReactNode
}

export function EmptyState({ icon = 'search', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
