/** Creates a successor with the same name, networks and scopes: the first of the three steps of a rotation. */
import { useState } from 'react'
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { expiryDays, expiryLike, scopeWords, startOf } from '../keyFacts.ts'
import steps from '../steps.module.css'
import { ExpiryField } from './ExpiryField.tsx'
import { type CreatedKey, KeyDialog } from './KeyDialog.tsx'

interface RotateKeyDialogProps {
  old: ApiKey
  onCreated: () => void
  onRevoke: (old: ApiKey) => void
  onClose: () => void
}

export function RotateKeyDialog({ old, ...rest }: RotateKeyDialogProps) {
  return (
    <KeyDialog {...rest} title={`Rotate ${old.name}`} replaces={old}>
      {created => <RotateForm old={old} created={created} onCancel={rest.onClose} />}
    </KeyDialog>
  )
}

interface RotateFormProps {
  old: ApiKey
  created: (made: CreatedKey) => void
  onCancel: () => void
}

function RotateForm({ old, created, onCancel }: RotateFormProps) {
  const { call } = useWorkspace()
  const [expiry, setExpiry] = useState(expiryLike(old))
  const rotate = useMutation(
    () =>
      call('rotateKey', 'POST', '/rotations', { body: { keyId: old.id, expiresInDays: expiryDays[expiry] } }),
    created,
  )
  return (
    <ChangeForm label={`Rotate ${old.name}`} change={rotate} submit="Create successor" onCancel={onCancel}>
      <ol className={steps.steps}>
        <li>
          <strong>Create a successor</strong> with the same name, networks and scopes (
          {scopeWords(old.scopes).toLowerCase()}). Both keys work.
        </li>
        <li>
          <strong>Switch your programs</strong> to the new secret. The list shows when{' '}
          <code>{startOf(old)}</code> was last used.
        </li>
        <li>
          <strong>Revoke the old key</strong> when nothing uses it any more.
        </li>
      </ol>
      <ExpiryField value={expiry} onChange={setExpiry} />
    </ChangeForm>
  )
}
