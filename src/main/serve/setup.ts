/** Set-up for the first person: every start prints a single-use link until one has been used. */
import { createSetupLink } from '../../actions/people.ts'
import { linkPath } from '../../contract/console/paths.ts'
import type { Database } from '../../store/engine/door.ts'
import { lockExclusively } from '../../store/engine/locks.ts'
import { anyUserExists } from '../../store/people/users.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { commandLineActor } from '../commandContext.ts'

/**
 * The link's path; null if someone already has an account. If there is no workspace yet, the person who uses the link
 * creates it.
 */
export async function ensureSetupLink(db: Database, nowMs: number): Promise<string | null> {
  if (await anyUserExists(db)) return null
  return await db.transaction(async connection => {
    await lockExclusively(connection, 'setup')
    const [workspace] = await listWorkspaces(connection)
    if (await anyUserExists(connection)) return null
    return linkPath(await createSetupLink(connection, workspace?.id ?? null, commandLineActor(), nowMs))
  })
}
