/** All that listAudit can be asked for, in the address. */
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useFilters } from '../../router.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { DayField } from '../lists/DayField.tsx'
import type { ActiveFilter } from '../lists/FilterBar.tsx'
import { dayText } from '../lists/filterText.ts'
import type { Actors } from './useActors.ts'
import { type ActorKind, actionText, actionWords, kindWords } from './words.ts'

export interface AuditQuery {
  actorKind?: ActorKind
  actorId?: string
  action?: keyof typeof actionWords
  dateFrom?: string
  dateTo?: string
}

const labels = {
  actorKind: 'Done by',
  actorId: 'Who',
  action: 'Action',
  dateFrom: 'From, UTC',
  dateTo: 'To, UTC',
} satisfies Record<keyof AuditQuery, string>

type Filter = keyof typeof labels
const names = Object.keys(labels) as Filter[]

export type AuditFilters = ReturnType<typeof useAuditFilters>

export function useAuditFilters() {
  const [values, set] = useFilters(...names)
  const clear = () => set(Object.fromEntries(names.map(name => [name, null])))
  // An address can say anything; the service says what is wrong with it, in its own words.
  return { values, set, clear, query: values as AuditQuery }
}

const kindText = (kind: string): string =>
  Object.hasOwn(kindWords, kind) ? kindWords[kind as ActorKind] : kind

export function activeFilters({ values }: AuditFilters, actors: Actors): ActiveFilter<Filter>[] {
  const texts: Record<Filter, (value: string) => string> = {
    actorKind: kindText,
    actorId: actors.nameOf,
    action: actionText,
    dateFrom: dayText,
    dateTo: dayText,
  }
  return names.flatMap(name => {
    const value = values[name]
    return value ? [{ name, label: labels[name], value: texts[name](value) }] : []
  })
}

const optionsOf = (all: string, words: Record<string, string>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

const kindOptions = optionsOf('Anything', kindWords)
const actionOptions = optionsOf('All actions', actionWords)

interface FilterFieldsProps {
  filters: AuditFilters
  actors: Actors
  error: unknown
}

export function FilterFields({ filters: { values, set }, actors, error }: FilterFieldsProps) {
  const errors = fieldErrors(error)
  const kind = values.actorKind as AuditRecord['actor']['kind'] | undefined
  const chooseKind = (actorKind: string) => {
    const ofOther = values.actorId && actorKind && actors.kindOf(values.actorId) !== actorKind
    set({ actorKind, ...(ofOther && { actorId: null }) })
  }
  return (
    <>
      <SelectField
        label={labels.actorKind}
        options={kindOptions}
        value={values.actorKind ?? ''}
        error={errors.actorKind}
        onChange={chooseKind}
      />
      <SelectField
        label={labels.actorId}
        options={actors.optionsOf(kind, values.actorId)}
        value={values.actorId ?? ''}
        error={errors.actorId}
        onChange={actorId => set({ actorId })}
      />
      <SelectField
        label={labels.action}
        options={actionOptions}
        value={values.action ?? ''}
        error={errors.action}
        onChange={action => set({ action })}
      />
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
    </>
  )
}
