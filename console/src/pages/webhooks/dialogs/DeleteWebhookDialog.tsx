import type { Webhook } from '../../../../../src/contract/console/webhooks.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx'
import text from '../../../ui/text/text.module.css'
import { hostOf } from '../webhookFacts.ts'

interface DeleteWebhookDialogProps {
  webhook: Webhook
  onDeleted: () => void
  onClose: () => void
}

export function DeleteWebhookDialog({ webhook, onDeleted, onClose }: DeleteWebhookDialogProps) {
  const { call } = useWorkspace()
  const { id, name, state } = webhook
  const remove = useMutation(
    () => call('deleteWebhook', 'DELETE', '/webhooks/{id}', { id }),
    () => {
      toast(`${name} deleted`)
      onDeleted()
    },
  )
  return (
    <ConfirmDialog open title={`Delete ${name}?`} confirm="Delete webhook" change={remove} onClose={onClose}>
      <p>
        <strong>{hostOf(webhook)}</strong> gets no more messages. The webhook, its secret and the list of its
        attempts are deleted. This cannot be undone.
      </p>
      {state === 'active' && (
        <p className={text.muted}>
          To pause it, disable it instead: enabled again, it continues where it stopped.
        </p>
      )}
    </ConfirmDialog>
  )
}
