/** The parts around the bars: the table for screen readers, and the legend. */

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

interface LegendProps {
  series: readonly Series[]
  /** The category that is pointed at, whose values are shown. */
  shown: number | null
  label: string | null | undefined
  format: (value: string) => string
}

/**
 * The names of the series with the values of a category, instead of a tooltip that would cover bars. Hidden from screen
 * readers: the label of each bar says the same.
 */
export function Legend({ series, shown, label, format }: LegendProps) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name, tone, values }) => (
        <li key={name}>
          <i className={classes(styles.key, toneClass(tone))} />
          {name}
          {shown !== null && <b className={text.num}>{format(values[shown] ?? '0')}</b>}
        </li>
      ))}
      {label && <li>{label}</li>}
    </ul>
  )
}
