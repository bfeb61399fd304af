import { memo, useMemo } from 'react'
import type { Bill } from '../../../../src/contract/bills.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Day } from '../../ui/Time.tsx'
import { DueBadge, isToPay } from './due.tsx'
import { subtitleOf, supplierOf } from './text.ts'

interface BillTableProps {
  rows: readonly Bill[]
  companyOf: (id: string) => string | undefined
  busy: boolean
  onOpen: (row: Bill) => void
}

const rowKey = ({ id }: Bill) => id

/** Memoised: it is redrawn only when its rows change. */
export const BillTable = memo(function BillTable({ rows, companyOf, busy, onOpen }: BillTableProps) {
  const columns = useMemo(() => columnsWith(companyOf), [companyOf])
  return (
    <div className="bills">
      <Table
        caption="Bills, newest first"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        onOpen={onOpen}
        busy={busy}
        long
      />
    </div>
  )
})

const columnsWith = (companyOf: BillTableProps['companyOf']): Column<Bill>[] => [
  {
    header: 'Supplier',
    cell: row => (
      <span className="cell-lines">
        <span className="truncate strong">{supplierOf(row)}</span>
        <span className="truncate">{subtitleOf(row)}</span>
      </span>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Company',
    secondary: true,
    cell: ({ companyId }) => <span className="truncate cell-block">{companyOf(companyId) ?? ''}</span>,
  },
  { header: 'Invoice date', secondary: true, cell: ({ invoiceDate }) => <Day value={invoiceDate} /> },
  {
    header: 'Due',
    cell: row => (
      <span className="due">
        <Day value={row.dueDate} />
        {row.dueDate && isToPay(row) && <DueBadge day={row.dueDate} />}
      </span>
    ),
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
  },
]
