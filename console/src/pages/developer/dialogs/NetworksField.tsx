/** The networks that a key may be used from, one per line. Empty means any. */
import { fieldErrors } from '../../../api/errors.ts'
import { classes } from '../../../ui/classes.ts'
import field from '../../../ui/forms/Field.module.css'
import { Field } from '../../../ui/forms/Field.tsx'
import text from '../../../ui/text/text.module.css'

interface NetworksFieldProps {
  value: string
  onChange: (text: string) => void
  /** The error of the form. */
  error: unknown
}

const linesShown = 3

export function NetworksField({ value, onChange, error }: NetworksFieldProps) {
  const errors = fieldErrors(error)
  const [wrong] = networkFields(error)
  return (
    <Field
      label="Allowed networks"
      hint="One address or network per line, such as 203.0.113.7 or 10.0.0.0/8. Leave it empty to allow any."
      error={wrong === undefined ? undefined : errors[wrong]}
    >
      {control => (
        <textarea
          {...control}
          className={classes(field.control, text.mono)}
          rows={linesShown}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The body paths whose errors this field shows: the list, and each of its entries. */
export const networkFields = (error: unknown): string[] =>
  Object.keys(fieldErrors(error)).filter(path => /^networks(\.\d+)?$/.test(path))

export const networksText = (networks: readonly string[] | null): string => (networks ?? []).join('\n')

/** As the service expects them: null for any network. */
export function networksIn(entered: string): string[] | null {
  const entries = entered.split(/[\s,]/).filter(entry => entry !== '')
  return entries.length > 0 ? entries : null
}
