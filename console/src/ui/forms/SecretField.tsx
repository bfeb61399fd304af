/**
 * A secret that is shown once, selected and with a copy button. It is only in the memory of the page while this is
 * drawn, never in a URL, in storage or in a log.
 */
import { useEffect, useRef } from 'react'
import { CopyButton } from '../actions/CopyButton.tsx'
import text from '../text/text.module.css'
import { TextField } from './Field.tsx'
import styles from './SecretField.module.css'

export function SecretField({ secret }: { secret: string }) {
  const field = useRef<HTMLInputElement>(null)
  // The dialog may have been open before, so the focus has to be moved to the secret.
  useEffect(() => field.current?.select(), [])
  return (
    <div className={styles.secret}>
      <TextField
        label="Secret"
        ref={field}
        readOnly
        value={secret}
        onChange={() => {}}
        className={text.mono}
        autoComplete="off"
        spellCheck={false}
      />
      <CopyButton text={secret} label="Copy secret" words />
    </div>
  )
}
