import type { Connection } from '../store/engine/door.ts'
import { UnknownWorkspace } from '../store/workspaceClock.ts'
import { findWorkspace } from '../store/workspaces.ts'

export async function requireWorkspace(connection: Connection, workspaceId: string): Promise<void> {
  if ((await findWorkspace(connection, workspaceId)) === null) {
    throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
  }
}
