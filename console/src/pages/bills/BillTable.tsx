import { memo, useMemo } from 'react'
import type { Bill } from '../../../../src/contract/bills.ts'
import { classes } from '../../ui/classes.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { StatusBadge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Day } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './BillTable.module.css'
import due from './due.module.css'
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
    <div className={styles.bills}>
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
      <span className={table.lines}>
        <span className={classes(text.truncate, text.strong)}>{supplierOf(row)}</span>
        <span className={text.truncate}>{subtitleOf(row)}</span>
      </span>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Company',
    secondary: true,
    cell: ({ companyId }) => (
      <span className={classes(text.truncate, styles.block)}>{companyOf(companyId) ?? ''}</span>
    ),
  },
  { header: 'Invoice date', secondary: true, cell: ({ invoiceDate }) => <Day value={invoiceDate} /> },
  {
    header: 'Due',
    cell: row => (
      <span className={due.due}>
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
