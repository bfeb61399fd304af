/** A password field with a button to show the password. */
import { useState } from 'react'
import { IconButton } from '../actions/Button.tsx'
import field from './Field.module.css'
import { Field, type TextFieldProps } from './Field.tsx'
import styles from './PasswordField.module.css'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'autoComplete'> & {
  /** Tells password managers whether to fill in a password or to suggest one. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, hint, error, labelHidden, onChange, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {control => (
        <div className={styles.password}>
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={field.control}
            spellCheck={false}
            autoCapitalize="none"
            onChange={event => onChange(event.target.value)}
          />
          <IconButton
            icon={shown ? 'eyeOff' : 'eye'}
            label={shown ? 'Hide password' : 'Show password'}
            size="small"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
