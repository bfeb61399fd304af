/** The imports, newest first. */
import type { ListedImport } from '../../../../src/contract/console/imports.ts'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Instant } from '../../ui/Time.tsx'
import { shortText } from './words.ts'

interface ImportTableProps {
  rows: readonly ListedImport[]
  busy: boolean
  onOpen: (row: ListedImport) => void
}

export const ImportTable = ({ rows, busy, onOpen }: ImportTableProps) => (
  <div className="imports">
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
      <span className="cell-lines">
        <span className="strong">{report.fileName}</span>
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
