/** Filters for days and instants. People type a year digit by digit; only a complete one causes a request. */
import { useEffect, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import field from '../../../ui/forms/Field.module.css'
import { Field, type FieldLook } from '../../../ui/forms/Field.tsx'
import { localTimeOf } from '../filterText.ts'
import styles from './DayField.module.css'

interface DayFieldProps extends FieldLook {
  value: string | undefined
  onChange: (value: string | null) => void
  min?: string | undefined
  max?: string | undefined
}

export function DayField({ value = '', onChange, min, max, ...look }: DayFieldProps) {
  return (
    <Field {...look}>
      {control => (
        <DateInput {...control} type="date" value={value} onSettled={onChange} min={min} max={max} />
      )}
    </Field>
  )
}

/** Picked in the reader's time zone, and stored as the UTC instant that the API takes. */
export function InstantField({ value, onChange, ...look }: DayFieldProps) {
  return (
    <Field {...look}>
      {control => (
        <DateInput
          {...control}
          type="datetime-local"
          value={localTimeOf(value)}
          onSettled={text => onChange(text && new Date(text).toISOString())}
        />
      )}
    </Field>
  )
}

interface DateInputProps {
  id: string
  type: 'date' | 'datetime-local'
  value: string
  onSettled: (value: string | null) => void
  min?: string | undefined
  max?: string | undefined
}

function DateInput({ value, onSettled, type, ...rest }: DateInputProps) {
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const change = (text: string) => {
    setDraft(text)
    if (/^[1-9]\d{3}-/.test(text)) onSettled(text)
    else if (text === '') onSettled(null)
  }
  return (
    <input
      {...rest}
      type={type}
      className={classes(field.control, draft === '' && styles.unset)}
      value={draft}
      onChange={event => change(event.target.value)}
      onBlur={() => setDraft(value)}
    />
  )
}
