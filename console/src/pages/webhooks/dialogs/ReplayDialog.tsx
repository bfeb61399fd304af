/** Delivers changes again, from an instant on or from the beginning. */
import { useState } from 'react'
import type { Webhook } from '../../../../../src/contract/console/webhooks.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { InstantField } from '../../lists/fields/DayField.tsx'

interface ReplayDialogProps {
  webhook: Webhook
  onReplayed: () => void
  onClose: () => void
}

const options = [
  { value: 'since', label: 'Since a time' },
  { value: 'all', label: 'Everything' },
] as const

const fieldOfCode = { NOT_YET_DELIVERED: 'from' }

export function ReplayDialog({ webhook, onReplayed, onClose }: ReplayDialogProps) {
  const { call } = useWorkspace()
  const { id, name, state, include } = webhook
  const [what, setWhat] = useState<'since' | 'all'>('since')
  const [from, setFrom] = useState<string | null>(() => dayBefore(webhook))
  const [isMissing, setMissing] = useState(false)
  const replay = useMutation(
    () =>
      call('replayWebhook', 'POST', '/webhook-replays', {
        body: { webhookId: id, from: what === 'all' ? null : from },
      }),
    () => {
      toast(`${name} sends these changes again`)
      onReplayed()
    },
  )
  // Without an instant the service would send everything.
  const submit = () => {
    const missing = what === 'since' && from === null
    setMissing(missing)
    if (!missing) replay.run()
  }
  const errors = isMissing ? { from: 'Choose a date and a time.' } : fieldErrors(replay.error, fieldOfCode)
  return (
    <Dialog
      open
      title={`Replay ${name}`}
      description={
        include === 'objects'
          ? 'Rows that changed are sent again as they are now, so the receiver has to accept rows that it knows.'
          : 'The receiver is notified again, with a cursor from which it can read the changes.'
      }
      onClose={onClose}
    >
      <ChangeForm
        label={`Replay ${name}`}
        onSubmit={submit}
        error={isMissing ? null : replay.error}
        fields={what === 'since' ? ['from'] : []}
        fieldOfCode={fieldOfCode}
        change={replay}
        submit="Send again"
        onCancel={onClose}
      >
        <Segmented label="What to send again" options={options} value={what} onChange={setWhat} />
        {what === 'since' && (
          <InstantField
            label="Changed since"
            hint="In your time zone."
            value={from ?? undefined}
            onChange={setFrom}
            error={errors.from}
          />
        )}
        {what === 'all' && include === 'objects' && (
          <Notice>
            Every row of the workspace is sent, 50 in a message. In a large one this takes a while.
          </Notice>
        )}
        {state === 'disabled' && <Notice>The webhook is disabled. It sends when you enable it.</Notice>}
      </ChangeForm>
    </Dialog>
  )
}

const dayMs = 24 * 60 * 60 * 1000

/** Before the last change that was delivered, as there is nothing to send again after it. */
const dayBefore = ({ deliveredTo }: Webhook): string | null =>
  deliveredTo && new Date(Date.parse(deliveredTo) - dayMs).toISOString()
