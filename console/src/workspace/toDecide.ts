/** The counts of what needs a person, loaded once and shared by the navigation and the pages. */
import { useEffect, useSyncExternalStore } from 'react'
import type { ToDecide } from '../../../src/contract/console/bills/toDecide.ts'
import { useRoute } from '../router.tsx'
import { useWorkspace } from '../session.tsx'

interface State {
  workspaceId: string
  counts: ToDecide
}

let state: State | null = null
let turn = 0
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Counts again. Pages call it after something was decided. */
export function recount(): void {
  turn += 1
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the counts: at first, on another page, and after a decision. Drawn once, in the navigation. */
export function useCounting(): void {
  const { id, call } = useWorkspace()
  const { path } = useRoute()
  const now = useSyncExternalStore(subscribe, () => turn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path or turn counts again
  useEffect(() => {
    const controller = new AbortController()
    call('getToDecide', 'GET', '/to-decide', { signal: controller.signal }).then(
      counts => {
        state = { workspaceId: id, counts }
        tell()
      },
      // The count is an extra: without it, the navigation works as well.
      () => undefined,
    )
    return () => controller.abort()
  }, [id, call, path, now])
}

/** Undefined until they are counted. */
export function useToDecide(): ToDecide | undefined {
  const { id } = useWorkspace()
  const known = useSyncExternalStore(subscribe, () => state)
  return known?.workspaceId === id ? known.counts : undefined
}
