/** A native select, which works on every device and with every screen reader. */
import type { ComponentProps } from 'react'
import { Icon } from '../text/Icon.tsx'
import field from './Field.module.css'
import { Field, type FieldLook } from './Field.tsx'
import styles from './SelectField.module.css'

export interface Option {
  value: string
  label: string
}

interface SelectFieldProps extends FieldLook, Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'id'> {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
}

export function SelectField({
  label,
  hint,
  error,
  labelHidden,
  onChange,
  options,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {control => (
        <div className={styles.select}>
          <select
            {...rest}
            {...control}
            className={field.control}
            onChange={event => onChange(event.target.value)}
          >
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </Field>
  )
}
