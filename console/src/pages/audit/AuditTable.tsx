/** The records, newest first. */
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Icon, type IconName } from '../../ui/text/Icon.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './AuditTable.module.css'
import { type ActorKind, actionText, kindWords, summaryOf } from './words.ts'

interface AuditTableProps {
  rows: readonly AuditRecord[]
  busy: boolean
  onOpen: (record: AuditRecord) => void
}

export const AuditTable = ({ rows, busy, onOpen }: AuditTableProps) => (
  <div className={styles.audit}>
    <Table
      caption="Audit log, newest first"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      busy={busy}
    />
  </div>
)

const icons: Record<ActorKind, IconName> = {
  person: 'people',
  key: 'key',
  command: 'code',
  visitor: 'shield',
}

const columns: Column<AuditRecord>[] = [
  { header: 'When', cell: ({ at }) => <Instant value={at} /> },
  {
    header: 'Who',
    cell: ({ actor }) => (
      <span className={styles.actor} title={kindWords[actor.kind]}>
        <Icon name={icons[actor.kind]} />
        <span className={text.truncate}>{actor.name ?? actor.id}</span>
        <span className={text.visuallyHidden}>, {kindWords[actor.kind]}</span>
      </span>
    ),
  },
  {
    header: 'Action',
    cell: ({ action }) => <span className={text.strong}>{actionText(action)}</span>,
    wrap: true,
  },
  { header: 'Details', cell: record => summaryOf(record), wrap: true },
]
