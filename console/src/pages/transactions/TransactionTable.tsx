import { memo, useMemo } from 'react'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { StatusBadge, wordsOf } from '../../ui/Badge.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Day } from '../../ui/Time.tsx'
import { Amount } from './Amount.tsx'
import { CategoryName } from './CategoryName.tsx'
import type { TransactionNames } from './names.ts'
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
    <div className="transactions">
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
      <span className="cell-lines">
        <span className="truncate strong">{titleOf(row)}</span>
        <span className="truncate">{subtitleOf(row)}</span>
      </span>
    ),
  },
  {
    header: 'Booked',
    cell: ({ bookingDate }) =>
      bookingDate ? <Day value={bookingDate} /> : <span className="muted">{unbooked}</span>,
  },
  {
    header: 'Account',
    secondary: true,
    cell: ({ accountId, companyId }) => (
      <span className="cell-lines">
        <span className="truncate">{accounts.nameOf(accountId) ?? ''}</span>
        <span className="truncate">{companies.nameOf(companyId) ?? ''}</span>
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
        <span className="muted">–</span>
      ),
  },
  {
    header: 'Status',
    // Nearly all are booked, so only the others get a badge.
    cell: ({ status }) =>
      status === 'booked' ? (
        <span className="muted">{wordsOf(status)}</span>
      ) : (
        <StatusBadge status={status} />
      ),
  },
  { header: 'Amount', align: 'end', cell: row => <Amount transaction={row} /> },
]
