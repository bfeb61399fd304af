/** The open invitations. Their links were shown once and are not stored. */
import type { Invite } from '../../../../src/contract/console/people.ts'
import { useWorkspace } from '../../session.tsx'
import { IconButton } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Card } from '../../ui/layout/Card.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './InvitesTable.module.css'
import { RoleBadge } from './RoleBadge.tsx'
import { mayManage, ownersOnly } from './rights.ts'

interface InvitesTableProps {
  invites: readonly Invite[]
  busy: boolean
  onAgain: (invite: Invite) => void
  onWithdraw: (invite: Invite) => void
}

export function InvitesTable({ invites, busy, onAgain, onWithdraw }: InvitesTableProps) {
  const { role, canManage } = useWorkspace()

  const columns: Column<Invite>[] = [
    { header: 'E-mail', cell: ({ email }) => <span className={text.strong}>{email}</span>, wrap: true },
    { header: 'Role', cell: invite => <RoleBadge role={invite.role} /> },
    { header: 'Invited by', cell: ({ createdBy }) => createdBy },
    {
      header: 'Invited',
      cell: ({ createdAt }) => <Instant value={createdAt} relative />,
      secondary: true,
    },
    { header: 'Link expires', cell: ({ expiresAt }) => <Instant value={expiresAt} /> },
  ]
  if (canManage) columns.push({ header: 'Actions', cell: actions, align: 'end', headerHidden: true })

  function actions(invite: Invite) {
    const may = mayManage(role, invite.role)
    const why = may ? '' : `: ${ownersOnly}`
    return (
      <span className={table.rowActions}>
        <IconButton
          icon="refresh"
          size="small"
          label={`New link for ${invite.email}${why}`}
          disabled={!may}
          onClick={() => onAgain(invite)}
        />
        <IconButton
          icon="trash"
          size="small"
          label={`Withdraw the invitation for ${invite.email}${why}`}
          disabled={!may}
          onClick={() => onWithdraw(invite)}
        />
      </span>
    )
  }

  return (
    <Card
      flush
      title="Open invitations"
      description="Each link works once, for 7 days. Florin sends no e-mail: pass the link on yourself."
    >
      {invites.length > 0 ? (
        <Table
          caption="Open invitations"
          columns={columns}
          rows={invites}
          rowKey={({ id }) => id}
          busy={busy}
        />
      ) : (
        <p className={classes(styles.note, text.muted)}>There are no open invitations.</p>
      )}
    </Card>
  )
}
