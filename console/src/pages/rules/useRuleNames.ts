/** What the ids of a rule stand for, and the choices of its form. */
import { useMemo } from 'react'
import type { Category } from '../../../../src/contract/categories.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useWorkspace } from '../../session.tsx'
import { namesBy, optionsOf, useCompanies } from '../lists/useCompanies.ts'

const none: readonly Category[] = []

export type RuleNames = ReturnType<typeof useRuleNames>

export function useRuleNames() {
  const { id, data } = useWorkspace()
  const companies = useCompanies()
  const { data: loaded } = useLoad(id, signal => data.categories.list({ signal }))
  const categories = loaded?.data ?? none
  return useMemo(
    () => ({
      companies,
      categories: {
        nameOf: namesBy(categories, category => category.name),
        colorOf: namesBy(categories, category => category.color ?? ''),
        options: optionsOf('Choose a category', categories, category => category.name),
      },
    }),
    [companies, categories],
  )
}
