/** A new payee. */
import { useState } from 'react'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { type Option, SelectField } from '../../ui/forms/SelectField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { PayeeFields, type PayeeInput, payeeFields } from './PayeeFields.tsx'
import { TakenNotice, takenBy } from './TakenNotice.tsx'
import { useIdempotencyKey } from './useIdempotencyKey.ts'

interface NewPayeeDialogProps {
  /** Starts with the option for all companies, which does not apply to a payee. */
  companies: readonly Option[]
  /** The company that the list is filtered by. */
  companyId: string | undefined
  /** What is known already, such as the supplier of a bill. */
  given?: Partial<PayeeInput>
  onDone: () => void
  onOpenInstead: (payeeId: string) => void
  onClose: () => void
}

const empty = { name: '', iban: '', defaultReference: '' }

export function NewPayeeDialog(props: NewPayeeDialogProps) {
  const { companies, companyId: filtered, given, onDone, onOpenInstead, onClose } = props
  const { data } = useWorkspace()
  const once = useIdempotencyKey()
  const choices = companies.filter(({ value }) => value !== '')
  const several = choices.length > 1
  const known = choices.some(({ value }) => value === filtered)
  const [companyId, setCompanyId] = useState((known && filtered) || '')
  const [input, setInput] = useState<PayeeInput>(() => (given ? { ...empty, ...given } : empty))

  const create = useMutation(
    () => {
      const { name, iban, defaultReference } = input
      const body = {
        ...(companyId && { companyId }),
        name,
        iban,
        ...(defaultReference && { defaultReference }),
      }
      return once(body, idempotencyKey => data.payees.create(body, { idempotencyKey }))
    },
    ({ name }) => {
      toast(`${name} saved`)
      onDone()
    },
  )
  const taken = takenBy(create.error) !== null
  const errors = fieldErrors(create.error)
  return (
    <Dialog
      open
      title="New payee"
      description="A company can have only one payee per IBAN."
      closeOnBackdrop={input === empty}
      onClose={onClose}
    >
      <ChangeForm
        label="New payee"
        error={taken ? null : create.error}
        fields={several ? payeeFields : payeeFields.slice(1)}
        change={create}
        submit="Save payee"
        onCancel={onClose}
      >
        {several && (
          <SelectField
            label="Company"
            options={[
              ...(companyId ? [] : [{ value: '', label: 'Choose the company that pays' }]),
              ...choices,
            ]}
            value={companyId}
            onChange={setCompanyId}
            error={errors.companyId && 'Choose the company that pays.'}
            required
          />
        )}
        <PayeeFields value={input} onChange={setInput} errors={errors} />
        <TakenNotice error={create.error} onOpenInstead={onOpenInstead} />
      </ChangeForm>
    </Dialog>
  )
}
