/** The filter bar of a list, drawn from the description of its filters. */
import type { ReactNode } from 'react'
import { fieldErrors, messageOf } from '../../api/errors.ts'
import { ChoicesField } from '../../ui/forms/ChoicesField.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { FilterBar } from './FilterBar.tsx'
import { AmountField } from './fields/AmountField.tsx'
import { DayField, InstantField } from './fields/DayField.tsx'
import type { FilterName, FilterState } from './filters.ts'
import { dayText, instantText } from './filterText.ts'

interface ListFilterBarProps<Query, Known> {
  filters: FilterState<Query, Known>
  known: Known
  /** The error of the list: an error about a filter is shown below that filter. */
  error: unknown
  /** Beside the button that opens the filters: search, order, columns and so on. */
  before?: ReactNode
  after?: ReactNode
  /** In front of the filters, such as a choice of periods. */
  presets?: ReactNode
}

export function ListFilterBar<Query, Known>(props: ListFilterBarProps<Query, Known>) {
  const { filters, known } = props
  const { names, fields, values, set, clear } = filters
  const active = names.flatMap(name => {
    const value = values[name]
    return value ? [{ name, label: fields[name].label, value: textOf(filters, known, name, value) }] : []
  })
  return (
    <FilterBar
      active={active}
      hasError={names.some(name => isWrong(props, name))}
      before={props.before}
      after={props.after}
      onRemove={name => set(changeOf(name, null))}
      onClear={clear}
    >
      {props.presets}
      {names
        .filter(name => fields[name].kind !== 'search')
        .map(name => (
          <FilterControl key={name} name={name} {...props} />
        ))}
    </FilterBar>
  )
}

interface FilterControlProps<Query, Known> extends ListFilterBarProps<Query, Known> {
  name: FilterName<Query>
}

function FilterControl<Query, Known>({ name, filters, known, error }: FilterControlProps<Query, Known>) {
  const { fields, values, set } = filters
  const field = fields[name]
  const look = { label: field.label, error: fieldErrors(error)[name] }
  const onChange = (value: string | null) => set(changeOf(name, value))
  if (field.kind === 'instant') return <InstantField {...look} value={values[name]} onChange={onChange} />
  if (field.kind === 'search') return null
  if (field.kind === 'choices') {
    return <ChoicesField {...look} options={field.options} value={values[name] ?? ''} onChange={onChange} />
  }
  if (field.kind === 'amount') return <AmountField {...look} value={values[name] ?? ''} onChange={onChange} />
  if (field.kind === 'day') {
    const min = field.min && values[field.min]
    const max = field.max && values[field.max]
    return <DayField {...look} value={values[name]} min={min} max={max} onChange={onChange} />
  }
  const { options, error: loadError } = field.choices(known, values)
  return (
    <SelectField
      {...look}
      options={options}
      value={values[name] ?? ''}
      error={look.error ?? (loadError ? messageOf(loadError) : undefined)}
      onChange={value => set({ ...changeOf(name, value), ...clearedBy(filters, known, name, value) })}
    />
  )
}

function isWrong<Query, Known>(
  { filters, known, error }: ListFilterBarProps<Query, Known>,
  name: FilterName<Query>,
): boolean {
  const field = filters.fields[name]
  if (fieldErrors(error)[name]) return true
  return field.kind === 'choice' && Boolean(field.choices(known, filters.values).error)
}

const changeOf = <Name extends string>(name: Name, value: string | null) =>
  ({ [name]: value }) as Partial<Record<Name, string | null>>

/** The filters whose value does not belong to the new value of their parent. */
function clearedBy<Query, Known>(
  { names, fields, values }: FilterState<Query, Known>,
  known: Known,
  parent: FilterName<Query>,
  parentValue: string,
) {
  const cleared = names.filter(name => {
    const field = fields[name]
    const value = values[name]
    if (field.kind !== 'choice' || field.parent?.filter !== parent || !value || !parentValue) return false
    return field.parent.of(known, value) !== parentValue
  })
  return Object.fromEntries(cleared.map(name => [name, null])) as Partial<Record<FilterName<Query>, null>>
}

/** The value in words. It comes from the URL, so it may be anything. */
function textOf<Query, Known>(
  { fields, values }: FilterState<Query, Known>,
  known: Known,
  name: FilterName<Query>,
  value: string,
): string {
  const field = fields[name]
  if (field.kind === 'day') return dayText(value)
  if (field.kind === 'instant') return instantText(value)
  if (field.kind === 'amount' || field.kind === 'search') return value
  if (field.kind === 'choices') {
    const labels = value
      .split(',')
      .map(one => field.options.find(option => option.value === one)?.label ?? one)
    return labels.join(', ')
  }
  const { options, nameOf } = field.choices(known, values)
  return (nameOf ? nameOf(value) : options.find(option => option.value === value)?.label) ?? value
}
