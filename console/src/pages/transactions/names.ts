/** The names behind the ids of a transaction, and the options of its filters. */
import { useMemo } from 'react'
import type { Account } from '../../../../src/contract/accounts.ts'
import type { Category } from '../../../../src/contract/categories.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { useSharedList, useWorkspaceLists } from '../../workspace/lists.tsx'
import { namesBy, optionsOf, useCompanies, useIdsIn } from '../lists/useCompanies.ts'
import { useCurrencies } from '../lists/useCurrencies.ts'

const noAccounts: readonly Account[] = []
const noCategories: readonly Category[] = []

export type TransactionNames = ReturnType<typeof useTransactionNames>

export function useTransactionNames(
  rows: readonly Transaction[] | undefined,
  totals?: readonly { currency: string }[],
) {
  const lists = useWorkspaceLists()
  const companies = useCompanies(rows)
  const currencies = useCurrencies(totals)
  const accountIds = useIdsIn(rows, ({ accountId }) => accountId)
  const categoryIds = useIdsIn(rows, ({ category }) => category?.id)
  const { rows: accounts = noAccounts, error: accountsError } = useSharedList(lists.accounts, accountIds)
  const { rows: categories = noCategories, error: categoriesError } = useSharedList(
    lists.categories,
    categoryIds,
  )
  return useMemo(
    () => ({
      companies,
      currencies,
      accounts: {
        error: accountsError,
        nameOf: namesBy(accounts, accountName),
        companyOf: namesBy(accounts, account => account.companyId),
        optionsOf: (companyId: string | undefined) =>
          optionsOf(
            'All accounts',
            accounts.filter(account => !companyId || account.companyId === companyId),
            account => `${accountName(account)} · ${account.currency}`,
          ),
      },
      categories: {
        error: categoriesError,
        nameOf: namesBy(categories, category => category.name),
        colorOf: namesBy(categories, category => category.color ?? ''),
        /** As a transaction has it. */
        assigned: (id: string): Transaction['category'] => {
          const found = categories.find(category => category.id === id)
          return found ? { id, name: found.name, slug: found.slug } : null
        },
        options: optionsOf('All categories', categories, category => category.name),
      },
    }),
    [companies, currencies, accounts, accountsError, categories, categoriesError],
  )
}

/** The nickname, else the bank's name for it, else the end of its IBAN. */
export function accountName({ nickname, name, iban, institutionName }: Account): string {
  return nickname ?? name ?? (iban ? `Account …${iban.slice(-4)}` : (institutionName ?? 'Unnamed account'))
}
