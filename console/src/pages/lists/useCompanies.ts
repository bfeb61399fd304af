import { useMemo } from 'react'
import type { Company } from '../../../../src/contract/companies.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useWorkspace } from '../../session.tsx'
import type { Option } from '../../ui/forms/SelectField.tsx'

const none: readonly Company[] = []

/** The companies of the workspace: their names by id, and the choices of a filter. */
export function useCompanies() {
  const { id, data } = useWorkspace()
  const { data: loaded, error } = useLoad(id, signal => data.companies.list({}, { signal }))
  const companies = loaded?.data ?? none
  return useMemo(
    () => ({
      error,
      nameOf: namesBy(companies, company => company.tradingName ?? company.name),
      fullNameOf: namesBy(companies, company => company.name),
      options: optionsOf('All companies', companies, company => company.name),
    }),
    [companies, error],
  )
}

interface Identified {
  id: string
}

/** What an id is called; undefined until that is loaded, and for an id that nothing has. */
export function namesBy<Item extends Identified>(items: readonly Item[], name: (item: Item) => string) {
  const names = new Map(items.map(item => [item.id, name(item)]))
  return (id: string): string | undefined => names.get(id)
}

export const optionsOf = <Item extends Identified>(
  all: string,
  items: readonly Item[],
  label: (item: Item) => string,
): Option[] => [{ value: '', label: all }, ...items.map(item => ({ value: item.id, label: label(item) }))]
