import type { Payee } from '../../../../src/contract/payees.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import text from '../../ui/text/text.module.css'
import { Iban } from './Iban.tsx'

interface DeletePayeeDialogProps {
  payee: Payee
  onDone: () => void
  onClose: () => void
}

export function DeletePayeeDialog({ payee, onDone, onClose }: DeletePayeeDialogProps) {
  const { data } = useWorkspace()
  const remove = useMutation(
    () => data.payees.delete(payee.id),
    () => {
      toast(`${payee.name} deleted`)
      onDone()
    },
  )
  return (
    <ConfirmDialog
      open
      title={`Delete ${payee.name}?`}
      confirm="Delete payee"
      change={remove}
      onClose={onClose}
    >
      <p>
        <strong>{payee.name}</strong> with the IBAN <Iban value={payee.iban} /> will be permanently deleted.
      </p>
      <p className={text.muted}>Existing transactions and bills do not change.</p>
    </ConfirmDialog>
  )
}
