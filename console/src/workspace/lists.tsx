/** The companies, accounts and categories of the workspace, loaded once and shared by all pages. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { FlorinClient } from '../../../src/client/index.ts'
import { SharedList, type SharedState } from '../api/SharedList.ts'
import { useWorkspace } from '../session.tsx'

export type WorkspaceLists = ReturnType<typeof listsOf>

const listsOf = (data: FlorinClient) => ({
  companies: new SharedList(signal => data.companies.list({}, { signal })),
  accounts: new SharedList(signal => data.accounts.list({}, { signal })),
  categories: new SharedList(signal => data.categories.list({ signal })),
})

const ListsContext = createContext<WorkspaceLists | null>(null)

/** Belongs around the pages. Another workspace, and another session, starts with lists that are not loaded yet. */
export function WorkspaceListsProvider({ children }: { children: ReactNode }) {
  const { data } = useWorkspace()
  const lists = useMemo(() => listsOf(data), [data])
  useEffect(
    () => () => {
      for (const list of Object.values(lists)) list.stop()
    },
    [lists],
  )
  return <ListsContext value={lists}>{children}</ListsContext>
}

export function useWorkspaceLists(): WorkspaceLists {
  const lists = useContext(ListsContext)
  if (!lists) throw new Error('useWorkspaceLists needs the shell around it')
  return lists
}

interface Identified {
  id: string
}

/**
 * The list as it is now. `neededIds` are the ids that the rows on the page name: the list is reloaded if it lacks one.
 * Pass the same array until the rows change.
 */
export function useSharedList<Row extends Identified>(
  list: SharedList<Row>,
  neededIds?: readonly string[] | undefined,
): SharedState<Row> {
  const state = useSyncExternalStore(list.subscribe, list.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state has to be checked for the ids as well
  useEffect(() => {
    if (neededIds) list.require(neededIds)
  }, [list, neededIds, state])
  return state
}
