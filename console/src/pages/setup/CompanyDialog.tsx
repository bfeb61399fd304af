/** Creates a company, or changes one. */
import { useState } from 'react'
import type { Company } from '../../../../src/contract/companies.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface CompanyDialogProps {
  company?: Company | undefined
  onDone: (company: Company) => void
  onClose: () => void
}

const fields = ['name', 'vatNumber', 'registrationNumber', 'country']

export function CompanyDialog({ company, onDone, onClose }: CompanyDialogProps) {
  const { call } = useWorkspace()
  const [input, setInput] = useState({
    name: company?.name ?? '',
    vatNumber: company?.vatNumber ?? '',
    registrationNumber: company?.registrationNumber ?? '',
    country: company?.country ?? '',
  })
  const set = (change: Partial<typeof input>) => setInput(before => ({ ...before, ...change }))
  const save = useMutation(
    () => {
      const { name, vatNumber, registrationNumber, country } = input
      const body = {
        name,
        vatNumber: vatNumber.trim() || null,
        registrationNumber: registrationNumber.trim() || null,
        country: country.trim() || null,
      }
      return company
        ? call('changeCompany', 'PATCH', '/company-details/{id}', { id: company.id, body })
        : call('createCompany', 'POST', '/company-details', { body })
    },
    saved => {
      toast(`${saved.name} saved`)
      onDone(saved)
    },
  )
  const errors = fieldErrors(save.error)
  const title = company ? `Edit ${company.name}` : 'New company'
  return (
    <Dialog
      open
      title={title}
      description="Accounts, transactions and bills belong to a company."
      onClose={onClose}
    >
      <ChangeForm label={title} fields={fields} change={save} submit="Save company" onCancel={onClose}>
        <TextField
          label="Legal name"
          value={input.name}
          onChange={name => set({ name })}
          error={errors.name}
          maxLength={140}
          autoComplete="organization"
          required
        />
        <TextField
          label="VAT number"
          hint="Optional. Invoices to this number find their company."
          value={input.vatNumber}
          onChange={vatNumber => set({ vatNumber })}
          error={errors.vatNumber}
          maxLength={140}
          autoComplete="off"
        />
        <TextField
          label="Registration number"
          value={input.registrationNumber}
          onChange={registrationNumber => set({ registrationNumber })}
          error={errors.registrationNumber}
          maxLength={140}
          autoComplete="off"
        />
        <TextField
          label="Country"
          hint="Two letters, such as DE."
          value={input.country}
          onChange={country => set({ country: country.toUpperCase() })}
          error={errors.country}
          maxLength={2}
          autoComplete="country"
        />
      </ChangeForm>
    </Dialog>
  )
}
