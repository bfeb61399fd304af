/** The first transactions that a file would add, with the category that a rule would give them. */
import { useMemo } from 'react'
import type { ImportReport, PreviewRow } from '../../../../../src/contract/console/imports.ts'
import { formatCount } from '../../../format/money.ts'
import { classes } from '../../../ui/classes.ts'
import { Fold } from '../../../ui/layout/Fold.tsx'
import { type Column, Table } from '../../../ui/tables/Table.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import { Day } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import { useSharedList, useWorkspaceLists } from '../../../workspace/lists.tsx'
import { namesBy } from '../../lists/useCompanies.ts'

interface Row extends PreviewRow {
  at: number
}

const none: readonly never[] = []

export function PreviewRows({ report, open }: { report: ImportReport; open: boolean }) {
  const { counts } = report
  const rows: readonly PreviewRow[] = report.rows ?? none
  const { rows: categories = none } = useSharedList(useWorkspaceLists().categories)
  const columns = useMemo(() => columnsWith(namesBy(categories, ({ name }) => name)), [categories])
  if (rows.length === 0) return null
  return (
    <Fold
      tight
      title={`New transactions${counts.added > rows.length ? `, the first ${rows.length}` : ''}`}
      open={open}
    >
      <Table
        caption="New transactions in the file"
        columns={columns}
        rows={rows.map((row, at) => ({ ...row, at }))}
        rowKey={({ at }) => String(at)}
      />
      {counts.added > rows.length && (
        <p className={classes(text.muted, text.small)}>
          The first {formatCount(rows.length)} of {formatCount(counts.added)}.
        </p>
      )}
    </Fold>
  )
}

const columnsWith = (categoryOf: (id: string) => string | undefined): Column<Row>[] => [
  {
    header: 'Date',
    cell: ({ bookingDate }) => (bookingDate === null ? 'Not booked yet' : <Day value={bookingDate} />),
  },
  { header: 'Name', cell: ({ name }) => name ?? '–', wrap: true },
  {
    header: 'Category by rule',
    cell: ({ categoryId }) =>
      categoryId === null ? <span className={text.muted}>None</span> : (categoryOf(categoryId) ?? '–'),
  },
  {
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency, side }) => <Money amount={amount} currency={currency} side={side} />,
  },
]
