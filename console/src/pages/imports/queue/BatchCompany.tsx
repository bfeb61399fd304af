import { SelectField } from '../../../ui/forms/SelectField.tsx'
import { optionsOf } from '../../lists/useCompanies.ts'
import type { Owners } from './Belonging.tsx'
import type { Choices } from './importQueue.ts'

interface BatchCompanyProps {
  owners: Owners
  choices: Choices
  onChange: (choices: Choices) => void
}

/** One company for all files, for a workspace with several. */
export function BatchCompany({ owners: { companies }, choices, onChange }: BatchCompanyProps) {
  if (companies.length < 2) return null
  return (
    <SelectField
      label="Company of all files"
      options={optionsOf('From each file', companies, company => company.name)}
      value={choices.companyId ?? ''}
      onChange={value => onChange(value ? { companyId: value } : {})}
    />
  )
}
