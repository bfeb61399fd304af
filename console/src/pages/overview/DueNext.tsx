import type { Bill } from '../../../../src/contract/bills.ts'
import { Link } from '../../router.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Day } from '../../ui/text/Time.tsx'
import due from '../bills/due.module.css'
import { DueBadge } from '../bills/due.tsx'
import { subtitleOf, supplierOf } from '../bills/text.ts'
import overview from './overview.module.css'
import { pathWith } from './paths.ts'

interface DueNextProps {
  bills: readonly Bill[]
  companyId: string | undefined
  busy: boolean
}

export const DueNext = ({ bills, companyId, busy }: DueNextProps) => (
  <Card title="Due next" flush actions={<Link to={pathWith('/bills', { companyId })}>All bills</Link>}>
    {bills.length > 0 ? (
      <Table caption="Bills due next" columns={columns} rows={bills} rowKey={({ id }) => id} busy={busy} />
    ) : (
      <EmptyState icon="check" title="Nothing is due">
        No unpaid bill has a due date.
      </EmptyState>
    )}
  </Card>
)

const columns: Column<Bill>[] = [
  {
    header: 'Supplier',
    wrap: true,
    cell: row => (
      <span className={table.lines}>
        <Link className={overview.rowLink} to={pathWith('/bills', { bill: row.id })}>
          {supplierOf(row)}
        </Link>
        <span>{subtitleOf(row)}</span>
      </span>
    ),
  },
  {
    header: 'Due',
    cell: ({ dueDate }) => (
      <span className={due.due}>
        <Day value={dueDate} />
        {dueDate && <DueBadge day={dueDate} />}
      </span>
    ),
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
  },
]
