/** One of a few options, each with a text that says what it means. */
import { type ReactNode, useId } from 'react'
import styles from './Choice.module.css'
import field from './Field.module.css'

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; hint: ReactNode; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  error?: string | undefined
}

export function Choice<Value extends string>({ label, options, value, onChange, error }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={field.label}>{label}</legend>
      {options.map(option => (
        <div key={option.value} className={styles.option}>
          <input
            id={`${name}-${option.value}`}
            type="radio"
            name={name}
            checked={value === option.value}
            disabled={option.disabled}
            aria-describedby={`${name}-${option.value}-text`}
            onChange={() => onChange(option.value)}
          />
          <div>
            <label htmlFor={`${name}-${option.value}`}>{option.label}</label>
            <p className={field.hint} id={`${name}-${option.value}-text`}>
              {option.hint}
            </p>
          </div>
        </div>
      ))}
      {error && (
        <p className={field.error} id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
