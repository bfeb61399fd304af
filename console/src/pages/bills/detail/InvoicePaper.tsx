/** An e-invoice as people read one: who to whom, the lines, the taxes and the total. */
import type { InvoiceContent, InvoiceParty } from '../../../../../src/contract/console/bills/content.ts'
import { formatPlain } from '../../../format/money.ts'
import { classes } from '../../../ui/classes.ts'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './InvoicePaper.module.css'

interface InvoicePaperProps {
  content: InvoiceContent
  currency: string | null
}

export function InvoicePaper({ content, currency }: InvoicePaperProps) {
  const { supplier, buyer, lines, lineCount, taxes, net, gross, prepaid, isCredit } = content
  const money = (amount: string | null) => <Money amount={amount} currency={currency} />
  const totals = [
    { label: 'Net', value: net },
    ...taxes.map(({ rate, amount }) => ({
      label: rate === null ? 'VAT' : `VAT ${formatPlain(rate)} %`,
      value: amount,
    })),
    { label: 'Total', value: gross },
    { label: 'Already paid', value: prepaid },
  ].filter(({ value }) => value !== null)
  return (
    <article className={styles.paper} aria-label="Invoice">
      <h3>{isCredit ? 'Credit note' : 'Invoice'}</h3>
      <div className={styles.parties}>
        <Party title="From" party={supplier} />
        <Party title="To" party={buyer} />
      </div>
      {lines.length > 0 && (
        <Table
          caption="Lines of the invoice"
          columns={columnsIn(currency)}
          rows={lines.map((line, at) => ({ ...line, at }))}
          rowKey={({ at }) => String(at)}
        />
      )}
      {lineCount > lines.length && (
        <p className={classes(text.muted, text.small)}>
          The first {lines.length} of {lineCount} lines. The document has all of them.
        </p>
      )}
      <dl className={styles.totals}>
        {totals.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two taxes may have the same rate, and never move
          <div key={index}>
            <dt>{label}</dt>
            <dd>{money(value)}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

function Party({ title, party: { name, vatNumber, address } }: { title: string; party: InvoiceParty }) {
  return (
    <div>
      <p className={classes(text.muted, text.small)}>{title}</p>
      <p className={text.strong}>{name ?? 'Not stated'}</p>
      {address.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address never move
        <p key={index}>{line}</p>
      ))}
      {vatNumber && <p className={classes(text.muted, text.small)}>VAT number {vatNumber}</p>}
    </div>
  )
}

type Row = InvoiceContent['lines'][number] & { at: number }

const columnsIn = (currency: string | null): Column<Row>[] => [
  { header: 'Item', cell: ({ name }) => name ?? '–', wrap: true },
  {
    header: 'Quantity',
    align: 'end',
    cell: ({ quantity, unit }) =>
      quantity === null ? '–' : [formatPlain(quantity), unitText(unit)].filter(Boolean).join(' '),
  },
  {
    header: 'Price',
    align: 'end',
    secondary: true,
    cell: ({ price }) => <Money amount={price} currency={currency} />,
  },
  { header: 'Net', align: 'end', cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
]

/** The most common codes of UN/ECE Recommendation 20; others are shown as they are. */
const units: Record<string, string> = {
  C62: '',
  H87: '',
  EA: '',
  XPP: '',
  HUR: 'h',
  DAY: 'days',
  MON: 'months',
  ANN: 'years',
  KGM: 'kg',
  MTR: 'm',
  LTR: 'l',
  KWH: 'kWh',
  MTK: 'm²',
  LS: '',
}

const unitText = (code: string | null): string => (code === null ? '' : (units[code] ?? code))
