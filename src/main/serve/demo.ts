/** Creates a demo workspace that ends today, and an API key, in an empty store. */
import { createKeyIn } from '../../actions/keys.ts'
import { scopes } from '../../contract/scopes.ts'
import { endingOn } from '../../demo/endingOn.ts'
import { demoWorkspace } from '../../demo/index.ts'
import { loadWorkspaceIn } from '../../import/workspace/loadWorkspace.ts'
import type { Database } from '../../store/engine/door.ts'
import { lockExclusively } from '../../store/engine/locks.ts'
import { anyWorkspaceExists } from '../../store/workspaces.ts'
import { commandLineActor } from '../commandContext.ts'

/** The secret of the demo key; null if the store already has a workspace. */
export async function ensureDemo(db: Database, nowMs: number): Promise<string | null> {
  if (await anyWorkspaceExists(db)) return null
  return await db.transaction(async connection => {
    await lockExclusively(connection, 'demo')
    if (await anyWorkspaceExists(connection)) return null
    const actor = commandLineActor()
    const today = new Date(nowMs).toISOString().slice(0, 10)
    const { workspaceId } = await loadWorkspaceIn(connection, endingOn(demoWorkspace(), today), {
      nowMs,
      actor,
    })
    const request = { workspaceId, name: 'Demo key', scopes, expiresInDays: null }
    const { secret } = await createKeyIn(connection, request, actor, nowMs)
    return secret
  })
}
