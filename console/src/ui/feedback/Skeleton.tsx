/** Placeholders for content that is loading, in its size, so that nothing jumps. */

import { classes } from '../classes.ts'
import styles from './Skeleton.module.css'

/** Widths depend on the position and are not random: a redrawn skeleton must look the same. */
const widths = [styles.w3, styles.w2, styles.w4, styles.w1, styles.w2]

const shapes = {
  text: styles.text,
  title: styles.title,
  stat: styles.stat,
  chart: styles.chart,
  card: styles.card,
}

export const Skeleton = ({ shape = 'text' }: { shape?: keyof typeof shapes }) => (
  <span className={classes(styles.skeleton, shapes[shape])} aria-hidden="true" data-loading />
)

interface SkeletonTableProps {
  rows?: number
  columns?: number
  label?: string
}

export function SkeletonTable({ rows = 8, columns = 5, label = 'Loading' }: SkeletonTableProps) {
  return (
    <div role="status" aria-label={label}>
      {range(rows).map(row => (
        <div className={styles.row} key={row}>
          {range(columns).map(column => (
            <span
              key={column}
              className={classes(styles.skeleton, styles.text, widths[(row + column * 2) % widths.length])}
              aria-hidden="true"
              data-loading
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index)
