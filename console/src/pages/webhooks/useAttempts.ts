/** The attempts of a webhook, newest first. They are loaded again whenever the webhook says that there is a new one. */
import type { Webhook, WebhookAttempt } from '../../../../src/contract/console/webhooks.ts'
import { usePages } from '../../api/usePages.ts'
import { useWorkspace } from '../../session.tsx'

const rowsPerPage = 20

export type AttemptList = ReturnType<typeof useAttempts>

export function useAttempts({ id, lastDeliveryAt, failedAttempts, disabledAt }: Webhook) {
  const workspace = useWorkspace()
  const on = [workspace.id, id, lastDeliveryAt, failedAttempts, disabledAt]
  return usePages<WebhookAttempt>(on, (cursor, signal) =>
    workspace.call('listWebhookAttempts', 'GET', '/webhook-attempts/{id}', {
      id,
      query: { limit: rowsPerPage, cursor },
      signal,
    }),
  )
}
