/** Asks before the secret of a webhook is replaced, and then shows the new one. */
import { useState } from 'react'
import type { Webhook } from '../../../../../src/contract/console/webhooks.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx'
import { Instant } from '../../../ui/text/Time.tsx'
import { SecretDialog, type WithSecret } from './SecretDialog.tsx'

interface RotateSecretDialogProps {
  webhook: Webhook
  onRotated: () => void
  onClose: () => void
}

export function RotateSecretDialog({ webhook, onRotated, onClose }: RotateSecretDialogProps) {
  const { call } = useWorkspace()
  const [made, setMade] = useState<WithSecret | null>(null)
  const rotate = useMutation(
    () => call('rotateWebhookSecret', 'POST', '/webhook-secrets', { body: { webhookId: webhook.id } }),
    result => {
      setMade(result)
      onRotated()
    },
  )
  if (made) {
    const stored = () => {
      toast(`${webhook.name} has a new secret`)
      onClose()
    }
    return <SecretDialog {...made} onStored={stored} />
  }
  return (
    <ConfirmDialog
      open
      title={`Rotate the secret of ${webhook.name}?`}
      confirm="Create new secret"
      tone="primary"
      change={rotate}
      onClose={onClose}
    >
      <WhatHappens to={webhook} />
    </ConfirmDialog>
  )
}

function WhatHappens({ to: { disabledReason, previousSecretUntil } }: { to: Webhook }) {
  if (disabledReason === 'secret_changed') {
    return (
      <p>
        The receiver has to use the new secret from the next message on: the old one no longer signs, because
        FLORIN_SECRET has changed. Enable the webhook when the receiver has the new secret.
      </p>
    )
  }
  return (
    <>
      <p>
        For 24 hours, messages are signed with both secrets, so the receiver can switch without missing one.
        After that, only the new secret works.
      </p>
      {previousSecretUntil !== null && (
        <Notice tone="warning" title="It was rotated less than a day ago">
          The secret before the current one would sign until <Instant value={previousSecretUntil} />. It stops
          now: rotate only if the receiver has switched to the current one.
        </Notice>
      )}
    </>
  )
}
