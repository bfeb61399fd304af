/** A dialog with one name: of a new workspace, or of the one that is renamed. */
import { useState } from 'react'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { ChangeForm } from '../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface NameDialogProps<Result> {
  title: string
  description: string
  action: string
  name?: string
  save: (name: string) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

export function NameDialog<Result>(props: NameDialogProps<Result>) {
  const { title, description, action, onClose } = props
  const [name, setName] = useState(props.name ?? '')
  const save = useMutation(() => props.save(name), props.onDone)
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <ChangeForm label={title} fields={['name']} change={save} submit={action} onCancel={onClose}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={fieldErrors(save.error).name}
          maxLength={140}
          autoComplete="organization"
          required
        />
      </ChangeForm>
    </Dialog>
  )
}
