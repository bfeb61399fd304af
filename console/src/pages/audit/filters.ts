/** The filters of listAudit. */
import { listFilters } from '../lists/filters.ts'
import type { Actors } from './useActors.ts'
import { type ActorKind, actionText, actionWords, kindWords } from './words.ts'

export interface AuditQuery {
  actorKind?: ActorKind
  actorId?: string
  action?: keyof typeof actionWords
  dateFrom?: string
  dateTo?: string
}

const optionsOf = (all: string, words: Record<string, string>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

const kindOptions = optionsOf('Any type', kindWords)
const actionOptions = optionsOf('All actions', actionWords)

export const auditFilters = listFilters<AuditQuery, Actors>({
  actorKind: { label: 'Actor type', kind: 'choice', choices: () => ({ options: kindOptions }) },
  actorId: {
    label: 'Actor',
    kind: 'choice',
    choices: ({ optionsOf, nameOf }, { actorKind, actorId }) => ({
      options: optionsOf(actorKind as ActorKind | undefined, actorId),
      nameOf,
    }),
    parent: { filter: 'actorKind', of: ({ kindOf }, actorId) => kindOf(actorId) },
  },
  action: {
    label: 'Action',
    kind: 'choice',
    choices: () => ({ options: actionOptions, nameOf: actionText }),
  },
  dateFrom: { label: 'From (UTC)', kind: 'day', max: 'dateTo' },
  dateTo: { label: 'To (UTC)', kind: 'day', min: 'dateFrom' },
})
