/** Changes where a key may be used from. */
import { useState } from 'react'
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { NetworksField, networkFields, networksIn, networksText } from './NetworksField.tsx'

interface NetworksDialogProps {
  of: ApiKey
  onChanged: () => void
  onClose: () => void
}

export function NetworksDialog({ of, onChanged, onClose }: NetworksDialogProps) {
  const { call } = useWorkspace()
  const [text, setText] = useState(networksText(of.networks))
  const change = useMutation(
    () =>
      call('changeKeyNetworks', 'PATCH', '/keys/{id}', {
        id: of.id,
        body: { networks: networksIn(text) },
      }),
    () => {
      toast(`Networks of ${of.name} saved`)
      onChanged()
    },
  )
  return (
    <Dialog
      open
      size="wide"
      title={`Networks of ${of.name}`}
      description="Requests from any other address are refused with 403, starting immediately."
      onClose={onClose}
      closeOnBackdrop={false}
    >
      <ChangeForm
        label={`Networks of ${of.name}`}
        fields={networkFields(change.error)}
        change={change}
        submit="Save networks"
        onCancel={onClose}
      >
        <NetworksField value={text} onChange={setText} error={change.error} />
      </ChangeForm>
    </Dialog>
  )
}
