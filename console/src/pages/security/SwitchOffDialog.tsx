/** Switches the second factor off. */
import { consoleCall } from '../../api/client.ts'
import { useMutation } from '../../api/useMutation.ts'
import { toast } from '../../ui/actions/Toast.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { type Proof, ProofForm } from './ProofForm.tsx'
import { useFactorKnown } from './useFactorKnown.ts'

export function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const factorIs = useFactorKnown()
  const disable = useMutation(
    (body: Proof) => consoleCall('disableSecondFactor', 'DELETE', '/second-factor', { body }),
    () => {
      factorIs(false, 0)
      toast('The second factor is off')
      onClose()
    },
  )
  return (
    <Dialog
      open
      title="Switch off the second factor?"
      description="Your password will be enough to sign in, and your recovery codes will stop working."
      onClose={onClose}
    >
      <ProofForm
        label="Switch off the second factor"
        submit="Switch off"
        tone="danger"
        pending={disable.pending}
        error={disable.error}
        onSubmit={disable.run}
        onCancel={onClose}
      />
    </Dialog>
  )
}
