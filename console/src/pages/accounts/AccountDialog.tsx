/** Creates an account, or changes what people may change of one. */
import { useState } from 'react'
import type { Account } from '../../../../src/contract/accounts.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { type Option, SelectField } from '../../ui/forms/SelectField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { groupedIban, tidiedIban } from '../payees/ibanText.ts'
import { nameOf } from './words.ts'

interface AccountDialogProps {
  /** The account to change; a new one without it. */
  account?: Account | undefined
  /** Starts with the option for all companies. */
  companies: readonly Option[]
  companyId?: string | undefined
  onDone: (account: Account) => void
  onClose: () => void
}

const fields = ['companyId', 'name', 'nickname', 'iban', 'currency', 'institutionName']
const fieldOfCode = { ACCOUNT_EXISTS: 'iban' }

export function AccountDialog({ account, companies, companyId, onDone, onClose }: AccountDialogProps) {
  const { call } = useWorkspace()
  const choices = companies.filter(({ value }) => value !== '')
  const [input, setInput] = useState({
    companyId: companyId ?? choices[0]?.value ?? '',
    name: account ? (account.nickname ?? '') : '',
    iban: account?.iban ? groupedIban(account.iban) : '',
    currency: account?.currency ?? 'EUR',
    institutionName: account?.institutionName ?? '',
  })
  const set = (change: Partial<typeof input>) => setInput(before => ({ ...before, ...change }))
  const save = useMutation(
    () => {
      const shared = {
        iban: input.iban.trim() || null,
        institutionName: input.institutionName.trim() || null,
      }
      if (account) {
        const body = { ...shared, nickname: input.name.trim() || null }
        return call('changeAccount', 'PATCH', '/account-details/{id}', { id: account.id, body })
      }
      const body = { ...shared, companyId: input.companyId, name: input.name, currency: input.currency }
      return call('createAccount', 'POST', '/account-details', { body })
    },
    saved => {
      toast(`${nameOf(saved)} saved`)
      onDone(saved)
    },
  )
  const errors = fieldErrors(save.error, fieldOfCode)
  return (
    <Dialog
      open
      title={account ? `Edit ${nameOf(account)}` : 'New account'}
      description={
        account
          ? 'The nickname is shown in place of the name that the bank uses.'
          : 'With its IBAN, statements find their account by themselves.'
      }
      onClose={onClose}
    >
      <ChangeForm
        label={account ? 'Edit account' : 'New account'}
        fields={fields}
        fieldOfCode={fieldOfCode}
        change={save}
        submit="Save account"
        onCancel={onClose}
      >
        {!account && choices.length > 1 && (
          <SelectField
            label="Company"
            options={choices}
            value={input.companyId}
            onChange={value => set({ companyId: value })}
            error={errors.companyId}
          />
        )}
        <TextField
          label={account ? 'Nickname' : 'Name'}
          value={input.name}
          onChange={name => set({ name })}
          error={account ? errors.nickname : errors.name}
          maxLength={140}
          autoComplete="off"
          required={!account}
        />
        <TextField
          label="IBAN"
          hint="Optional. Cards and some foreign accounts have none."
          value={input.iban}
          onChange={iban => set({ iban })}
          onBlur={() => set({ iban: tidiedIban(input.iban) })}
          error={errors.iban}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
        />
        {!account && (
          <TextField
            label="Currency"
            hint="Three letters, such as EUR."
            value={input.currency}
            onChange={currency => set({ currency: currency.toUpperCase() })}
            error={errors.currency}
            maxLength={3}
            autoComplete="off"
            required
          />
        )}
        <TextField
          label="Bank"
          value={input.institutionName}
          onChange={institutionName => set({ institutionName })}
          error={errors.institutionName}
          maxLength={140}
          autoComplete="off"
        />
      </ChangeForm>
    </Dialog>
  )
}
