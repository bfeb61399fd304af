/** Removes a person from the workspace, or leaves it. */
import type { Person } from '../../../../src/contract/console/people.ts'
import { useMutation } from '../../api/useMutation.ts'
import { navigate } from '../../router.tsx'
import { useSession, useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import text from '../../ui/text/text.module.css'
import { useRoleChecked } from './useRoleChecked.ts'

interface RemoveDialogProps {
  person: Person
  onDone: () => void
  onClose: () => void
}

export function RemoveDialog({ person, onDone, onClose }: RemoveDialogProps) {
  const workspace = useWorkspace()
  const { me, setMe } = useSession()
  const checked = useRoleChecked()
  const self = person.id === me.user.id

  const leave = () => {
    toast(`You have left ${workspace.name}`)
    const workspaces = me.workspaces.filter(({ id }) => id !== workspace.id)
    setMe({ ...me, workspaces })
    const [next] = workspaces
    navigate(next ? `/?workspace=${encodeURIComponent(next.id)}` : '/', { replace: true })
  }
  const remove = useMutation(
    () => checked(workspace.call('removePerson', 'DELETE', '/people/{id}', { id: person.id })),
    () => {
      if (self) return leave()
      toast(`${person.name} removed`)
      onDone()
    },
  )
  return (
    <ConfirmDialog
      open
      title={self ? `Leave ${workspace.name}?` : `Remove ${person.name}?`}
      confirm={self ? 'Leave workspace' : 'Remove person'}
      change={remove}
      onClose={onClose}
    >
      {self ? (
        <Notice tone="warning">
          You lose access immediately. Only a remaining owner or admin can invite you again.
        </Notice>
      ) : (
        <p>
          <strong>{person.name}</strong> ({person.email}) loses access to {workspace.name} immediately.
        </p>
      )}
      <p className={text.muted}>
        API keys that {self ? 'you' : 'they'} created keep working. Revoke those that are no longer needed on
        the Developer page.
      </p>
    </ConfirmDialog>
  )
}
