/** Says that there is nothing here, why, and what to do next. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  title: string
  children?: ReactNode
  /** A button or a link: the next step. */
  action?: ReactNode
}

export function EmptyState({ icon = 'search', title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{title}</p>
      {children && <div className="empty-text">{children}</div>}
      {action}
    </div>
  )
}
