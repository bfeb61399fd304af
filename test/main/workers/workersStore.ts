/** Adds workspaces and keys to the store of a running service, as commands of another process would. */
import { createKey } from '../../../src/actions/keys.ts'
import { scopes } from '../../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { actor } from '../../support/service.ts'

/** Loads the workspace, and creates a key with all scopes for it. */
export async function loadWithKey(
  db: Database,
  file: WorkspaceFile,
): Promise<{ keyId: string; secret: string }> {
  const nowMs = Date.now()
  await loadWorkspace(db, file, { nowMs, actor })
  const request = { workspaceId: file.workspace.id, name: 'Test key', scopes, expiresInDays: null }
  const { key, secret } = await createKey(db, request, actor, nowMs)
  return { keyId: key.id, secret }
}
