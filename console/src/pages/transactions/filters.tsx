/** All that listTransactions can be asked for, in the address. */
import type { Query } from '../../../../src/client/index.ts'
import { fieldErrors, messageOf } from '../../api/errors.ts'
import { useFilters } from '../../router.tsx'
import { type Option, SelectField } from '../../ui/forms/SelectField.tsx'
import { DayField, InstantField } from '../lists/DayField.tsx'
import type { ActiveFilter } from '../lists/FilterBar.tsx'
import { dayText, instantText } from '../lists/filterText.ts'
import type { TransactionNames } from './names.ts'

type Filter = Exclude<keyof Query<'listTransactions'>, 'limit' | 'cursor'>

const labels = {
  companyId: 'Company',
  accountId: 'Account',
  status: 'Status',
  side: 'Direction',
  categoryId: 'Category',
  dateFrom: 'Booked from',
  dateTo: 'Booked to',
  updatedAfter: 'Changed after',
} satisfies Record<Filter, string>

const names = Object.keys(labels) as Filter[]

const statusOptions = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Pending' },
  { value: 'booked', label: 'Booked' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'released', label: 'Released' },
  { value: 'canceled', label: 'Canceled' },
] satisfies { value: Query<'listTransactions'>['status'] | ''; label: string }[]

const sideOptions = [
  { value: '', label: 'In and out' },
  { value: 'credit', label: 'Money in' },
  { value: 'debit', label: 'Money out' },
] satisfies { value: Query<'listTransactions'>['side'] | ''; label: string }[]

export type TransactionFilters = ReturnType<typeof useTransactionFilters>

export function useTransactionFilters() {
  const [values, set] = useFilters(...names)
  const clear = () => set(Object.fromEntries(names.map(name => [name, null])))
  // An address can say anything; the service says what is wrong with it, in its own words.
  return { values, set, clear, query: values as Query<'listTransactions'> }
}

export function activeFilters(
  { values }: TransactionFilters,
  { companies, accounts, categories }: TransactionNames,
): ActiveFilter<Filter>[] {
  const texts: Record<Filter, (value: string) => string | undefined> = {
    companyId: companies.nameOf,
    accountId: accounts.nameOf,
    categoryId: categories.nameOf,
    status: value => labelIn(statusOptions, value),
    side: value => labelIn(sideOptions, value),
    dateFrom: dayText,
    dateTo: dayText,
    updatedAfter: instantText,
  }
  return names.flatMap(name => {
    const value = values[name]
    return value ? [{ name, label: labels[name], value: texts[name](value) ?? value }] : []
  })
}

const labelIn = (options: readonly Option[], value: string) =>
  options.find(option => option.value === value)?.label

interface FilterFieldsProps {
  filters: TransactionFilters
  names: TransactionNames
  /** Of the list: what is wrong with a filter stands below it. */
  error: unknown
}

export function FilterFields({ filters: { values, set }, names, error }: FilterFieldsProps) {
  const { companies, accounts, categories } = names
  const errors = fieldErrors(error)
  const select = (name: Filter, options: readonly Option[], loadError?: unknown) => (
    <SelectField
      label={labels[name]}
      options={options}
      value={values[name] ?? ''}
      error={errors[name] ?? (loadError ? messageOf(loadError) : undefined)}
      onChange={value => set({ [name]: value })}
    />
  )
  const chooseCompany = (companyId: string) => {
    const ofOther = values.accountId && companyId && accounts.companyOf(values.accountId) !== companyId
    set({ companyId, ...(ofOther && { accountId: null }) })
  }
  return (
    <>
      <SelectField
        label={labels.companyId}
        options={companies.options}
        value={values.companyId ?? ''}
        error={companies.error ? messageOf(companies.error) : undefined}
        onChange={chooseCompany}
      />
      {select('accountId', accounts.optionsOf(values.companyId), accounts.error)}
      {select('categoryId', categories.options, categories.error)}
      {select('status', statusOptions)}
      {select('side', sideOptions)}
      <DayField
        label={labels.dateFrom}
        value={values.dateFrom}
        error={errors.dateFrom}
        max={values.dateTo}
        onChange={dateFrom => set({ dateFrom })}
      />
      <DayField
        label={labels.dateTo}
        value={values.dateTo}
        error={errors.dateTo}
        min={values.dateFrom}
        onChange={dateTo => set({ dateTo })}
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
