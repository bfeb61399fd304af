/** The way in for the first person: a link that works once, printed by every start until somebody has used one. */
import { createSetupLink } from '../../actions/people.ts'
import { linkPath } from '../../contract/console/paths.ts'
import type { Database } from '../../store/engine/door.ts'
import { lockAlone } from '../../store/engine/locks.ts'
import { anyUserExists } from '../../store/people/users.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { commandLineActor } from '../commandContext.ts'

/** The link's path; null where there is a person already, or no workspace to be the owner of. */
export async function ensureSetupLink(db: Database, nowMs: number): Promise<string | null> {
  if (await anyUserExists(db)) return null
  return await db.transaction(async connection => {
    await lockAlone(connection, 'setup')
    const [workspace] = await listWorkspaces(connection)
    if (workspace === undefined || (await anyUserExists(connection))) return null
    return linkPath(await createSetupLink(connection, workspace.id, commandLineActor(), nowMs))
  })
}
