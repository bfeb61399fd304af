import { TextField } from '../../ui/forms/Field.tsx'
import { type Option, SelectField } from '../../ui/forms/SelectField.tsx'
import styles from './PayeeFilters.module.css'

interface PayeeFiltersProps {
  /** Starts with the option for all companies. */
  companies: readonly Option[]
  companyId: string | undefined
  onCompany: (companyId: string) => void
  search: string
  onSearch: (search: string) => void
}

export function PayeeFilters({ companies, companyId = '', onCompany, search, onSearch }: PayeeFiltersProps) {
  const known = companies.some(({ value }) => value === companyId)
  return (
    <search className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Name or IBAN"
        value={search}
        onChange={onSearch}
        autoComplete="off"
        spellCheck={false}
      />
      {companies.length > 2 && (
        <SelectField
          label="Company"
          options={known ? companies : [...companies, { value: companyId, label: 'Unknown company' }]}
          value={companyId}
          onChange={onCompany}
        />
      )}
    </search>
  )
}
