/** A labelled control. Screen readers read its hint and error with it. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import text from '../text/text.module.css'
import styles from './Field.module.css'

export interface FieldLook {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The label is for screen readers only, as in a row of filters. */
  labelHidden?: boolean | undefined
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldLook {
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, labelHidden, children }: FieldProps) {
  const id = useId()
  const described = classes(hint ? `${id}-hint` : null, error && `${id}-error`)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? text.visuallyHidden : styles.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export interface TextFieldProps
  extends FieldLook,
    Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'search' | 'date' | undefined
}

/** An input for text, e-mail, search or dates. */
export function TextField({
  label,
  hint,
  error,
  labelHidden,
  onChange,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {control => (
        <input
          {...rest}
          {...control}
          type={type}
          className={classes(styles.control, rest.className)}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
