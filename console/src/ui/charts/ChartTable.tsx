/** The parts around the bars: the table for screen readers, the legend and the tooltip. */

import { classes } from '../classes.ts'
import text from '../text/text.module.css'
import type { Series } from './chartParts.ts'
import styles from './charts.module.css'

interface ChartTableProps {
  title: string
  categories: readonly { label: string }[]
  series: readonly Series[]
  format: (value: string) => string
}

export function ChartTable({ title, categories, series, format }: ChartTableProps) {
  return (
    // A hidden table keeps the height of its rows, and would make the page longer without this box.
    <div className={text.visuallyHidden}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ label }, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? '0')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const toneClasses: Record<Series['tone'], string | undefined> = {
  in: styles.in,
  out: styles.out,
  third: styles.third,
  bad: styles.bad,
}

export const toneClass = (tone: Series['tone'] | undefined) => tone && toneClasses[tone]

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name, tone }) => (
        <li key={name}>
          <i className={classes(styles.key, toneClass(tone))} />
          {name}
        </li>
      ))}
    </ul>
  )
}

interface ChartTipProps {
  label: string
  series: readonly Series[]
  index: number
  format: (value: string) => string
  left: number
}

/** Hidden from screen readers: the label of the bar says the same. */
export function ChartTip({ label, series, index, format, left }: ChartTipProps) {
  return (
    <div className={styles.tip} aria-hidden="true" style={{ left }}>
      <strong>{label}</strong>
      {series.map(({ name, tone, values }) => (
        <span key={name}>
          <i className={classes(styles.key, toneClass(tone))} />
          {name}
          <b className={text.num}>{format(values[index] ?? '0')}</b>
        </span>
      ))}
    </div>
  )
}
