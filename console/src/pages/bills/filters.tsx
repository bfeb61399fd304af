/** All that listBills can be asked for, in the address. */
import type { Query } from '../../../../src/client/index.ts'
import { fieldErrors, messageOf } from '../../api/errors.ts'
import { useFilters } from '../../router.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { wordsOf } from '../../ui/text/Badge.tsx'
import { InstantField } from '../lists/DayField.tsx'
import type { ActiveFilter } from '../lists/FilterBar.tsx'
import { instantText } from '../lists/filterText.ts'
import type { useCompanies } from '../lists/useCompanies.ts'
import { billStatusOrder } from './text.ts'

type Filter = Exclude<keyof Query<'listBills'>, 'limit' | 'cursor'>
type Companies = ReturnType<typeof useCompanies>

const labels = {
  companyId: 'Company',
  status: 'Status',
  updatedAfter: 'Changed after',
} satisfies Record<Filter, string>

const names = Object.keys(labels) as Filter[]

const statusOptions = [
  { value: '', label: 'Any status' },
  ...billStatusOrder.map(status => ({ value: status, label: wordsOf(status) })),
]

export type BillFilters = ReturnType<typeof useBillFilters>

export function useBillFilters() {
  const [values, set] = useFilters(...names)
  const clear = () => set(Object.fromEntries(names.map(name => [name, null])))
  // An address can say anything; the service says what is wrong with it, in its own words.
  return { values, set, clear, query: values as Query<'listBills'> }
}

export function activeFilters({ values }: BillFilters, companies: Companies): ActiveFilter<Filter>[] {
  const texts: Record<Filter, (value: string) => string | undefined> = {
    companyId: companies.nameOf,
    status: wordsOf,
    updatedAfter: instantText,
  }
  return names.flatMap(name => {
    const value = values[name]
    return value ? [{ name, label: labels[name], value: texts[name](value) ?? value }] : []
  })
}

interface FilterFieldsProps {
  filters: BillFilters
  companies: Companies
  error: unknown
}

export function FilterFields({ filters: { values, set }, companies, error }: FilterFieldsProps) {
  const errors = fieldErrors(error)
  return (
    <>
      <SelectField
        label={labels.companyId}
        options={companies.options}
        value={values.companyId ?? ''}
        error={companies.error ? messageOf(companies.error) : undefined}
        onChange={companyId => set({ companyId })}
      />
      <SelectField
        label={labels.status}
        options={statusOptions}
        value={values.status ?? ''}
        error={errors.status}
        onChange={status => set({ status })}
      />
      <InstantField
        label={labels.updatedAfter}
        value={values.updatedAfter}
        error={errors.updatedAfter}
        onChange={updatedAfter => set({ updatedAfter })}
      />
    </>
  )
}
