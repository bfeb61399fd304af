/** Changes a person's role, and says what that means. */
import { useState } from 'react'
import type { Person } from '../../../../src/contract/console/people.ts'
import type { Role } from '../../../../src/contract/console/roles.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { isManager, useSession, useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import styles from './RoleDialog.module.css'
import { aRole } from './rights.ts'
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
      <Form
        label="Change role"
        onSubmit={() => (role === person.role ? onClose() : change.run())}
        error={change.error}
        fields={['role']}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={change.pending}>
              Change role
            </Button>
          </>
        }
      >
        <RoleChoice by={workspace.role} value={role} onChange={choose} error={errors.role} />
        <div className={styles.consequence} role="status">
          {consequence && <Notice tone={self ? 'warning' : 'info'}>{consequence}</Notice>}
        </div>
      </Form>
    </Dialog>
  )
}

/** What the person gains or loses. */
function consequenceOf({ name, role: before }: Person, after: Role, self: boolean): string {
  const they = self ? 'You' : name
  if (after === 'owner') return `${they} can do everything, and change or remove any owner, including you.`
  if (before === 'member')
    return `${they} can create keys, change payees, manage people and see the audit log.`
  const lost = isManager(after)
    ? 'make, change or remove owners.'
    : 'create keys, change payees, manage people or see the audit log.'
  return `${they} can no longer ${lost}${self ? ' Only someone else can give you the role back.' : ''}`
}
