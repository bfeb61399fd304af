/** The keys of the workspace. */
import type { ApiKey } from '../../../../src/contract/console/keys.ts'
import { formatDay, formatInstant, formatRelative } from '../../format/date.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge, StatusBadge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './KeyTable.module.css'
import { expiresSoon, predecessorOf, scopeWords, startOf, successorOf } from './keyFacts.ts'

export interface KeyActions {
  onOpen: (key: ApiKey) => void
  onRotate: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

interface KeyTableProps extends KeyActions {
  /** All keys: a successor may have another state than the key it replaces. */
  keys: readonly ApiKey[]
  shown: readonly ApiKey[]
  canManage: boolean
  busy: boolean
}

export function KeyTable({ keys, shown, canManage, busy, ...actions }: KeyTableProps) {
  const columns = [...factColumns(keys), ...(canManage ? [actionColumn(actions)] : [])]
  return (
    <Table
      caption="API keys"
      columns={columns}
      rows={shown}
      rowKey={({ id }) => id}
      onOpen={actions.onOpen}
      busy={busy}
    />
  )
}

function factColumns(keys: readonly ApiKey[]): Column<ApiKey>[] {
  return [
    { header: 'Key', cell: key => <KeyName named={key} keys={keys} />, wrap: true },
    {
      header: 'Scopes',
      cell: ({ scopes }) => <span title={scopes.join('\n') || undefined}>{scopeWords(scopes)}</span>,
      secondary: true,
    },
    {
      header: 'Created',
      cell: ({ createdBy, createdAt }) => (
        <span className={table.lines}>
          <span>{createdBy}</span>
          <DayOf instant={createdAt} />
        </span>
      ),
      secondary: true,
    },
    { header: 'Expires', cell: key => <Expiry of={key} /> },
    { header: 'Last used', cell: ({ lastUsedAt }) => <Instant value={lastUsedAt} relative empty="Never" /> },
    { header: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
  ]
}

function actionColumn({ onRotate, onRevoke }: KeyActions): Column<ApiKey> {
  return {
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: key =>
      key.state !== 'revoked' && (
        <span className={styles.actions}>
          <Button
            size="small"
            variant="ghost"
            aria-label={`Rotate ${key.name}, ${startOf(key)}`}
            onClick={() => onRotate(key)}
          >
            Rotate
          </Button>
          <Button
            size="small"
            variant="ghost"
            aria-label={`Revoke ${key.name}, ${startOf(key)}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        </span>
      ),
  }
}

function KeyName({ named, keys }: { named: ApiKey; keys: readonly ApiKey[] }) {
  return (
    <span className={table.lines}>
      <span className={text.strong}>{named.name}</span>
      <span className={classes(text.mono, styles.start)}>{startOf(named)}</span>
      <Relation of={named} keys={keys} />
    </span>
  )
}

/** The key that this one replaces, or the one that replaces it. */
export function Relation({ of, keys }: { of: ApiKey; keys: readonly ApiKey[] }) {
  const successor = of.state === 'revoked' ? undefined : successorOf(of, keys)
  const before = predecessorOf(of, keys)
  if (successor) {
    return (
      <span className={classes(styles.relation, styles.relationOld)}>
        Replaced by <span className={text.mono}>{startOf(successor)}</span> — revoke this key when nothing
        uses it any more
      </span>
    )
  }
  if (!before) return null
  return (
    <span className={styles.relation}>
      Replaces <span className={text.mono}>{startOf(before)}</span>
      {before.state === 'active' && ', which still works'}
    </span>
  )
}

/** In warning colours if it expires soon, else as a date. */
export function Expiry({ of }: { of: ApiKey }) {
  if (of.expiresAt === null) return <span className={text.muted}>Never</span>
  if (!expiresSoon(of)) return <DayOf instant={of.expiresAt} />
  return (
    <time dateTime={of.expiresAt} title={formatInstant(of.expiresAt)}>
      <Badge tone="warning">{formatRelative(of.expiresAt)}</Badge>
    </time>
  )
}

/** The day in UTC, as usage is counted by UTC days. The tooltip has the exact time. */
const DayOf = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={`${formatInstant(instant)} (${instant})`}>
    {formatDay(instant.slice(0, 10))}
  </time>
)
