/** The company and account of a file. Most files name them; for the others, a person chooses. */
import type { Account } from '../../../../../src/contract/accounts.ts'
import type { Company } from '../../../../../src/contract/companies.ts'
import { Link } from '../../../router.tsx'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { useSharedList, useWorkspaceLists } from '../../../workspace/lists.tsx'
import { optionsOf } from '../../lists/useCompanies.ts'
import { groupedIban } from '../../payees/ibanText.ts'
import { accountName } from '../../transactions/names.ts'
import type { Choices } from './importQueue.ts'

export interface Owners {
  companies: readonly Company[]
  accounts: readonly Account[]
}

const none: readonly never[] = []

export function useOwners(): Owners & { error: unknown; loaded: boolean } {
  const lists = useWorkspaceLists()
  const companies = useSharedList(lists.companies)
  const accounts = useSharedList(lists.accounts)
  return {
    companies: companies.rows ?? none,
    accounts: accounts.rows ?? none,
    error: companies.error ?? accounts.error,
    loaded: companies.rows !== undefined && accounts.rows !== undefined,
  }
}

interface BelongingProps {
  owners: Owners
  choices: Choices
  onChange: (choices: Choices) => void
  /** Shown at the account until one is chosen. */
  hint?: string | undefined
}

export function Belonging({ owners: { companies, accounts }, choices, onChange, hint }: BelongingProps) {
  const { companyId, accountId } = choices
  const known = accounts.filter(account => !companyId || account.companyId === companyId)
  return (
    <div className={layout.fieldGridWide}>
      {companies.length > 1 && (
        <SelectField
          label="Company"
          options={optionsOf('From the file', companies, company => company.name)}
          value={companyId ?? ''}
          onChange={value => onChange(value ? { companyId: value } : {})}
        />
      )}
      <SelectField
        label="Account"
        hint={known.length === 0 ? <NoAccount /> : !accountId && hint}
        options={optionsOf(
          'From the file',
          known,
          account =>
            `${accountName(account)} · ${account.iban ? groupedIban(account.iban) : account.currency}`,
        )}
        value={accountId ?? ''}
        onChange={value => onChange({ ...(companyId && { companyId }), ...(value && { accountId: value }) })}
      />
    </div>
  )
}

const NoAccount = () => (
  <>
    There is no account to choose yet. Statements create theirs; for a table,{' '}
    <Link to="/accounts">add the account</Link> first.
  </>
)
