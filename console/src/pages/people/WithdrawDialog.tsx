import type { Invite } from '../../../../src/contract/console/people.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { useRoleChecked } from './useRoleChecked.ts'

interface WithdrawDialogProps {
  invite: Invite
  onDone: () => void
  onClose: () => void
}

export function WithdrawDialog({ invite, onDone, onClose }: WithdrawDialogProps) {
  const { call } = useWorkspace()
  const checked = useRoleChecked()
  const withdraw = useMutation(
    () => checked(call('withdrawInvite', 'DELETE', '/invites/{id}', { id: invite.id })),
    () => {
      toast('Invitation withdrawn')
      onDone()
    },
  )
  return (
    <ConfirmDialog
      open
      title="Withdraw the invitation?"
      confirm="Withdraw"
      change={withdraw}
      onClose={onClose}
    >
      <p>
        The link for <strong>{invite.email}</strong> stops working immediately. You can invite them again at
        any time.
      </p>
    </ConfirmDialog>
  )
}
