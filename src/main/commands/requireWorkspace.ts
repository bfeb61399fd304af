import type { Session } from '../../store/engine/door.ts'
import { UnknownWorkspace } from '../../store/workspaceClock.ts'
import { findWorkspace } from '../../store/workspaces.ts'

export async function requireWorkspace(session: Session, workspaceId: string): Promise<void> {
  if ((await findWorkspace(session, workspaceId)) === null) {
    throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
  }
}
