/** Changes a person's role, and says what that means. */
import { useState } from 'react'
import type { Person } from '../../../../src/contract/console/people.ts'
import { aRole, isEditor, isManager, type Role, roles } from '../../../../src/contract/console/roles.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useSession, useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import styles from './RoleDialog.module.css'
import { useRoleChecked } from './useRoleChecked.ts'

interface RoleDialogProps {
  person: Person
  onDone: () => void
  onClose: () => void
}

export function RoleDialog({ person, onDone, onClose }: RoleDialogProps) {
  const workspace = useWorkspace()
  const { me, refreshMe } = useSession()
  const checked = useRoleChecked()
  const [role, setRole] = useState(person.role)
  const self = person.id === me.user.id

  const change = useMutation(
    () => checked(workspace.call('changeRole', 'PATCH', '/people/{id}', { id: person.id, body: { role } })),
    changed => {
      toast(`${self ? 'You are' : `${changed.name} is`} now ${aRole(changed.role)}`)
      if (self) refreshMe()
      onDone()
    },
  )
  const choose = (next: Role) => {
    setRole(next)
    change.reset()
  }
  const errors = fieldErrors(change.error)
  const consequence = role === person.role || change.error ? null : consequenceOf(person, role, self)
  return (
    <Dialog
      open
      title={self ? 'Change your role' : `Change the role of ${person.name}`}
      description={`${person.email} · ${aRole(person.role)} of ${workspace.name}`}
      onClose={onClose}
    >
      <ChangeForm
        label="Change role"
        onSubmit={() => (role === person.role ? onClose() : change.run())}
        fields={['role']}
        change={change}
        submit="Change role"
        onCancel={onClose}
      >
        <RoleChoice by={workspace.role} value={role} onChange={choose} error={errors.role} />
        <div className={styles.consequence} role="status">
          {consequence && <Notice tone={self ? 'warning' : 'info'}>{consequence}</Notice>}
        </div>
      </ChangeForm>
    </Dialog>
  )
}

/** What the person gains or loses. */
function consequenceOf({ name, role: before }: Person, after: Role, self: boolean): string {
  const they = self ? 'You' : name
  if (after === 'owner') return `${they} can do everything, and change or remove any owner, including you.`
  if (roles.indexOf(after) < roles.indexOf(before))
    return `${they} can ${rightsBetween(after, before, 'and')}.`
  const back = self ? ' Only someone else can give you the role back.' : ''
  return `${they} can no longer ${rightsBetween(before, after, 'or')}.${back}`
}

/** What the first role may do and the second may not. */
function rightsBetween(more: Role, less: Role, word: 'and' | 'or'): string {
  const rights = [
    more === 'owner' ? ['make, change or remove owners'] : [],
    isManager(more) && !isManager(less) ? ['create keys', 'manage people', 'see the audit log'] : [],
    isEditor(more) && !isEditor(less) ? ['import files', 'change categories, bills and payees'] : [],
  ].flat()
  return rights.length < 2 ? rights.join() : `${rights.slice(0, -1).join(', ')} ${word} ${rights.at(-1)}`
}
