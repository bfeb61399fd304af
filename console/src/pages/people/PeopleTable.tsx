/** The people in the workspace. Members see no buttons; buttons that only owners may use are disabled for admins. */
import type { Person } from '../../../../src/contract/console/people.ts'
import { useSession, useWorkspace } from '../../session.tsx'
import { IconButton } from '../../ui/actions/Button.tsx'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import styles from './PeopleTable.module.css'
import { RoleBadge } from './RoleBadge.tsx'
import { mayManage, ownersOnly } from './rights.ts'

interface PeopleTableProps {
  people: readonly Person[]
  busy: boolean
  onChangeRole: (person: Person) => void
  onRemove: (person: Person) => void
}

export function PeopleTable({ people, busy, onChangeRole, onRemove }: PeopleTableProps) {
  const { me } = useSession()
  const { role, canManage } = useWorkspace()

  const columns: Column<Person>[] = [
    {
      header: 'Person',
      cell: ({ id, name, email }) => (
        <div className={table.lines}>
          <span className={text.strong}>
            {name}
            {id === me.user.id && <span className={styles.you}>you</span>}
          </span>
          <span>{email}</span>
        </div>
      ),
      wrap: true,
    },
    { header: 'Role', cell: person => <RoleBadge role={person.role} /> },
    { header: 'Joined', cell: ({ joinedAt }) => <Instant value={joinedAt} />, secondary: true },
  ]
  // The service does not send these two to members.
  if (canManage) {
    columns.push(
      {
        header: 'Second factor',
        cell: ({ secondFactor }) => (secondFactor ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>),
      },
      {
        header: 'Last seen',
        cell: ({ lastSeenAt }) => <Instant value={lastSeenAt ?? null} relative empty="Not signed in" />,
      },
      { header: 'Actions', cell: actions, align: 'end', headerHidden: true },
    )
  }

  function actions(person: Person) {
    const may = mayManage(role, person.role)
    const why = may ? '' : `: ${ownersOnly}`
    const remove = person.id === me.user.id ? 'Leave the workspace' : `Remove ${person.name}`
    return (
      <span className={table.rowActions}>
        <IconButton
          icon="edit"
          size="small"
          label={`Change role of ${person.name}${why}`}
          disabled={!may}
          onClick={() => onChangeRole(person)}
        />
        <IconButton
          icon={person.id === me.user.id ? 'signOut' : 'trash'}
          size="small"
          label={remove + why}
          disabled={!may}
          onClick={() => onRemove(person)}
        />
      </span>
    )
  }

  return <Table caption="People" columns={columns} rows={people} rowKey={({ id }) => id} busy={busy} />
}
