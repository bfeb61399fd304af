import type { Bill } from '../../../../src/contract/bills.ts'
import { Link } from '../../router.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Day } from '../../ui/Time.tsx'
import { DueBadge } from '../bills/due.tsx'
import { subtitleOf, supplierOf } from '../bills/text.ts'
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
      <span className="cell-lines">
        <Link className="row-link" to={pathWith('/bills', { bill: row.id })}>
          {supplierOf(row)}
        </Link>
        <span>{subtitleOf(row)}</span>
      </span>
    ),
  },
  {
    header: 'Due',
    cell: ({ dueDate }) => (
      <span className="due">
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
