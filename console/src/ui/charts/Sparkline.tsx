/** A small line chart beside a figure. Its label has the values. */
import { ratio, scaled } from '../../format/decimal.ts'
import styles from './Sparkline.module.css'

interface SparklineProps {
  /** What it shows, with its first and last value in words. */
  label: string
  /** Decimal text, oldest first. */
  values: readonly string[]
}

const width = 120
const height = 32
const inset = 2

export function Sparkline({ label, values }: SparklineProps) {
  const { values: all } = scaled(values)
  const low = all.reduce((least, value) => (value < least ? value : least), all[0] ?? 0n)
  const high = all.reduce((most, value) => (value > most ? value : most), all[0] ?? 0n)
  const points = all.map((value, index) => {
    const x = inset + (index * (width - 2 * inset)) / Math.max(all.length - 1, 1)
    const part = high === low ? 0.5 : ratio(value - low, high - low)
    return `${x.toFixed(1)},${(height - inset - part * (height - 2 * inset)).toFixed(1)}`
  })
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
