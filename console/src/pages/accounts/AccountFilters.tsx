import type { Account } from '../../../../src/contract/accounts.ts'
import { type Option, SelectField } from '../../ui/forms/SelectField.tsx'
import styles from './accounts.module.css'
import { apartWords, type BalanceState } from './words.ts'

export interface AccountFilterValues {
  companyId: string | undefined
  currency: string | undefined
  balance: string | undefined
}

interface AccountFiltersProps {
  accounts: readonly Account[]
  companies: readonly Option[]
  values: AccountFilterValues
  onChange: (change: Partial<Record<keyof AccountFilterValues, string>>) => void
}

const balances: { value: BalanceState | ''; label: string }[] = [
  { value: '', label: 'Any balance' },
  { value: 'recent', label: 'In the totals' },
  { value: 'stale', label: apartWords.stale.label },
  { value: 'undated', label: apartWords.undated.label },
  { value: 'unknown', label: apartWords.unknown.label },
  { value: 'disabled', label: apartWords.disabled.label },
]

export function AccountFilters({ accounts, companies, values, onChange }: AccountFiltersProps) {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort()
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      {companies.length > 2 && (
        <SelectField
          label="Company"
          options={companies}
          value={values.companyId ?? ''}
          onChange={companyId => onChange({ companyId })}
        />
      )}
      <SelectField
        label="Currency"
        options={[
          { value: '', label: 'Any currency' },
          ...currencies.map(value => ({ value, label: value })),
        ]}
        value={values.currency ?? ''}
        onChange={currency => onChange({ currency })}
      />
      <SelectField
        label="Balance"
        options={balances}
        value={values.balance ?? ''}
        onChange={balance => onChange({ balance })}
      />
    </fieldset>
  )
}
