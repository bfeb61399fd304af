import type { PreviewEntry } from '../../../../../src/contract/console/csvMapping.ts'
import { formatPlain } from '../../../format/money.ts'
import { classes } from '../../../ui/classes.ts'
import layout from '../../../ui/layout/layout.module.css'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import { wordsOf } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import { Day } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './CsvEntries.module.css'
import type { LivePreview } from './useLivePreview.ts'

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
function Signed({ amount, currency }: Pick<PreviewEntry, 'amount' | 'currency'>) {
  const isOut = amount.startsWith('-')
  const unsigned = amount.replace(/^-/, '')
  if (/^[A-Z]{3}$/.test(currency)) {
    return <Money amount={unsigned} currency={currency} side={isOut ? 'debit' : 'credit'} />
  }
  const shown = formatPlain(unsigned, unsigned.split('.')[1]?.length)
  return (
    <span className={classes(text.num, !isOut && text.numIn)}>
      {isOut ? '\u2212' : '+'}
      {shown}
    </span>
  )
}

interface CsvEntriesProps {
  live: LivePreview
  /** What has to be given before anything can be read. */
  missing: readonly string[]
}

/** The first entries, as the settings read them. */
export function CsvEntries({ live: { entries, busy, problem }, missing }: CsvEntriesProps) {
  const caption = 'First entries, as they are read'
  return (
    <div className={classes(layout.stackTight, styles.entries)}>
      <h3>{caption}</h3>
      {entries.length > 0 && (
        <Table
          caption={caption}
          columns={columns}
          rows={entries.map((entry, at) => ({ ...entry, at }))}
          rowKey={({ at }) => String(at)}
          busy={busy}
        />
      )}
      {entries.length === 0 && (
        <p className={text.muted}>
          {missing.length > 0 ? missing.join(' ') : (problem ?? 'No row can be read as an entry this way.')}
        </p>
      )}
      {entries.length > 0 && problem !== null && <p className={text.muted}>{problem}</p>}
    </div>
  )
}
