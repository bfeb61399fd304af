/** The code of a second factor: six digits of the authenticator, or a recovery code. It takes the focus when it appears. */
import { TextField } from '../ui/Field.tsx'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

export function CodeField({ value, onChange, error }: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      name="code"
      hint="Six digits from your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className="control-code"
      value={value}
      onChange={onChange}
      error={error}
      required
      autoFocus
    />
  )
}
