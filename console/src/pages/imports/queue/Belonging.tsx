/** Whose files they are: most say it themselves, and where one does not, a person does. */
import type { Account } from '../../../../../src/contract/accounts.ts'
import type { Company } from '../../../../../src/contract/companies.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useWorkspace } from '../../../session.tsx'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { optionsOf } from '../../lists/useCompanies.ts'
import { accountName } from '../../transactions/names.ts'
import type { Choices } from './importQueue.ts'

export interface Owners {
  companies: readonly Company[]
  accounts: readonly Account[]
}

const none: readonly never[] = []

/** `on` another value loads them again, as an import may have made an account. */
export function useOwners(on: unknown): Owners & { error: unknown; loaded: boolean } {
  const { id, data } = useWorkspace()
  const { data: owners, error } = useLoad([id, on], async signal => {
    const [companies, accounts] = await Promise.all([
      data.companies.list({}, { signal }),
      data.accounts.list({}, { signal }),
    ])
    return { companies: companies.data, accounts: accounts.data }
  })
  return {
    companies: owners?.companies ?? none,
    accounts: owners?.accounts ?? none,
    error,
    loaded: owners !== undefined,
  }
}

interface BelongingProps {
  owners: Owners
  choices: Choices
  onChange: (choices: Choices) => void
}

export function Belonging({ owners: { companies, accounts }, choices, onChange }: BelongingProps) {
  const { companyId, accountId } = choices
  const known = accounts.filter(account => !companyId || account.companyId === companyId)
  return (
    <div className={layout.fieldGrid}>
      {companies.length > 1 && (
        <SelectField
          label="Company"
          options={optionsOf('As its account says', companies, company => company.name)}
          value={companyId ?? ''}
          onChange={value => onChange(value ? { companyId: value } : {})}
        />
      )}
      <SelectField
        label="Account"
        options={optionsOf(
          'As the file says',
          known,
          account => `${accountName(account)} · ${account.iban ?? account.currency}`,
        )}
        value={accountId ?? ''}
        onChange={value => onChange({ ...(companyId && { companyId }), ...(value && { accountId: value }) })}
      />
    </div>
  )
}
