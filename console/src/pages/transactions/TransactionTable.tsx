import { memo, useMemo } from 'react'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { classes } from '../../ui/classes.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { StatusBadge, wordsOf } from '../../ui/text/Badge.tsx'
import { Day } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { Amount } from './Amount.tsx'
import { CategoryName } from './CategoryName.tsx'
import type { TransactionNames } from './names.ts'
import styles from './TransactionTable.module.css'
import { subtitleOf, titleOf, unbooked } from './text.ts'

interface TransactionTableProps {
  rows: readonly Transaction[]
  names: TransactionNames
  busy: boolean
  onOpen: (row: Transaction) => void
}

const rowKey = ({ id }: Transaction) => id

/** Memoised: opening one of thousands of rows must not redraw all of them. */
export const TransactionTable = memo(function TransactionTable(props: TransactionTableProps) {
  const { rows, names, busy, onOpen } = props
  const columns = useMemo(() => columnsWith(names), [names])
  return (
    <div className={styles.transactions}>
      <Table
        caption="Transactions, newest booking date first"
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

const columnsWith = ({ companies, accounts, categories }: TransactionNames): Column<Transaction>[] => [
  {
    header: 'Counterparty',
    cell: row => (
      <span className={table.lines}>
        <span className={classes(text.truncate, text.strong)}>{titleOf(row)}</span>
        <span className={text.truncate}>{subtitleOf(row)}</span>
      </span>
    ),
  },
  {
    header: 'Booked',
    cell: ({ bookingDate }) =>
      bookingDate ? <Day value={bookingDate} /> : <span className={text.muted}>{unbooked}</span>,
  },
  {
    header: 'Account',
    secondary: true,
    cell: ({ accountId, companyId }) => (
      <span className={table.lines}>
        <span className={text.truncate}>{accounts.nameOf(accountId) ?? ''}</span>
        <span className={text.truncate}>{companies.nameOf(companyId) ?? ''}</span>
      </span>
    ),
  },
  {
    header: 'Category',
    secondary: true,
    cell: ({ category }) =>
      category ? (
        <CategoryName name={category.name} color={categories.colorOf(category.id)} />
      ) : (
        <span className={text.muted}>–</span>
      ),
  },
  {
    header: 'Status',
    // Nearly all are booked, so only the others get a badge.
    cell: ({ status }) =>
      status === 'booked' ? (
        <span className={text.muted}>{wordsOf(status)}</span>
      ) : (
        <StatusBadge status={status} />
      ),
  },
  { header: 'Amount', align: 'end', cell: row => <Amount transaction={row} /> },
]
