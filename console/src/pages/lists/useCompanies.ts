import { useMemo } from 'react'
import type { Company } from '../../../../src/contract/companies.ts'
import type { Option } from '../../ui/forms/SelectField.tsx'
import { useSharedList, useWorkspaceLists } from '../../workspace/lists.tsx'

const none: readonly Company[] = []

export type Companies = ReturnType<typeof useCompanies>

/** The names of the workspace's companies by id, and the options of a filter. `rows` are the rows that name them. */
export function useCompanies(rows?: readonly { companyId: string | null }[]) {
  const lists = useWorkspaceLists()
  const neededIds = useIdsIn(rows, ({ companyId }) => companyId)
  const { rows: companies = none, error } = useSharedList(lists.companies, neededIds)
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

/** The ids that rows name, without duplicates. */
export function useIdsIn<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string | null | undefined,
): readonly string[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: idOf reads the same field in every render
  return useMemo(() => rows && [...new Set(rows.flatMap(row => idOf(row) ?? []))], [rows])
}

interface Identified {
  id: string
}

/** Returns undefined for an unknown id, and for every id until the list is loaded. */
export function namesBy<Item extends Identified>(items: readonly Item[], name: (item: Item) => string) {
  const names = new Map(items.map(item => [item.id, name(item)]))
  return (id: string): string | undefined => names.get(id)
}

export const optionsOf = <Item extends Identified>(
  all: string,
  items: readonly Item[],
  label: (item: Item) => string,
): Option[] => [{ value: '', label: all }, ...items.map(item => ({ value: item.id, label: label(item) }))]
