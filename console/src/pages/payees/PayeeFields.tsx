/** The fields of a payee, for creating and editing. */
import { TextField } from '../../ui/forms/Field.tsx'
import iban from './Iban.module.css'
import { tidiedIban } from './ibanText.ts'

export interface PayeeInput {
  name: string
  iban: string
  defaultReference: string
}

export const payeeFields = ['companyId', 'name', 'iban', 'defaultReference'] as const

interface PayeeFieldsProps {
  value: PayeeInput
  onChange: (value: PayeeInput) => void
  errors: Record<string, string>
}

export function PayeeFields({ value, onChange, errors }: PayeeFieldsProps) {
  const set = (field: keyof PayeeInput) => (text: string) => onChange({ ...value, [field]: text })
  return (
    <>
      <TextField
        label="Name"
        hint="The account holder, as their bank knows them. At most 70 characters."
        autoComplete="off"
        value={value.name}
        onChange={set('name')}
        error={errors.name}
        required
      />
      <TextField
        label="IBAN"
        hint="With or without spaces. The check digits are verified."
        placeholder="DE89 3704 0044 0532 0130 00"
        className={iban.iban}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value.iban}
        onChange={set('iban')}
        onBlur={() => onChange({ ...value, iban: tidiedIban(value.iban) })}
        error={errors.iban}
        required
      />
      <TextField
        label="Default reference (optional)"
        hint="Up to 35 characters: letters A to Z, digits, spaces and - ? . + , / ' : ( )"
        autoComplete="off"
        value={value.defaultReference}
        onChange={set('defaultReference')}
        error={errors.defaultReference}
      />
    </>
  )
}
