/** Settings → Webhooks: endpoints that are notified of changes, and how they are doing. For owners and admins. */
import { useState } from 'react'
import type { Webhook } from '../../../src/contract/console/webhooks.ts'
import { useLoad } from '../api/useLoad.ts'
import { useRefresh } from '../api/useRefresh.ts'
import { useFilters } from '../router.tsx'
import { useWorkspace } from '../session.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { ConsoleCall } from './ConsoleCall.tsx'
import { DeleteWebhookDialog } from './webhooks/dialogs/DeleteWebhookDialog.tsx'
import { ReplayDialog } from './webhooks/dialogs/ReplayDialog.tsx'
import { RotateSecretDialog } from './webhooks/dialogs/RotateSecretDialog.tsx'
import { CreateWebhookDialog, EditWebhookDialog } from './webhooks/dialogs/WebhookDialog.tsx'
import { useStateChange } from './webhooks/useStateChange.ts'
import { WebhookDrawer } from './webhooks/WebhookDrawer.tsx'
import { WebhooksCard } from './webhooks/WebhooksCard.tsx'
import { isMoving } from './webhooks/webhookFacts.ts'

/** The open dialog, and what it is about. */
type Asked = { to: 'create' } | { to: 'edit' | 'rotate' | 'replay' | 'delete'; webhook: Webhook }

export default function WebhooksPage() {
  const { id, call } = useWorkspace()
  const list = useLoad(id, signal => call('listWebhooks', 'GET', '/webhooks', { signal }))
  const [filters, setFilters] = useFilters('webhook')
  const [asked, setAsked] = useState<Asked | null>(null)

  const { data: all = [], unavailable = null } = list.data ?? {}
  const isOff = unavailable !== null
  const opened = all.find(webhook => webhook.id === filters.webhook)
  useRefresh(list, !isOff && (opened !== undefined || all.some(webhook => isMoving(webhook))))
  const state = useStateChange(list.reload)

  const close = () => setAsked(null)
  const done = () => {
    close()
    list.reload()
  }
  const ask = (to: Exclude<Asked['to'], 'create'>) => (webhook: Webhook) => setAsked({ to, webhook })
  const create = () => setAsked({ to: 'create' })

  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Florin notifies your programs when data in this workspace changes."
        actions={
          list.data &&
          !isOff && (
            <Button variant="primary" icon="plus" onClick={create}>
              New webhook
            </Button>
          )
        }
      />
      {isOff && (
        <Notice tone="warning" title="Nothing is sent">
          {unavailable} The command <code>openssl rand -base64 32</code> makes one.
        </Notice>
      )}
      {filters.webhook && list.data && !opened && (
        <Notice>This webhook is not in the workspace. It may have been deleted.</Notice>
      )}
      <WebhooksCard list={list} onNew={create} onOpen={webhook => setFilters({ webhook: webhook.id })} />
      <ConsoleCall path="/webhooks" command={`webhooks list --workspace ${id}`}>
        Only owners and admins can manage webhooks, so this call uses your session. On the server, the command
        line does the same.
      </ConsoleCall>

      {opened && (
        <WebhookDrawer
          key={opened.id}
          opened={opened}
          isOff={isOff}
          state={state}
          onEdit={ask('edit')}
          onRotate={ask('rotate')}
          onReplay={ask('replay')}
          onDelete={ask('delete')}
          onClose={() => setFilters({ webhook: null })}
        />
      )}
      {asked?.to === 'create' && (
        <CreateWebhookDialog
          onCreated={list.reload}
          // The next step is a test message, which the details have a button for.
          onDone={webhook => {
            close()
            setFilters({ webhook: webhook.id })
          }}
          onClose={close}
        />
      )}
      {asked?.to === 'edit' && (
        <EditWebhookDialog webhook={asked.webhook} isOff={isOff} onDone={done} onClose={close} />
      )}
      {asked?.to === 'rotate' && (
        <RotateSecretDialog webhook={asked.webhook} onRotated={list.reload} onClose={close} />
      )}
      {asked?.to === 'replay' && <ReplayDialog webhook={asked.webhook} onReplayed={done} onClose={close} />}
      {asked?.to === 'delete' && (
        <DeleteWebhookDialog
          webhook={asked.webhook}
          onDeleted={() => {
            setFilters({ webhook: null })
            done()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
