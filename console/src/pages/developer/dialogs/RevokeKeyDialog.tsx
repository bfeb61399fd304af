/** Asks before a key is revoked, and says how it was last used. */
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import type { Usage } from '../../../../../src/contract/console/usage.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { formatRelative } from '../../../format/date.ts'
import { formatCount } from '../../../format/money.ts'
import { useWorkspace } from '../../../session.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx'
import text from '../../../ui/text/text.module.css'
import { startOf, usedWithinDay } from '../keyFacts.ts'
import { ofKey, totalOf } from '../usage/usageFacts.ts'

interface RevokeKeyDialogProps {
  doomed: ApiKey
  /** The key that replaces it. */
  successor: ApiKey | undefined
  usage: Usage | undefined
  onRevoked: () => void
  onClose: () => void
}

export function RevokeKeyDialog({ doomed, successor, usage, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { call } = useWorkspace()
  const revoke = useMutation(
    () => call('revokeKey', 'DELETE', '/keys/{id}', { id: doomed.id }),
    () => {
      toast(`${doomed.name} revoked`)
      onRevoked()
    },
  )
  return (
    <ConfirmDialog
      open
      title={`Revoke ${doomed.name}?`}
      confirm="Revoke key"
      change={revoke}
      onClose={onClose}
    >
      <p>
        <strong>{doomed.name}</strong> (<code>{startOf(doomed)}</code>) stops working immediately. This cannot
        be undone.
      </p>
      {usedWithinDay(doomed) ? (
        <Notice tone="warning" title="This key is in use">
          {lastWords(doomed, usage)}
        </Notice>
      ) : (
        <p className={text.muted}>{lastWords(doomed, usage)}</p>
      )}
      {successor && (
        <p className={text.muted}>
          Its successor <code>{startOf(successor)}</code>{' '}
          {successor.lastUsedAt === null
            ? 'has never been used: switch your programs first.'
            : `was last used ${formatRelative(successor.lastUsedAt)}.`}
        </p>
      )}
    </ConfirmDialog>
  )
}

function lastWords({ id, lastUsedAt }: ApiKey, usage: Usage | undefined): string {
  if (lastUsedAt === null) return 'It has never been used.'
  const own = usage && ofKey(usage, id)
  const { lastAddress, lastClient } = own?.keys[0] ?? {}
  const from = lastAddress ? ` from ${lastAddress}` : ''
  const by = lastClient ? ` by ${lastClient}` : ''
  const count = own ? totalOf(own.requests) : 0
  const often = count > 0 ? ` It made ${formatCount(count)} requests in the last 30 days.` : ''
  return `It was last used ${formatRelative(lastUsedAt)}${from}${by}.${often}`
}
