/** Enables or disables a webhook, and says which of them is under way. */
import { useState } from 'react'
import type { Webhook, WebhookState } from '../../../../src/contract/console/webhooks.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'

export interface StateChange {
  run: (webhook: Webhook, state: WebhookState) => void
  pending: WebhookState | null
  error: unknown
}

export function useStateChange(onDone: () => void): StateChange {
  const { call } = useWorkspace()
  const [asked, setAsked] = useState<WebhookState | null>(null)
  const change = useMutation(
    ({ id }: Webhook, state: WebhookState) =>
      call('changeWebhook', 'PATCH', '/webhooks/{id}', { id, body: { state } }),
    (_, before, state) => {
      toast(doneText(before, state))
      onDone()
    },
  )
  const run = (webhook: Webhook, state: WebhookState) => {
    setAsked(state)
    change.run(webhook, state)
  }
  return { run, pending: change.pending ? asked : null, error: change.error }
}

function doneText({ name, state: before }: Webhook, state: WebhookState): string {
  if (state === 'disabled') return `${name} disabled`
  return before === 'active' ? `${name} tries again now` : `${name} enabled. It continues where it stopped.`
}
