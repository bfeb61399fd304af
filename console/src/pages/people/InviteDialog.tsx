/** Invites a person: first the e-mail and the role, then the link, which is shown only once. */
import { useState } from 'react'
import type { Invite } from '../../../../src/contract/console/people.ts'
import { aRole, type Role } from '../../../../src/contract/console/roles.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { formatInstant } from '../../format/date.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './InviteDialog.module.css'
import { RoleChoice } from './RoleChoice.tsx'
import { useRoleChecked } from './useRoleChecked.ts'

interface InviteDialogProps {
  /** The invitation to create a new link for. */
  again?: Invite | undefined
  onInvited: () => void
  onClose: () => void
}

const fieldOfCode = { ALREADY_MEMBER: 'email', ROLE_REQUIRED: 'role' }

export function InviteDialog({ again, onInvited, onClose }: InviteDialogProps) {
  const workspace = useWorkspace()
  const checked = useRoleChecked()
  const [email, setEmail] = useState(again?.email ?? '')
  const [role, setRole] = useState<Role>(again?.role ?? 'member')
  const [made, setMade] = useState<{ invite: Invite; linkPath: string } | null>(null)

  const invite = useMutation(
    () =>
      checked(workspace.call('invitePerson', 'POST', '/invites', { body: { email: email.trim(), role } })),
    result => {
      setMade(result)
      onInvited()
    },
  )
  if (made) return <MadeDialog {...made} onClose={onClose} />

  const errors = fieldErrors(invite.error, fieldOfCode)
  return (
    <Dialog
      open
      title={again ? 'Create a new link' : 'Invite someone'}
      description={
        again
          ? `The old link of ${again.email} will stop working.`
          : `You get a link that lets one person join ${workspace.name}.`
      }
      closeOnBackdrop={email === ''}
      onClose={onClose}
    >
      <ChangeForm
        label="Invite someone"
        fields={['email', 'role']}
        fieldOfCode={fieldOfCode}
        change={invite}
        submit="Create link"
        onCancel={onClose}
      >
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="off"
          hint="Only the account with this address can use the link."
          value={email}
          onChange={setEmail}
          readOnly={again !== undefined}
          error={errors.email}
          required
        />
        <RoleChoice by={workspace.role} value={role} onChange={setRole} error={errors.role} />
      </ChangeForm>
    </Dialog>
  )
}

function MadeDialog({
  invite,
  linkPath,
  onClose,
}: {
  invite: Invite
  linkPath: string
  onClose: () => void
}) {
  const link = location.origin + linkPath
  return (
    <Dialog
      open
      title="The link is ready"
      description={`It makes ${invite.email} ${aRole(invite.role)}.`}
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={link} label="Copy link" words />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <code className={styles.link}>{link}</code>
      <Notice tone="warning" title="Copy it now: it is not shown again">
        It works once, until {formatInstant(invite.expiresAt)}. Florin sends no e-mail, so send it to{' '}
        {invite.email} yourself, over a private channel.
      </Notice>
    </Dialog>
  )
}
