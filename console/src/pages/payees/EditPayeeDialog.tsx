/** Edits a payee. Only the changed fields are sent, so that nobody else's change is undone. */
import { useState } from 'react'
import type { Body } from '../../../../src/client/index.ts'
import type { Payee } from '../../../../src/contract/payees.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { groupedIban, plainIban } from './ibanText.ts'
import { PayeeFields, type PayeeInput, payeeFields } from './PayeeFields.tsx'
import { TakenNotice, takenBy } from './TakenNotice.tsx'

interface EditPayeeDialogProps {
  payee: Payee
  onDone: () => void
  onOpenInstead: (payeeId: string) => void
  onClose: () => void
}

export function EditPayeeDialog({ payee, onDone, onOpenInstead, onClose }: EditPayeeDialogProps) {
  const { data } = useWorkspace()
  const [input, setInput] = useState<PayeeInput>({
    name: payee.name,
    iban: groupedIban(payee.iban),
    defaultReference: payee.defaultReference ?? '',
  })
  const change = changeOf(payee, input)
  const unchanged = Object.keys(change).length === 0

  const update = useMutation(
    () => data.payees.update(payee.id, change),
    ({ name }) => {
      toast(`${name} updated`)
      onDone()
    },
  )
  const taken = takenBy(update.error) !== null
  return (
    <Dialog open title={`Edit ${payee.name}`} closeOnBackdrop={unchanged} onClose={onClose}>
      <ChangeForm
        label="Edit payee"
        onSubmit={() => (unchanged ? onClose() : update.run())}
        error={taken ? null : update.error}
        fields={payeeFields}
        change={update}
        submit="Save changes"
        onCancel={onClose}
      >
        <PayeeFields value={input} onChange={setInput} errors={fieldErrors(update.error)} />
        <TakenNotice error={update.error} onOpenInstead={onOpenInstead} />
      </ChangeForm>
    </Dialog>
  )
}

function changeOf(payee: Payee, { name, iban, defaultReference }: PayeeInput): Body<'updatePayee'> {
  return {
    ...(name.trim() !== payee.name && { name }),
    ...(plainIban(iban) !== payee.iban && { iban }),
    ...(defaultReference !== (payee.defaultReference ?? '') && {
      defaultReference: defaultReference || null,
    }),
  }
}
