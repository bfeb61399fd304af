import type { PreviewEntry } from '../../../../../src/contract/console/csvMapping.ts'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import text from '../../../ui/text/text.module.css'

interface Row extends PreviewEntry {
  at: number
}

const columns: Column<Row>[] = [
  { header: 'Date', cell: ({ bookingDate, status }) => bookingDate ?? status },
  { header: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`, align: 'end' },
  {
    header: 'Counterparty',
    cell: ({ counterpartyName, counterpartyIban }) =>
      [counterpartyName, counterpartyIban].filter(Boolean).join(', '),
    wrap: true,
  },
  {
    header: 'Text',
    cell: ({ description, reference }) => [description, reference].filter(Boolean).join(' · '),
    wrap: true,
  },
]

interface CsvEntriesProps {
  entries: readonly PreviewEntry[]
  /** The entries are being read again. */
  busy: boolean
}

/** The first entries, as the settings read them. */
export function CsvEntries({ entries, busy }: CsvEntriesProps) {
  if (entries.length === 0) return <p className={text.muted}>No row can be read as an entry this way.</p>
  return (
    <Table
      caption="The first entries, as they are read"
      columns={columns}
      rows={entries.map((entry, at) => ({ ...entry, at }))}
      rowKey={({ at }) => String(at)}
      busy={busy}
    />
  )
}
