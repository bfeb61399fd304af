import type { PreviewEntry } from '../../../../../src/contract/console/csvMapping.ts'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import { wordsOf } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import { Day } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'

interface Row extends PreviewEntry {
  at: number
}

const columns: Column<Row>[] = [
  {
    header: 'Date',
    cell: ({ bookingDate, status }) => (bookingDate === null ? wordsOf(status) : <Day value={bookingDate} />),
  },
  {
    header: 'Amount',
    cell: ({ amount, currency }) => <Signed amount={amount} currency={currency} />,
    align: 'end',
  },
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

/** The sign of a guess is what people have to check, so it is shown as money in or out. */
const Signed = ({ amount, currency }: Pick<PreviewEntry, 'amount' | 'currency'>) =>
  /^[A-Z]{3}$/.test(currency) ? (
    <Money
      amount={amount.replace(/^-/, '')}
      currency={currency}
      side={amount.startsWith('-') ? 'debit' : 'credit'}
    />
  ) : (
    `${amount} ${currency}`
  )

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
