/** The imports, newest first. */
import type { ListedImport } from '../../../../src/contract/console/imports.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './ImportTable.module.css'
import { shortText } from './words.ts'

interface ImportTableProps {
  rows: readonly ListedImport[]
  busy: boolean
  onOpen: (row: ListedImport) => void
}

export const ImportTable = ({ rows, busy, onOpen }: ImportTableProps) => (
  <div className={styles.imports}>
    <Table
      caption="Imports, newest first"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      busy={busy}
    />
  </div>
)

export const actorName = ({ actor }: Pick<ListedImport, 'actor'>): string =>
  actor.name ?? (actor.kind === 'command' ? 'Command line' : actor.id)

const columns: Column<ListedImport>[] = [
  {
    header: 'File',
    cell: ({ report }) => (
      <span className={table.lines}>
        <span className={text.strong}>{report.fileName}</span>
        <span>{report.format}</span>
      </span>
    ),
    wrap: true,
  },
  { header: 'Result', cell: ({ report }) => shortText(report), wrap: true },
  { header: 'Who', cell: row => actorName(row), wrap: true, secondary: true },
  { header: 'When', cell: ({ at }) => <Instant value={at} /> },
  {
    header: 'Status',
    cell: ({ undoneAt }) => (undoneAt === null ? <Badge tone="good">Imported</Badge> : <Badge>Undone</Badge>),
  },
]
