/**
 * A list's filters, described once. The state in the URL, the API query, the controls and the chips follow from it.
 * Each filter has the same name in the URL and in the query.
 */
import { useFilters } from '../../router.tsx'
import type { Option } from '../../ui/forms/SelectField.tsx'

/** `Known` is what the page has loaded: the names behind ids, and the options of filters. */
export interface ListFilters<Query, Known> {
  names: readonly FilterName<Query>[]
  fields: FilterFields<Query, Known>
  queryOf: (values: FilterValues<FilterName<Query>>) => Query
}

export type FilterName<Query> = Exclude<keyof Query, 'limit' | 'cursor'> & string

export type FilterValues<Name extends string> = Readonly<Record<Name, string | undefined>>

/** In the order of the controls and chips. */
export type FilterFields<Query, Known> = Readonly<
  Record<FilterName<Query>, FilterField<FilterName<Query>, Known>>
>

export type FilterField<Name extends string, Known> = { label: string } & (
  | ChoiceFilter<Name, Known>
  | { kind: 'choices'; options: readonly Option[] }
  | { kind: 'day'; min?: Name; max?: Name }
  | { kind: 'amount' }
  | { kind: 'instant' }
  /** In the toolbar, not among the others. */
  | { kind: 'search' }
)

interface ChoiceFilter<Name extends string, Known> {
  kind: 'choice'
  choices: (known: Known, values: FilterValues<Name>) => Choices
  /** Another filter that has to go with this one: a value of this filter is cleared if its parent is another one. */
  parent?: { filter: Name; of: (known: Known, value: string) => string | undefined }
}

export interface Choices {
  options: readonly Option[]
  /** The text of a chip, if it is not the label of the option. */
  nameOf?: (value: string) => string | undefined
  /** The options could not be loaded. */
  error?: unknown
}

export function listFilters<Query, Known>(fields: FilterFields<Query, Known>): ListFilters<Query, Known> {
  return {
    names: Object.keys(fields) as FilterName<Query>[],
    fields,
    // The URL may hold any text. The service checks it and says what is wrong.
    queryOf: values => values as Query,
  }
}

export type FilterState<Query, Known> = ReturnType<typeof useListFilters<Query, Known>>

export function useListFilters<Query, Known>(filters: ListFilters<Query, Known>) {
  const { names, fields, queryOf } = filters
  const [values, set] = useFilters(...names)
  const clear = () =>
    set(Object.fromEntries(names.map(name => [name, null])) as Partial<Record<FilterName<Query>, null>>)
  return {
    names,
    fields,
    values,
    set,
    clear,
    query: queryOf(values),
    isActive: names.some(name => values[name]),
  }
}
