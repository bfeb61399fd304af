/** Requests per day and outcome, as bars or as a table. */
import { useMemo, useState } from 'react'
import type { Usage } from '../../../../src/contract/console/usage.ts'
import { formatDay } from '../../format/date.ts'
import { formatCount } from '../../format/money.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
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
    <div className="stack usage">
      <div className="row-spread">
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
    <p className="status-counts">
      <span>
        <strong className="num">{formatCount(totalOf(usage.requests))}</strong> requests
      </span>
      {byStatus(usage.requests).map(({ status, count }) => (
        <span key={status} className="muted">
          <code>{status}</code> <span className="num">{formatCount(count)}</span>
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
      cell: ({ counts }) => <span className="num">{formatCount(counts[index] ?? 0)}</span>,
    }),
  ),
  {
    header: 'All',
    align: 'end',
    cell: ({ total }) => <span className="num strong">{formatCount(total)}</span>,
  },
]
