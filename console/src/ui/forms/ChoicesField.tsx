/** Several of a few values, in a panel of checkboxes. The value is their names, separated by commas. */
import { Popover } from '../actions/Popover.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../text/Icon.tsx'
import styles from './ChoicesField.module.css'
import field from './Field.module.css'
import { Field, type FieldLook } from './Field.tsx'
import type { Option } from './SelectField.tsx'

interface ChoicesFieldProps extends FieldLook {
  options: readonly Option[]
  value: string
  /** Null if none is chosen. */
  onChange: (value: string | null) => void
}

export function ChoicesField({ options, value, onChange, ...look }: ChoicesFieldProps) {
  const chosen = value === '' ? [] : value.split(',')
  const names = options.filter(option => chosen.includes(option.value)).map(({ label }) => label)
  const toggle = (one: string) => {
    const next = options
      .map(option => option.value)
      .filter(each => (each === one ? !chosen.includes(each) : chosen.includes(each)))
    onChange(next.join(',') || null)
  }
  return (
    <Field {...look}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Popover
          buttonId={id}
          describedBy={describedBy}
          buttonClass={classes(field.control, styles.button)}
          label={`${look.label}: ${names.join(', ') || 'Any'}`}
          button={
            <>
              <span className={styles.names}>{names.join(', ') || 'Any'}</span>
              <Icon name="down" />
            </>
          }
        >
          {() => (
            <fieldset className={styles.choices}>
              <legend className={styles.legend}>{look.label}</legend>
              {options.map(option => (
                <label key={option.value}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(option.value)}
                    onChange={() => toggle(option.value)}
                  />
                  {option.label}
                </label>
              ))}
            </fieldset>
          )}
        </Popover>
      )}
    </Field>
  )
}
