/** Who is signed in and in which workspace, for every page below the shell. */
import { createContext, useContext, useMemo } from 'react'
import { isEditor, isManager } from '../../src/contract/console/roles.ts'
import type { Me } from '../../src/contract/console/session.ts'
import { dataClient, workspaceCall } from './api/client.ts'
import { useRoute } from './router.tsx'

export interface Session {
  me: Me
  /** `setMe` takes what an operation returned, such as a new name; `refreshMe` asks the service again. */
  setMe: (me: Me) => void
  refreshMe: () => void
  signedOut: () => void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs the app around it')
  return session
}

export type WorkspaceEntry = Me['workspaces'][number]

/** The workspace that the URL names, if the person belongs to it; otherwise their first one. */
export function chosenWorkspace({ workspaces }: Me, asked: string | null): WorkspaceEntry | null {
  return workspaces.find(({ id }) => id === asked) ?? workspaces[0] ?? null
}

/** The chosen workspace and the clients for it. Pages are drawn only if there is one. */
export function useWorkspace() {
  const { me } = useSession()
  const { query } = useRoute()
  const entry = chosenWorkspace(me, query.get('workspace'))
  if (!entry) throw new Error('useWorkspace needs a workspace')
  const { id } = entry
  const doors = useMemo(() => ({ data: dataClient(id), call: workspaceCall(id) }), [id])
  return { ...entry, ...doors, canEdit: isEditor(entry.role), canManage: isManager(entry.role) }
}
