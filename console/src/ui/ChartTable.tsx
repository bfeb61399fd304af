/** The parts around the bars: the table for screen readers, the legend and the tooltip. */
import type { Series } from './chartParts.ts'

interface ChartTableProps {
  title: string
  categories: readonly { label: string }[]
  series: readonly Series[]
  format: (value: string) => string
}

export function ChartTable({ title, categories, series, format }: ChartTableProps) {
  return (
    // A hidden table keeps the height of its rows, and would make the page longer without this box.
    <div className="visually-hidden">
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

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {series.map(({ name, tone }) => (
        <li key={name}>
          <i className={`chart-key chart-${tone}`} />
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
    <div className="chart-tip" aria-hidden="true" style={{ left }}>
      <strong>{label}</strong>
      {series.map(({ name, tone, values }) => (
        <span key={name}>
          <i className={`chart-key chart-${tone}`} />
          {name}
          <b className="num">{format(values[index] ?? '0')}</b>
        </span>
      ))}
    </div>
  )
}
