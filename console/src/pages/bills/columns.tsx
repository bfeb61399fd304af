/** The columns of the list of bills. The names are those of the exported file. */
import type { Bill } from '../../../../src/contract/bills.ts'
import type { BillColumn } from '../../../../src/contract/console/listWords.ts'
import { classes } from '../../ui/classes.ts'
import layout from '../../ui/layout/layout.module.css'
import table from '../../ui/tables/Table.module.css'
import type { Column } from '../../ui/tables/Table.tsx'
import { StatusBadge } from '../../ui/text/Badge.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { Day, Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import type { UsualColumns } from '../lists/work/useColumns.ts'
import due from './due.module.css'
import { DueBadge, isToPay } from './due.tsx'
import { subtitleOf, supplierOf } from './text.ts'

const columnNames: Record<BillColumn, string> = {
  supplier: 'Supplier',
  status: 'Status',
  company: 'Company',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  dueDate: 'Due',
  reference: 'Reference',
  iban: 'IBAN',
  vat: 'VAT',
  currency: 'Currency',
  createdAt: 'Added',
  id: 'Id',
  total: 'Total',
}

export const columnChoice: UsualColumns<BillColumn> = {
  names: columnNames,
  usual: ['supplier', 'status', 'company', 'invoiceDate', 'dueDate', 'total'],
  usualIfNarrow: ['supplier', 'status', 'dueDate', 'total'],
}

const line = (value: string | null | undefined) => (
  <span className={classes(text.truncate, layout.block)}>{value ?? ''}</span>
)

export function columnsWith(companyOf: (id: string) => string | undefined): Record<BillColumn, Column<Bill>> {
  return {
    supplier: {
      header: columnNames.supplier,
      opens: true,
      width: 'minmax(200px, 2fr)',
      place: 'name',
      cell: row => (
        <span className={table.lines}>
          <span className={classes(text.truncate, text.strong)}>{supplierOf(row)}</span>
          <span className={text.truncate}>{subtitleOf(row)}</span>
        </span>
      ),
    },
    status: {
      header: columnNames.status,
      width: '152px',
      place: 'below',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    company: {
      header: columnNames.company,
      width: 'minmax(140px, 1fr)',
      cell: row => line(companyOf(row.companyId)),
    },
    invoiceNumber: {
      header: columnNames.invoiceNumber,
      width: 'minmax(140px, 1fr)',
      cell: row => line(row.invoiceNumber),
    },
    invoiceDate: {
      header: columnNames.invoiceDate,
      width: '124px',
      cell: ({ invoiceDate }) => <Day value={invoiceDate} />,
    },
    dueDate: {
      header: columnNames.dueDate,
      width: '144px',
      cell: row => (
        <span className={due.due}>
          <Day value={row.dueDate} />
          {row.dueDate && isToPay(row) && <DueBadge day={row.dueDate} />}
        </span>
      ),
    },
    reference: {
      header: columnNames.reference,
      width: 'minmax(140px, 1fr)',
      cell: row => line(row.paymentReference),
    },
    iban: { header: columnNames.iban, width: '220px', cell: row => line(row.supplierIban) },
    vat: {
      header: columnNames.vat,
      width: '120px',
      align: 'end',
      cell: ({ vatAmount, currency }) => <Money amount={vatAmount} currency={currency} />,
    },
    currency: { header: columnNames.currency, width: '88px', cell: row => row.currency ?? '' },
    createdAt: {
      header: columnNames.createdAt,
      width: '160px',
      cell: ({ createdAt }) => <Instant value={createdAt} />,
    },
    id: { header: columnNames.id, width: 'minmax(140px, 1fr)', cell: row => line(row.id) },
    total: {
      header: columnNames.total,
      width: '140px',
      align: 'end',
      place: 'end',
      cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
    },
  }
}
