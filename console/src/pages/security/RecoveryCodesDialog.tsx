/** The recovery codes, this once. Nothing closes it before the person says that they are kept. */
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
      // Another dialog than the one with the form, so that the focus and the title are read anew.
      key="codes"
      open
      locked
      title="Store your recovery codes"
      description="Each of them signs you in once in place of a code from the app. They are not shown again."
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
    `Florin recovery codes of ${email}`,
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
  // The browser takes the file in its own time; the address must live until it has.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
