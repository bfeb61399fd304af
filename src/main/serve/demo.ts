/** Creates a demo workspace that ends today, and an API key, in an empty store. */
import { createKeyIn } from '../../actions/keys.ts'
import { scopes } from '../../contract/scopes.ts'
import { endingOn } from '../../demo/endingOn.ts'
import { demoFiles } from '../../demo/files/index.ts'
import { demoWorkspace } from '../../demo/index.ts'
import { loadFilesIn } from '../../import/workspace/loadFiles.ts'
import { loadWorkspaceIn } from '../../import/workspace/loadWorkspace.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import { lockExclusively } from '../../store/engine/locks.ts'
import { anyWorkspaceExists } from '../../store/workspaces.ts'
import { commandLineActor } from '../commandContext.ts'

/** The secret of the demo key; null if the store already has a workspace. */
export async function ensureDemo(db: Database, nowMs: number): Promise<string | null> {
  if (await anyWorkspaceExists(db)) return null
  return await db.transaction(async connection => {
    await lockExclusively(connection, 'demo')
    if (await anyWorkspaceExists(connection)) return null
    const workspaceId = await loadDemo(connection, nowMs)
    const request = { workspaceId, name: 'Demo key', scopes, expiresInDays: null }
    const { secret } = await createKeyIn(connection, request, commandLineActor(), nowMs)
    return secret
  })
}

/** Returns the id of the workspace. */
export async function loadDemo(connection: Connection, nowMs: number): Promise<string> {
  const actor = commandLineActor()
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const file = endingOn(demoWorkspace(), today)
  const { workspaceId } = await loadWorkspaceIn(connection, file, { nowMs, actor })
  await loadFilesIn(connection, { workspaceId, actor, nowMs }, demoFiles(file, today))
  return workspaceId
}
