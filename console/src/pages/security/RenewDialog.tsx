/** Replaces the recovery codes. */
import { useState } from 'react'
import { consoleCall } from '../../api/client.ts'
import { useMutation } from '../../api/useMutation.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { type Proof, ProofForm } from './ProofForm.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { useFactorKnown } from './useFactorKnown.ts'

export function RenewDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const factorIs = useFactorKnown()
  const renew = useMutation(
    (body: Proof) => consoleCall('renewRecoveryCodes', 'POST', '/recovery-codes', { body }),
    ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      factorIs(true, recoveryCodes.length)
    },
  )
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      title="Renew recovery codes"
      description="You get ten new codes, and your old ones stop working."
      onClose={onClose}
    >
      <ProofForm
        label="Renew recovery codes"
        submit="Renew codes"
        pending={renew.pending}
        error={renew.error}
        onSubmit={renew.run}
        onCancel={onClose}
      />
    </Dialog>
  )
}
