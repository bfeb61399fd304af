import type { Transaction } from '../../../../src/contract/transactions.ts'
import type { Loaded } from '../../api/useLoad.ts'
import { Link } from '../../router.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Day } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { Amount } from '../transactions/Amount.tsx'
import { subtitleOf, titleOf, unbooked } from '../transactions/text.ts'
import overview from './overview.module.css'
import { pathWith } from './paths.ts'

interface LatestProps {
  latest: Loaded<{ data: Transaction[] }>
  companyId: string | undefined
}

export const Latest = ({ latest, companyId }: LatestProps) => (
  <Card
    title="Latest transactions"
    flush
    actions={<Link to={pathWith('/transactions', { companyId })}>All transactions</Link>}
  >
    <LatestRows {...latest} />
  </Card>
)

function LatestRows({ data, error, loading, reload }: LatestProps['latest']) {
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (!data) return <SkeletonTable columns={3} label="Loading the latest transactions" />
  if (data.data.length === 0) return <EmptyState icon="transactions" title="No transactions" />
  return (
    <Table
      caption="Latest transactions"
      columns={columns}
      rows={data.data}
      rowKey={({ id }) => id}
      busy={loading}
    />
  )
}

const columns: Column<Transaction>[] = [
  {
    header: 'Counterparty',
    wrap: true,
    cell: row => (
      <span className={table.lines}>
        <Link
          className={classes(overview.rowLink, overview.clamp)}
          to={pathWith('/transactions', { transaction: row.id })}
        >
          {titleOf(row)}
        </Link>
        <span className={overview.clamp}>{subtitleOf(row)}</span>
      </span>
    ),
  },
  {
    header: 'Booked',
    cell: ({ bookingDate }) =>
      bookingDate ? <Day value={bookingDate} /> : <span className={text.muted}>{unbooked}</span>,
  },
  { header: 'Amount', align: 'end', cell: row => <Amount transaction={row} /> },
]
