/** The columns of the list of transactions. The names are those of the exported file. */
import type { TransactionColumn } from '../../../../src/contract/console/listWords.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { classes } from '../../ui/classes.ts'
import layout from '../../ui/layout/layout.module.css'
import table from '../../ui/tables/Table.module.css'
import type { Column } from '../../ui/tables/Table.tsx'
import { StatusBadge, wordsOf } from '../../ui/text/Badge.tsx'
import { Day } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import type { UsualColumns } from '../lists/work/useColumns.ts'
import { Amount } from './Amount.tsx'
import type { TransactionNames } from './names.ts'
import { subtitleOf, titleOf, unbooked } from './text.ts'

const columnNames: Record<TransactionColumn, string> = {
  counterparty: 'Counterparty',
  bookingDate: 'Booked',
  account: 'Account',
  category: 'Category',
  status: 'Status',
  description: 'Description',
  reference: 'Reference',
  iban: 'IBAN',
  company: 'Company',
  type: 'Type',
  valueDate: 'Value date',
  currency: 'Currency',
  id: 'Id',
  amount: 'Amount',
}

export const columnChoice: UsualColumns<TransactionColumn> = {
  names: columnNames,
  usual: ['counterparty', 'bookingDate', 'account', 'category', 'status', 'amount'],
  usualIfNarrow: ['counterparty', 'bookingDate', 'status', 'amount'],
}

const line = (value: string | null | undefined) => (
  <span className={classes(text.truncate, layout.block)}>{value ?? ''}</span>
)

export function columnsWith(
  { companies, accounts }: TransactionNames,
  categoryCell: Column<Transaction>['cell'],
): Record<TransactionColumn, Column<Transaction>> {
  return {
    counterparty: {
      header: columnNames.counterparty,
      opens: true,
      width: 'minmax(200px, 2fr)',
      place: 'name',
      cell: row => (
        <span className={table.lines}>
          <span className={classes(text.truncate, text.strong)}>{titleOf(row)}</span>
          <span className={text.truncate}>{subtitleOf(row)}</span>
        </span>
      ),
    },
    bookingDate: {
      header: columnNames.bookingDate,
      width: '124px',
      place: 'below',
      cell: ({ bookingDate }) =>
        bookingDate ? <Day value={bookingDate} /> : <span className={text.muted}>{unbooked}</span>,
    },
    account: {
      header: columnNames.account,
      width: 'minmax(140px, 1fr)',
      cell: ({ accountId, companyId }) => (
        <span className={table.lines}>
          <span className={text.truncate}>{accounts.nameOf(accountId) ?? ''}</span>
          <span className={text.truncate}>{companies.nameOf(companyId) ?? ''}</span>
        </span>
      ),
    },
    category: { header: columnNames.category, width: '176px', cell: categoryCell },
    status: {
      header: columnNames.status,
      width: '104px',
      // Nearly all are booked, so only the others get a badge.
      cell: ({ status }) =>
        status === 'booked' ? (
          <span className={text.muted}>{wordsOf(status)}</span>
        ) : (
          <StatusBadge status={status} />
        ),
    },
    description: {
      header: columnNames.description,
      width: 'minmax(160px, 1.5fr)',
      cell: row => line(row.description),
    },
    reference: {
      header: columnNames.reference,
      width: 'minmax(160px, 1.5fr)',
      cell: row => line(row.reference),
    },
    iban: { header: columnNames.iban, width: '220px', cell: row => line(row.counterpartyIban) },
    company: {
      header: columnNames.company,
      width: 'minmax(140px, 1fr)',
      cell: row => line(companies.nameOf(row.companyId)),
    },
    type: {
      header: columnNames.type,
      width: '120px',
      cell: row => line(row.type && wordsOf(row.type)),
    },
    valueDate: {
      header: columnNames.valueDate,
      width: '124px',
      cell: ({ valueDate }) => <Day value={valueDate} />,
    },
    currency: { header: columnNames.currency, width: '88px', cell: row => row.currency },
    id: { header: columnNames.id, width: 'minmax(160px, 1.5fr)', cell: row => line(row.id) },
    amount: {
      header: columnNames.amount,
      width: '152px',
      align: 'end',
      place: 'end',
      cell: row => <Amount transaction={row} />,
    },
  }
}
