/** The person's sessions. Each except the current one can be ended here. */
import type { PersonSession } from '../../../../src/contract/console/session.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'

interface SessionsTableProps {
  sessions: readonly PersonSession[]
  busy: boolean
  onRevoke: (session: PersonSession) => void
}

export const sessionText = ({ client, address }: PersonSession): string =>
  [client ?? 'Unknown browser', address === null ? '' : `at ${address}`].filter(Boolean).join(' ')

export function SessionsTable({ sessions, busy, onRevoke }: SessionsTableProps) {
  const columns: Column<PersonSession>[] = [
    {
      header: 'Browser',
      cell: ({ client, current }) => (
        <span className={text.strong}>
          {client ?? 'Unknown browser'} {current && <Badge tone="good">This session</Badge>}
        </span>
      ),
      wrap: true,
    },
    {
      header: 'Last used from',
      cell: ({ address }) => address ?? <span className={text.muted}>Unknown</span>,
    },
    { header: 'Signed in', cell: ({ createdAt }) => <Instant value={createdAt} />, secondary: true },
    { header: 'Last seen', cell: ({ lastSeenAt }) => <Instant value={lastSeenAt} relative /> },
    { header: 'Actions', cell: action, align: 'end', headerHidden: true },
  ]

  function action(session: PersonSession) {
    if (session.current) return null
    return (
      <Button size="small" onClick={() => onRevoke(session)}>
        Sign out<span className={text.visuallyHidden}> {sessionText(session)}</span>
      </Button>
    )
  }

  return (
    <Table caption="Your sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} busy={busy} />
  )
}
