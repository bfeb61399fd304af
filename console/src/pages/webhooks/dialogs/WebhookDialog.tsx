/** Creates a webhook, and then shows its secret; or edits one. */
import { useState } from 'react'
import type { Webhook } from '../../../../../src/contract/console/webhooks.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { type Mutation, useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { SecretDialog, type WithSecret } from './SecretDialog.tsx'
import { WebhookFields } from './WebhookFields.tsx'
import { bodyOf, draftOf, type WebhookDraft, webhookFields } from './webhookDraft.ts'

interface CreateWebhookDialogProps {
  /** Called when it is created, so that the list can be reloaded. */
  onCreated: () => void
  /** The secret is stored. */
  onDone: (webhook: Webhook) => void
  onClose: () => void
}

export function CreateWebhookDialog({ onCreated, onDone, onClose }: CreateWebhookDialogProps) {
  const { call } = useWorkspace()
  const [made, setMade] = useState<WithSecret | null>(null)
  const create = useMutation(
    (draft: WebhookDraft) =>
      call('createWebhook', 'POST', '/webhooks', { body: { ...bodyOf(draft), start: draft.start } }),
    result => {
      setMade(result)
      onCreated()
    },
  )
  if (made) return <SecretDialog {...made} onStored={() => onDone(made.webhook)} />
  return (
    <WebhookForm
      title="New webhook"
      description="Florin sends a signed message to a program when data in this workspace changes."
      submit="Create webhook"
      save={create}
      onClose={onClose}
    />
  )
}

interface EditWebhookDialogProps {
  webhook: Webhook
  /** The service sends no webhooks. */
  isOff: boolean
  onDone: () => void
  onClose: () => void
}

export function EditWebhookDialog({ webhook, isOff, onDone, onClose }: EditWebhookDialogProps) {
  const { call } = useWorkspace()
  const { id, name, state, failingSince } = webhook
  // The next attempt may be a day away, and the URL has probably just been corrected.
  const tryNow = state === 'active' && failingSince !== null && !isOff
  const change = useMutation(
    (draft: WebhookDraft) =>
      call('changeWebhook', 'PATCH', '/webhooks/{id}', {
        id,
        body: { ...bodyOf(draft), ...(tryNow && { state }) },
      }),
    changed => {
      toast(`${changed.name} saved${tryNow ? '. It tries again now.' : ''}`)
      onDone()
    },
  )
  return (
    <WebhookForm
      title={`Edit ${name}`}
      submit="Save changes"
      webhook={webhook}
      save={change}
      onClose={onClose}
    />
  )
}

interface WebhookFormProps {
  title: string
  description?: string
  submit: string
  /** The one to edit. */
  webhook?: Webhook
  save: Mutation<[WebhookDraft]>
  onClose: () => void
}

function WebhookForm({ title, description, submit, webhook, save, onClose }: WebhookFormProps) {
  const [first] = useState(() => draftOf(webhook))
  const [draft, setDraft] = useState(first)
  return (
    <Dialog
      open
      size="wide"
      title={title}
      description={description}
      onClose={onClose}
      closeOnBackdrop={JSON.stringify(draft) === JSON.stringify(first)}
    >
      <ChangeForm
        label={title}
        fields={webhookFields}
        change={{ ...save, run: () => save.run(draft) }}
        submit={submit}
        onCancel={onClose}
      >
        <WebhookFields
          draft={draft}
          onChange={setDraft}
          errors={fieldErrors(save.error)}
          isNew={webhook === undefined}
        />
      </ChangeForm>
    </Dialog>
  )
}
