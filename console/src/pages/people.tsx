/** The people of the workspace with their roles, and the open invitations. */
import { useState } from 'react'
import type { Invite, Person } from '../../../src/contract/console/people.ts'
import { hasCode } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { useSession, useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { ConsoleCall } from './ConsoleCall.tsx'
import { FourEyesCard } from './people/FourEyesCard.tsx'
import { InviteDialog } from './people/InviteDialog.tsx'
import { InvitesTable } from './people/InvitesTable.tsx'
import { PeopleTable } from './people/PeopleTable.tsx'
import { RemoveDialog } from './people/RemoveDialog.tsx'
import { RoleDialog } from './people/RoleDialog.tsx'
import { WithdrawDialog } from './people/WithdrawDialog.tsx'

/** The open dialog, and who it is about. */
type Asked =
  | { to: 'invite'; again?: Invite }
  | { to: 'withdraw'; invite: Invite }
  | { to: 'changeRole' | 'remove'; person: Person }

export default function PeoplePage() {
  const workspace = useWorkspace()
  const { refreshMe } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const people = useLoad(workspace.id, signal => workspace.call('listPeople', 'GET', '/people', { signal }))
  const close = () => setAsked(null)
  const done = () => {
    close()
    people.reload()
  }

  return (
    <>
      <PageHeader
        title="People"
        description={`Who belongs to ${workspace.name}, and what they can do.${workspace.canManage ? '' : ' Owners and admins can invite people and change roles.'}`}
        actions={
          workspace.canManage && (
            <Button variant="primary" icon="plus" onClick={() => setAsked({ to: 'invite' })}>
              Invite someone
            </Button>
          )
        }
      />
      {people.error && !people.data ? (
        <Card flush>
          <NotLoaded error={people.error} onRetry={people.reload} onGoOn={refreshMe} />
        </Card>
      ) : (
        <>
          <Card flush>
            {people.data ? (
              <PeopleTable
                people={people.data.people}
                busy={people.loading}
                onChangeRole={person => setAsked({ to: 'changeRole', person })}
                onRemove={person => setAsked({ to: 'remove', person })}
              />
            ) : (
              <SkeletonTable rows={4} label="Loading people" />
            )}
          </Card>
          {people.data && (
            <InvitesTable
              invites={people.data.invites}
              busy={people.loading}
              onAgain={again => setAsked({ to: 'invite', again })}
              onWithdraw={invite => setAsked({ to: 'withdraw', invite })}
            />
          )}
        </>
      )}
      <FourEyesCard />
      <ConsoleCall
        path="/people"
        command={`users invite --workspace ${workspace.id} --email ada@example.com`}
      >
        Only people can manage people; API keys have no access to them. On the server, a command invites
        people, and florin users list shows every account.
      </ConsoleCall>
      {asked?.to === 'invite' && (
        <InviteDialog again={asked.again} onInvited={people.reload} onClose={close} />
      )}
      {asked?.to === 'withdraw' && <WithdrawDialog invite={asked.invite} onDone={done} onClose={close} />}
      {asked?.to === 'changeRole' && <RoleDialog person={asked.person} onDone={done} onClose={close} />}
      {asked?.to === 'remove' && <RemoveDialog person={asked.person} onDone={done} onClose={close} />}
    </>
  )
}

interface NotLoadedProps {
  error: unknown
  onRetry: () => void
  onGoOn: () => void
}

/** "Not found" means that the person was removed after the page was opened. */
function NotLoaded({ error, onRetry, onGoOn }: NotLoadedProps) {
  if (!hasCode(error, 'NOT_FOUND')) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      icon="people"
      title="You no longer belong to this workspace"
      action={
        <Button variant="primary" onClick={onGoOn}>
          Continue
        </Button>
      }
    >
      An owner or an admin has removed you from it. Ask one of them to invite you again.
    </EmptyState>
  )
}
