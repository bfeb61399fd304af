/** A notice in the flow of a page. `live` makes screen readers announce it. */
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../text/Icon.tsx'
import styles from './Notice.module.css'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const icons: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'warning',
}

const toneClasses: Record<NoticeTone, string | undefined> = {
  info: styles.info,
  success: styles.success,
  warning: styles.warning,
  danger: styles.danger,
}

interface NoticeProps {
  tone?: NoticeTone
  title?: string
  live?: boolean
  children?: ReactNode
}

export function Notice({ tone = 'info', title, live, children }: NoticeProps) {
  return (
    <div className={classes(styles.notice, toneClasses[tone])} role={live ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
