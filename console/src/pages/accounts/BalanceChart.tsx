/** The balance by day as a line. Circles are balances that a statement or the bank states; gaps are shaded. */
import type { BalanceHistory } from '../../../../src/contract/console/accounts/balanceHistory.ts'
import { formatDay } from '../../format/date.ts'
import { ratio, scaled } from '../../format/decimal.ts'
import { formatMoney, formatMoneyCompact } from '../../format/money.ts'
import { useWidth } from '../../ui/charts/useWidth.ts'
import styles from './accounts.module.css'

const height = 160
const edge = { left: 64, right: 10, top: 10, bottom: 26 }

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

export function BalanceChart({ currency, points, gaps }: BalanceHistory) {
  const [box, width] = useWidth<HTMLElement>()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const [from, to] = [dayNumber(first.day), dayNumber(last.day)]
  const { values } = scaled(points.map(({ balance }) => balance))
  const [low, high] = values.reduce(
    ([least, most], value) => [value < least ? value : least, value > most ? value : most],
    [values[0] ?? 0n, values[0] ?? 0n],
  )
  const x = (day: string) =>
    edge.left +
    ((dayNumber(day) - from) / Math.max(1, to - from)) * Math.max(0, width - edge.left - edge.right)
  const y = (value: bigint) =>
    edge.top + (high === low ? 0.5 : 1 - ratio(value - low, high - low)) * (height - edge.top - edge.bottom)
  // A balance holds until the next entry, so the line has steps.
  const path = points
    .map(({ day }, index) => {
      const at = `${x(day).toFixed(1)} ${y(values[index] ?? 0n).toFixed(1)}`
      return index === 0 ? `M${at}` : `H${x(day).toFixed(1)}V${y(values[index] ?? 0n).toFixed(1)}`
    })
    .join('')
  const named = [values.indexOf(high), values.indexOf(low)].filter(
    (at, index, all) => all.indexOf(at) === index,
  )
  const spoken = `From ${formatMoney(first.balance, currency)} on ${formatDay(first.day)} to ${formatMoney(last.balance, currency)} on ${formatDay(last.day)}.`
  return (
    <figure className={styles.chart} ref={box}>
      <svg width={width} height={height} role="img" aria-label={`Balance by day. ${spoken}`}>
        {gaps.map(gap => (
          <rect
            key={gap.fromDay}
            className={styles.gap}
            x={x(gap.fromDay)}
            width={Math.max(2, x(gap.toDay) - x(gap.fromDay))}
            y={edge.top}
            height={height - edge.top - edge.bottom}
          />
        ))}
        {named.map(at => (
          <g key={at}>
            <line
              className={styles.axis}
              x1={edge.left}
              x2={width - edge.right}
              y1={y(values[at] ?? 0n)}
              y2={y(values[at] ?? 0n)}
            />
            <text className={styles.text} x={edge.left - 8} y={y(values[at] ?? 0n) + 4} textAnchor="end">
              {formatMoneyCompact(points[at]?.balance ?? '0', currency)}
            </text>
          </g>
        ))}
        <path className={styles.path} d={path} />
        {points.map(({ day, isFixed }, index) =>
          isFixed ? (
            <circle key={day} className={styles.fixed} cx={x(day)} cy={y(values[index] ?? 0n)} r="4" />
          ) : null,
        )}
        <text className={styles.text} x={edge.left} y={height - 6}>
          {formatDay(first.day)}
        </text>
        <text className={styles.text} x={width - edge.right} y={height - 6} textAnchor="end">
          {formatDay(last.day)}
        </text>
      </svg>
    </figure>
  )
}
