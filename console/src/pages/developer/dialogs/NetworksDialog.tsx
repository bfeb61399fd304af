/** Changes where a key may be used from. */
import { useState } from 'react'
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
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
      <Form
        label={`Networks of ${of.name}`}
        onSubmit={() => change.run()}
        error={change.error}
        fields={networkFields(change.error)}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={change.pending}>
              Save networks
            </Button>
          </>
        }
      >
        <NetworksField value={text} onChange={setText} error={change.error} />
      </Form>
    </Dialog>
  )
}
