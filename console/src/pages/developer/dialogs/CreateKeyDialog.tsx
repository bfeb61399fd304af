/** Creates a new key, or one with fewer scopes that replaces another. */
import { useState } from 'react'
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import type { Scope } from '../../../../../src/contract/scopes.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { expiryDays, expiryLike, readScopes } from '../keyFacts.ts'
import { ExpiryField } from './ExpiryField.tsx'
import { type CreatedKey, KeyDialog } from './KeyDialog.tsx'
import { NetworksField, networkFields, networksIn, networksText } from './NetworksField.tsx'
import { ScopeTable } from './ScopeTable.tsx'

/** The key to replace, and the scopes of the new one. */
export interface Narrower {
  old: ApiKey
  scopes: Scope[]
}

interface CreateKeyDialogProps {
  narrower?: Narrower | undefined
  onCreated: () => void
  onRevoke: (old: ApiKey) => void
  onClose: () => void
}

export function CreateKeyDialog({ narrower, ...rest }: CreateKeyDialogProps) {
  return (
    <KeyDialog
      {...rest}
      title={narrower ? 'New key with fewer scopes' : 'New key'}
      description={
        narrower
          ? `With only the scopes that ${narrower.old.name} has used. Both keys work until you revoke the old one.`
          : 'A key lets a program use the API in this workspace. Give it only the access that the program needs.'
      }
      replaces={narrower?.old}
    >
      {created => <CreateForm narrower={narrower} created={created} onCancel={rest.onClose} />}
    </KeyDialog>
  )
}

interface CreateFormProps {
  narrower: Narrower | undefined
  created: (made: CreatedKey) => void
  onCancel: () => void
}

const nameLengthMax = 100

function CreateForm({ narrower, created, onCancel }: CreateFormProps) {
  const { call } = useWorkspace()
  const [name, setName] = useState(narrower?.old.name ?? '')
  const [scopes, setScopes] = useState<Scope[]>(narrower?.scopes ?? readScopes)
  const [expiry, setExpiry] = useState(narrower ? expiryLike(narrower.old) : '90')
  const [networks, setNetworks] = useState(networksText(narrower?.old.networks ?? null))
  const create = useMutation(() => {
    const replaces = narrower && { successorOf: narrower.old.id }
    const where = { networks: networksIn(networks) }
    const body = { name, scopes, expiresInDays: expiryDays[expiry], ...where, ...replaces }
    return call('createKey', 'POST', '/keys', { body })
  }, created)
  return (
    <ChangeForm
      label="New key"
      fields={['name', ...networkFields(create.error)]}
      change={create}
      submit="Create key"
      onCancel={onCancel}
    >
      <TextField
        label="Name"
        hint="What will use it, such as “Ledger sync, production”."
        value={name}
        onChange={setName}
        error={fieldErrors(create.error).name}
        maxLength={nameLengthMax}
        autoComplete="off"
        required
      />
      <ScopeTable chosen={scopes} onChange={setScopes} />
      <ExpiryField value={expiry} onChange={setExpiry} />
      <NetworksField value={networks} onChange={setNetworks} error={create.error} />
    </ChangeForm>
  )
}
