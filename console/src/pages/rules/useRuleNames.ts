/** The names behind the ids of a rule, and the options of its form. */
import { useMemo } from 'react'
import type { Category } from '../../../../src/contract/categories.ts'
import type { Rule } from '../../../../src/contract/console/rules.ts'
import { useSharedList, useWorkspaceLists } from '../../workspace/lists.tsx'
import { namesBy, optionsOf, useCompanies, useIdsIn } from '../lists/useCompanies.ts'

const none: readonly Category[] = []

export type RuleNames = ReturnType<typeof useRuleNames>

export function useRuleNames(rules?: readonly Rule[]) {
  const lists = useWorkspaceLists()
  const companies = useCompanies(rules)
  const categoryIds = useIdsIn(rules, ({ categoryId }) => categoryId)
  const { rows: categories = none } = useSharedList(lists.categories, categoryIds)
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
