/** Requests per day and outcome, as bars or as a table. */
import { useMemo, useState } from 'react'
import type { Usage } from '../../../../../src/contract/console/usage.ts'
import { formatDay } from '../../../format/date.ts'
import { formatCount } from '../../../format/money.ts'
import { BarChart } from '../../../ui/charts/BarChart.tsx'
import { classes } from '../../../ui/classes.ts'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './UsageChart.module.css'
import { byDay, byStatus, chartOf, type DayCounts, outcomeNames, totalOf } from './usageFacts.ts'

interface UsageChartProps {
  /** For example "Requests of all keys, by day". */
  title: string
  usage: Usage
}

type Look = 'chart' | 'table'

const looks = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

export function UsageChart({ title, usage }: UsageChartProps) {
  const [look, setLook] = useState<Look>('chart')
  const days = useMemo(() => byDay(usage), [usage])
  const { categories, series } = useMemo(() => chartOf(days), [days])
  const busy = days.filter(({ total }) => total > 0).reverse()
  return (
    <div className={classes(layout.stack, styles.usage)}>
      <div className={layout.rowSpread}>
        <StatusCounts usage={usage} />
        <Segmented label="Show requests as" options={looks} value={look} onChange={setLook} />
      </div>
      {look === 'chart' ? (
        <BarChart title={title} categories={categories} series={series} format={formatCount} stacked />
      ) : (
        <Table caption={title} columns={columns} rows={busy} rowKey={({ day }) => day} />
      )}
    </div>
  )
}

/** The total, and the count of each status. */
function StatusCounts({ usage }: { usage: Usage }) {
  return (
    <p className={styles.counts}>
      <span>
        <strong className={text.num}>{formatCount(totalOf(usage.requests))}</strong> requests
      </span>
      {byStatus(usage.requests).map(({ status, count }) => (
        <span key={status} className={text.muted}>
          <code>{status}</code> <span className={text.num}>{formatCount(count)}</span>
        </span>
      ))}
    </p>
  )
}

const columns: Column<DayCounts>[] = [
  { header: 'Day (UTC)', cell: ({ day }) => formatDay(day) },
  ...outcomeNames.map(
    (header, index): Column<DayCounts> => ({
      header,
      align: 'end',
      cell: ({ counts }) => <span className={text.num}>{formatCount(counts[index] ?? 0)}</span>,
    }),
  ),
  {
    header: 'All',
    align: 'end',
    cell: ({ total }) => <span className={classes(text.num, text.strong)}>{formatCount(total)}</span>,
  },
]
