/** Shows the recovery codes, once. It cannot be closed before the person confirms that they are stored. */
import { useState } from 'react'
import { utcDay } from '../../format/date.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './RecoveryCodesDialog.module.css'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { email } = useSession().me.user
  const [stored, setStored] = useState(false)
  return (
    <Dialog
      // A new dialog, so that the focus is set and the title is read again.
      key="codes"
      open
      locked
      title="Store your recovery codes"
      description="Each code signs you in once, instead of a code from the app. They are not shown again."
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={!stored} onClick={onClose}>
          Done
        </Button>
      }
    >
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={layout.row}>
        <CopyButton text={codes.join('\n')} label="Copy codes" words />
        <Button icon="download" size="small" onClick={() => download(fileOf(email, codes))}>
          Download as text
        </Button>
      </div>
      <CheckboxField
        label="I have stored these codes in a safe place"
        checked={stored}
        onChange={setStored}
      />
    </Dialog>
  )
}

const fileOf = (email: string, codes: readonly string[]): string =>
  [
    `Florin recovery codes for ${email}`,
    `${location.origin}, ${utcDay()}`,
    '',
    ...codes,
    '',
    'Each code works once.',
    '',
  ].join('\n')

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = 'florin-recovery-codes.txt'
  link.click()
  // The browser reads the file later, so the URL has to stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
