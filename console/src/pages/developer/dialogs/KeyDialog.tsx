/**
 * A new key, from the form to the secret, in one dialog. If the key replaces another one, the last step offers to revoke
 * that one. While the secret is shown, only the buttons close the dialog.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Instant } from '../../../ui/text/Time.tsx'
import { startOf } from '../keyFacts.ts'
import { SecretView } from './SecretView.tsx'

export interface CreatedKey {
  key: ApiKey
  secret: string
}

interface KeyDialogProps {
  title: string
  description?: ReactNode
  /** The key that the new one replaces. */
  replaces?: ApiKey | undefined
  /** Called when the key is created, so that the list can be reloaded. */
  onCreated: () => void
  onRevoke: (old: ApiKey) => void
  onClose: () => void
  children: (created: (made: CreatedKey) => void) => ReactNode
}

type Stage = { is: 'form' } | ({ is: 'secret' } & CreatedKey) | { is: 'old'; made: ApiKey }

export function KeyDialog(props: KeyDialogProps) {
  const { title, description, replaces, onCreated, onRevoke, onClose, children } = props
  const [stage, setStage] = useState<Stage>({ is: 'form' })
  const created = (made: CreatedKey) => {
    setStage({ is: 'secret', ...made })
    onCreated()
  }

  if (stage.is === 'secret') {
    const { key, secret } = stage
    const stored = () => {
      toast(`${key.name} is ready`)
      if (replaces) setStage({ is: 'old', made: key })
      else onClose()
    }
    return (
      <Dialog open size="wide" title={`Secret of ${key.name}`} onClose={onClose} locked>
        <SecretView made={key} secret={secret} onStored={stored} />
      </Dialog>
    )
  }
  if (stage.is === 'old' && replaces) {
    return (
      <Dialog open size="wide" title="Both keys work now" onClose={onClose}>
        <OldKey old={replaces} made={stage.made} onRevoke={() => onRevoke(replaces)} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      size="wide"
      title={title}
      description={description}
      onClose={onClose}
      closeOnBackdrop={false}
    >
      {children(created)}
    </Dialog>
  )
}

interface OldKeyProps {
  old: ApiKey
  made: ApiKey
  onRevoke: () => void
  onClose: () => void
}

function OldKey({ old, made, onRevoke, onClose }: OldKeyProps) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => text.current?.closest('dialog')?.querySelector('h2')?.focus(), [])
  return (
    <div className={layout.stack} ref={text}>
      <p>
        Switch your programs to <code>{startOf(made)}</code>. When nothing uses <code>{startOf(old)}</code>{' '}
        any more, revoke it.{' '}
        {old.lastUsedAt === null ? (
          'It has never been used.'
        ) : (
          <>
            It was last used <Instant value={old.lastUsedAt} relative />.
          </>
        )}
      </p>
      <FormActions>
        <Button onClick={onRevoke}>Revoke the old key…</Button>
        <Button variant="primary" onClick={onClose}>
          Keep both for now
        </Button>
      </FormActions>
    </div>
  )
}
