/** Something that opens when its heading is pressed. */
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../text/Icon.tsx'
import styles from './Fold.module.css'

interface FoldProps {
  title: ReactNode
  /** Code beside the title, such as a method and a path. */
  code?: ReactNode
  /** Open from the start. */
  open?: boolean | undefined
  /** Less space around the heading, as between the parts of a card. */
  tight?: boolean | undefined
  children: ReactNode
}

export const Fold = ({ title, code, open, tight, children }: FoldProps) => (
  <details className={classes(styles.fold, tight && styles.tight)} open={open}>
    <summary>
      <Icon name="right" />
      <span>{title}</span>
      {code && <code className={styles.name}>{code}</code>}
    </summary>
    {children}
  </details>
)
