import type { ImportedBill } from '../../../../../src/contract/console/imports.ts'
import { formatSentence } from '../../../format/sentence.ts'
import table from '../../../ui/tables/Table.module.css'
import type { Column } from '../../../ui/tables/Table.tsx'
import { Badge, StatusBadge, type Tone } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import text from '../../../ui/text/text.module.css'
import { Rows } from './Rows.tsx'

export const BillsTable = ({ bills, narrow }: { bills: readonly ImportedBill[]; narrow: boolean }) => (
  <Rows caption="Bills in the file" columns={columns} rows={bills} narrow={narrow} />
)

const outcomes: Record<ImportedBill['outcome'], [words: string, tone: Tone]> = {
  added: ['New', 'good'],
  known: ['Already imported', 'neutral'],
  failed: ['Saved without values', 'warning'],
}

const columns: Column<ImportedBill>[] = [
  {
    header: 'Supplier',
    cell: ({ supplierName, invoiceNumber }) => (
      <span className={table.lines}>
        <span className={text.strong}>{supplierName ?? 'No supplier found'}</span>
        <span>{invoiceNumber === null ? 'No invoice number' : `Invoice ${invoiceNumber}`}</span>
      </span>
    ),
    wrap: true,
  },
  {
    header: 'Total',
    cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
    align: 'end',
  },
  {
    header: 'Outcome',
    cell: ({ outcome, remark }) => (
      <span className={table.lines}>
        <span>
          <Badge tone={outcomes[outcome][1]}>{outcomes[outcome][0]}</Badge>
        </span>
        {remark !== null && <span>{formatSentence(remark)}</span>}
      </span>
    ),
    wrap: true,
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]
