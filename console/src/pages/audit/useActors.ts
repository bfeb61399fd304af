/** The actors to filter by: the people and keys of the workspace, and those in the loaded records. */
import { useMemo } from 'react'
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useWorkspace } from '../../session.tsx'
import type { Option } from '../../ui/forms/SelectField.tsx'
import { startOf } from '../developer/keyFacts.ts'
import { type ActorKind, kindWords } from './words.ts'

interface Known {
  kind: ActorKind
  label: string
}

export type Actors = ReturnType<typeof useActors>

export function useActors(rows: readonly AuditRecord[] | undefined) {
  const { id, call } = useWorkspace()
  // If they cannot be loaded, the filter still offers the actors of the loaded records.
  const people = useLoad(id, signal => call('listPeople', 'GET', '/people', { signal })).data
  const keys = useLoad(id, signal => call('listKeys', 'GET', '/keys', { signal })).data

  return useMemo(() => {
    const known = new Map<string, Known>()
    for (const { id, name } of people?.people ?? []) known.set(id, { kind: 'person', label: name })
    for (const key of keys?.data ?? []) {
      known.set(key.id, { kind: 'key', label: `${key.name} (${startOf(key)})` })
    }
    for (const { actor } of rows ?? []) {
      if (!known.has(actor.id)) known.set(actor.id, { kind: actor.kind, label: actor.name ?? actor.id })
    }
    return {
      nameOf: (id: string): string => known.get(id)?.label ?? id,
      kindOf: (id: string): ActorKind | undefined => known.get(id)?.kind,
      /** The actors of one kind, or all with their kind. Always includes the chosen one. */
      optionsOf: (kind: ActorKind | undefined, chosen: string | undefined): Option[] => {
        const options = [...known]
          .filter(([id, actor]) => id === chosen || !kind || actor.kind === kind)
          .map(([value, actor]) => ({
            value,
            label: kind ? actor.label : `${kindWords[actor.kind]}: ${actor.label}`,
          }))
        if (chosen && !known.has(chosen)) options.push({ value: chosen, label: chosen })
        return [{ value: '', label: 'Anyone' }, ...options]
      },
    }
  }, [people, keys, rows])
}
