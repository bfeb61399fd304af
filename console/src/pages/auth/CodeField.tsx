/** A second-factor code: six digits from the authenticator app, or a recovery code. Takes the focus when it appears. */
import { TextField } from '../../ui/forms/Field.tsx'
import styles from './CodeField.module.css'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  label?: string | undefined
  hint?: string | undefined
  error?: string | undefined
}

const bothHint = 'Six digits from your authenticator app, or one of your recovery codes.'

export function CodeField({ label = 'Code', hint = bothHint, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      label={label}
      name="code"
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className={styles.code}
      required
      autoFocus
    />
  )
}
