/** What the ids of a transaction stand for, and the choices of its filters. */
import { useMemo } from 'react'
import type { Account } from '../../../../src/contract/accounts.ts'
import type { Category } from '../../../../src/contract/categories.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useWorkspace } from '../../session.tsx'
import { namesBy, optionsOf, useCompanies } from '../lists/useCompanies.ts'

const noAccounts: readonly Account[] = []
const noCategories: readonly Category[] = []

export type TransactionNames = ReturnType<typeof useTransactionNames>

export function useTransactionNames() {
  const { id, data } = useWorkspace()
  const companies = useCompanies()
  const accounts = useLoad(id, signal => data.accounts.list({}, { signal }))
  const categories = useLoad(id, signal => data.categories.list({ signal }))
  const knownAccounts = accounts.data?.data ?? noAccounts
  const knownCategories = categories.data?.data ?? noCategories
  return useMemo(
    () => ({
      companies,
      accounts: {
        error: accounts.error,
        nameOf: namesBy(knownAccounts, accountName),
        companyOf: namesBy(knownAccounts, account => account.companyId),
        optionsOf: (companyId: string | undefined) =>
          optionsOf(
            'All accounts',
            knownAccounts.filter(account => !companyId || account.companyId === companyId),
            account => `${accountName(account)} · ${account.currency}`,
          ),
      },
      categories: {
        error: categories.error,
        nameOf: namesBy(knownCategories, category => category.name),
        colorOf: namesBy(knownCategories, category => category.color ?? ''),
        options: optionsOf('All categories', knownCategories, category => category.name),
      },
    }),
    [companies, knownAccounts, knownCategories, accounts.error, categories.error],
  )
}

/** As a person calls it, else as the bank does, else the end of its number. */
export function accountName({ nickname, name, iban, institutionName }: Account): string {
  return nickname ?? name ?? (iban ? `Account …${iban.slice(-4)}` : (institutionName ?? 'Unnamed account'))
}
