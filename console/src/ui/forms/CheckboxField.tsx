/** A checkbox with its label. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './CheckboxField.module.css'
import field from './Field.module.css'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'checked' | 'type' | 'id'> {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckboxField({ label, hint, onChange, ...rest }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className={styles.checkbox}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p className={field.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
