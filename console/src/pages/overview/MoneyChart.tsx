/** Money in and out by month, one currency at a time. */
import { useMemo } from 'react'
import type { Overview } from '../../../../src/contract/console/overview.ts'
import { formatMonth, formatMonthShort } from '../../format/date.ts'
import { sumOf } from '../../format/decimal.ts'
import { formatCount, formatMoney, formatMoneyCompact } from '../../format/money.ts'
import { Link } from '../../router.tsx'
import { BarChart } from '../../ui/charts/BarChart.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import layout from '../../ui/layout/layout.module.css'
import text from '../../ui/text/text.module.css'
import styles from './MoneyChart.module.css'
import overviewStyles from './overview.module.css'
import { bookedIn } from './paths.ts'

type Month = Overview['months'][number]

interface MoneyChartProps {
  overview: Overview
  companyId: string | undefined
  currency: string | undefined
  onCurrency: (currency: string) => void
}

/** More currencies than this do not fit side by side. */
const sideBySideMax = 4

/** In the order of the series. */
const sides = ['credit', 'debit'] as const

export function MoneyChart({ overview, companyId, currency, onCurrency }: MoneyChartProps) {
  const currencies = useMemo(() => currenciesOf(overview), [overview])
  const chosen = currencies.find(one => one === currency) ?? currencies[0]
  const months = useMemo(() => overview.months.filter(month => month.currency === chosen), [overview, chosen])
  const options = currencies.map(value => ({ value, label: value }))
  const choice = { label: 'Currency', options, value: chosen ?? '', onChange: onCurrency }
  return (
    <Card
      title="Money in and out"
      description="Booked in the last 12 months, excluding transfers between your own accounts."
      actions={
        currencies.length > 1 &&
        (currencies.length > sideBySideMax ? (
          <SelectField {...choice} labelHidden />
        ) : (
          <Segmented {...choice} />
        ))
      }
    >
      {chosen ? (
        <Months months={months} companyId={companyId} currency={chosen} />
      ) : (
        <EmptyState icon="transactions" title="No money moved in the last 12 months">
          Transactions are counted once the bank has booked them.
        </EmptyState>
      )}
    </Card>
  )
}

/** In the order of the totals, then currencies that have transactions but no account. */
function currenciesOf({ totals, months }: Overview): string[] {
  const moved = new Set(months.map(month => month.currency))
  return [...new Set([...totals.map(total => total.currency), ...moved])].filter(one => moved.has(one))
}

interface MonthsProps {
  months: readonly Month[]
  companyId: string | undefined
  currency: string
}

function Months({ months, companyId, currency }: MonthsProps) {
  const format = (amount: string) => formatMoney(amount, currency)
  const { categories, series, sums, own } = useMemo(() => figuresOf(months), [months])
  const [first = '', last = ''] = [months[0]?.month, months.at(-1)?.month]
  const others = { companyId, ownTransfers: 'exclude' } as const
  return (
    <div className={layout.stack}>
      <dl className={styles.sums}>
        {sums.map(({ name, sum, side }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={text.num}>
              <Link className={overviewStyles.figureLink} to={bookedIn(first, last, { ...others, side })}>
                {format(sum)}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <BarChart
        title={`Money in and out by month, in ${currency}`}
        categories={categories}
        series={series}
        format={format}
        formatAxis={amount => formatMoneyCompact(amount, currency)}
        linkOf={(index, at) => {
          const month = months[index]?.month ?? ''
          return bookedIn(month, month, { ...others, side: at === undefined ? undefined : sides[at] })
        }}
      />
      {own.count > 0 && (
        <p className={styles.leftOut}>
          Left out:{' '}
          <Link to={bookedIn(first, last, { companyId, ownTransfers: 'only' })}>
            {formatCount(own.count)} {own.count === 1 ? 'transfer' : 'transfers'} between your own accounts
          </Link>
          , {format(own.moneyIn)} in and {format(own.moneyOut)} out.
        </p>
      )}
    </div>
  )
}

function figuresOf(months: readonly Month[]) {
  const moneyIn = months.map(month => month.moneyIn)
  const moneyOut = months.map(month => month.moneyOut)
  return {
    categories: months.map(({ month }) => ({ label: formatMonth(month), short: formatMonthShort(month) })),
    series: [
      { name: 'Money in', tone: 'in' as const, values: moneyIn },
      { name: 'Money out', tone: 'out' as const, values: moneyOut },
    ],
    own: {
      count: months.reduce((sum, { ownCount }) => sum + ownCount, 0),
      moneyIn: sumOf(months.map(month => month.ownIn)),
      moneyOut: sumOf(months.map(month => month.ownOut)),
    },
    sums: [
      { name: 'In', side: 'credit' as const, sum: sumOf(moneyIn) },
      { name: 'Out', side: 'debit' as const, sum: sumOf(moneyOut) },
      { name: 'Net', side: undefined, sum: sumOf([...moneyIn, ...moneyOut.map(amount => `-${amount}`)]) },
    ],
  }
}
