/** Asks before ending a session. */
import type { PersonSession } from '../../../../src/contract/console/session.ts'
import { consoleCall } from '../../api/client.ts'
import { hasCode } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { toast } from '../../ui/actions/Toast.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { sessionText } from './SessionsTable.tsx'

interface RevokeDialogProps {
  session: PersonSession
  onDone: () => void
  onClose: () => void
}

export function RevokeDialog({ session, onDone, onClose }: RevokeDialogProps) {
  const revoke = useMutation(
    async () => {
      try {
        await consoleCall('revokeSession', 'DELETE', '/sessions/{id}', { id: session.id })
      } catch (error) {
        // It has already ended, which is fine.
        if (!hasCode(error, 'NOT_FOUND')) throw error
      }
    },
    () => {
      toast('Session ended')
      onDone()
    },
  )
  return (
    <ConfirmDialog
      open
      title="Sign out this session?"
      confirm="Sign out session"
      change={revoke}
      onClose={onClose}
    >
      <p>
        {sessionText(session)} will be signed out immediately. If you do not recognise it, change your
        password too.
      </p>
    </ConfirmDialog>
  )
}
