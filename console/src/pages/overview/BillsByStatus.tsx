import type { Overview } from '../../../../src/contract/console/overview.ts'
import { formatCount } from '../../format/money.ts'
import { Link } from '../../router.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { StatusBadge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import text from '../../ui/text/text.module.css'
import { billStatusOrder } from '../bills/text.ts'
import styles from './BillsByStatus.module.css'
import overview from './overview.module.css'
import { pathWith } from './paths.ts'

type Group = Overview['bills'][number]

interface StatusRow {
  status: Group['status']
  groups: Group[]
}

interface BillsByStatusProps {
  bills: readonly Group[]
  companyId: string | undefined
  busy: boolean
}

export function BillsByStatus({ bills, companyId, busy }: BillsByStatusProps) {
  const rows = billStatusOrder
    .map((status): StatusRow => ({ status, groups: bills.filter(group => group.status === status) }))
    .filter(({ groups }) => groups.length > 0)
  return (
    <Card
      title="Bills by status"
      flush
      actions={<Link to={pathWith('/bills', { companyId })}>All bills</Link>}
    >
      {rows.length > 0 ? (
        <Table
          caption="Bills by status"
          columns={columnsWith(companyId)}
          rows={rows}
          rowKey={({ status }) => status}
          busy={busy}
        />
      ) : (
        <EmptyState icon="bill" title="No bills" />
      )}
    </Card>
  )
}

const columnsWith = (companyId: string | undefined): Column<StatusRow>[] => [
  {
    header: 'Status',
    cell: ({ status }) => (
      <Link className={overview.rowLink} to={pathWith('/bills', { status, companyId })}>
        <StatusBadge status={status} />
      </Link>
    ),
  },
  {
    header: 'Bills',
    align: 'end',
    cell: ({ groups }) => formatCount(groups.reduce((sum, { count }) => sum + count, 0)),
  },
  {
    header: 'Total',
    align: 'end',
    wrap: true,
    cell: ({ groups }) => {
      const known = groups.filter(({ total }) => total !== null)
      if (known.length === 0) return <span className={text.muted}>Not read yet</span>
      return (
        <span className={styles.amounts}>
          {known.map(({ currency, total }) => (
            <Money key={currency} amount={total} currency={currency} />
          ))}
        </span>
      )
    },
  },
]
