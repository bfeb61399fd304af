/**
 * Bars per category, side by side or stacked. The chart is one tab stop, and the arrow keys move between categories. Each
 * has a label with its values, and screen readers also get the figures as a table.
 */
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { hrefTo, Link, navigate } from '../../router.tsx'
import { classes } from '../classes.ts'
import text from '../text/text.module.css'
import { ChartTable, Legend, toneClass } from './ChartTable.tsx'
import { type Category, layoutOf, plotOf, type Series, size } from './chartParts.ts'
import styles from './charts.module.css'
import { useWidth } from './useWidth.ts'

interface BarChartProps {
  /** What the chart shows: "Money in and out, by month". */
  title: string
  categories: readonly Category[]
  series: readonly Series[]
  /** Values in the legend and in the table. */
  format: (value: string) => string
  /** Values at the axis; `format` by default. */
  formatAxis?: (value: string) => string
  stacked?: boolean
  /** Where a category leads, or one of its bars. */
  linkOf?: (category: number, series?: number) => string
}

export function BarChart(props: BarChartProps) {
  const { title, categories, series, format, formatAxis = format, stacked = false, linkOf } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<number | null>(null)
  const [stop, setStop] = useState(categories.length - 1)
  const svg = useRef<SVGSVGElement>(null)
  const plot = useMemo(() => plotOf(series, categories.length, stacked), [series, categories.length, stacked])
  const layout = layoutOf(width, categories.length, stacked ? 1 : series.length)

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setActive(null)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = Math.min(Math.max(stop + step, 0), categories.length - 1)
    setStop(next)
    svg.current?.querySelectorAll<SVGElement>(`.${styles.slot}`)[next]?.focus()
  }
  const labelOf = (category: Category, index: number) =>
    `${category.label}: ${series.map(({ name, values }) => `${name} ${format(values[index] ?? '0')}`).join(', ')}`

  return (
    <figure className={styles.chart}>
      <figcaption className={text.visuallyHidden}>{title}. The arrow keys move between bars.</figcaption>
      <Legend
        series={series}
        shown={active}
        label={active === null ? null : categories[active]?.label}
        format={format}
      />
      <div className={styles.box} ref={box}>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure's caption is its title, and each bar has a label */}
        <svg ref={svg} width={width} height={size.height}>
          {plot.ticks.map(({ value, at }) => (
            <g key={value}>
              <line className={styles.line} x1={size.left} x2={width} y1={layout.y(at)} y2={layout.y(at)} />
              <text className={styles.text} x={size.left - 10} y={layout.y(at) + 4} textAnchor="end">
                {formatAxis(value)}
              </text>
            </g>
          ))}
          {categories.map((category, index) => (
            <Slot
              key={category.label}
              label={labelOf(category, index)}
              linkOf={linkOf && (at => linkOf(index, at))}
              tabIndex={index === stop ? 0 : -1}
              onKeyDown={move}
              onFocus={() => setActive(index)}
              onBlur={() => setActive(null)}
              onMouseEnter={() => setActive(index)}
              onMouseLeave={() => setActive(null)}
            >
              <rect className={styles.hit} {...layout.slot(index)} rx="4" />
              {plot.bars
                .filter(bar => bar.category === index && bar.to > bar.from)
                .map(bar => (
                  <rect
                    key={bar.series}
                    className={classes(styles.bar, toneClass(series[bar.series]?.tone))}
                    data-series={bar.series}
                    {...layout.bar(bar, stacked)}
                  />
                ))}
            </Slot>
          ))}
          {/* Beside the links, whose names say the month in full. */}
          {categories.map(
            (category, index) =>
              layout.hasLabel(index) && (
                <text
                  key={category.label}
                  className={classes(styles.text, styles.below)}
                  x={layout.middle(index)}
                  y={size.height - 8}
                  textAnchor="middle"
                >
                  {category.short}
                </text>
              ),
          )}
        </svg>
      </div>
      <ChartTable title={title} categories={categories} series={series} format={format} />
    </figure>
  )
}

interface SlotProps extends Omit<ComponentProps<'g'>, 'ref'> {
  label: string
  linkOf: ((series?: number) => string) | undefined
}

/** The bars of a category: a link if there is a list behind them. A click on one bar leads to the rows of that bar. */
function Slot({ label, linkOf, children, ...rest }: SlotProps) {
  const shared = { ...rest, className: styles.slot, 'aria-label': label }
  if (!linkOf) {
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: each bar is an image with its own label
      <g {...shared} role="img">
        {children}
      </g>
    )
  }
  const follow = (event: MouseEvent) => {
    const series = (event.target as SVGElement).dataset.series
    if (series === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(hrefTo(linkOf(Number(series))))
  }
  return (
    <Link {...(shared as ComponentProps<'a'>)} to={linkOf()} onClick={follow}>
      {children}
    </Link>
  )
}
