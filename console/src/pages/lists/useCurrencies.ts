/** The options of a filter by currency. */
import { useEffect, useMemo, useState } from 'react'
import type { Account } from '../../../../src/contract/accounts.ts'
import type { Option } from '../../ui/forms/SelectField.tsx'
import { useSharedList, useWorkspaceLists } from '../../workspace/lists.tsx'
import type { Choices } from './filters.ts'

const noAccounts: readonly Account[] = []
const noCodes: readonly string[] = []

/**
 * The currencies of the accounts, and those that a list's totals have named so far: a list has others than its accounts,
 * and once it is filtered by one currency, its totals name no other.
 */
export function useCurrencies(totals: readonly { currency: string | null }[] | undefined): readonly string[] {
  const lists = useWorkspaceLists()
  const { rows: accounts = noAccounts } = useSharedList(lists.accounts)
  const [named, setNamed] = useState({ lists, codes: noCodes })
  const codes = named.lists === lists ? named.codes : noCodes
  useEffect(() => {
    const more = totals?.flatMap(({ currency }) => currency ?? []).filter(code => !codes.includes(code)) ?? []
    if (more.length > 0) setNamed({ lists, codes: [...codes, ...more] })
  }, [lists, totals, codes])
  return useMemo(
    () => [...new Set([...accounts.map(({ currency }) => currency), ...codes])].sort(),
    [accounts, codes],
  )
}

/** The chosen one is always among the options: it may come from a link. */
export function currencyChoices(codes: readonly string[], chosen: string | undefined): Choices {
  const all = chosen && !codes.includes(chosen) ? [...codes, chosen] : codes
  const options: Option[] = all.map(value => ({ value, label: value }))
  return { options: [{ value: '', label: 'Any currency' }, ...options] }
}
