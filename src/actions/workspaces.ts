/** Creates and renames workspaces. */

import { workspacesOfPersonMax } from '../contract/console/accounts/setup.ts'
import type { Role } from '../contract/console/roles.ts'
import { Conflict } from '../domain/conflict.ts'
import { newId } from '../domain/ids.ts'
import { loadWorkspaceIn } from '../import/workspace/loadWorkspace.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Connection, Database } from '../store/engine/door.ts'
import { lockExclusively } from '../store/engine/locks.ts'
import { listUserWorkspaces } from '../store/people/memberships.ts'
import type { StoredUser } from '../store/people/users.ts'
import { UnknownWorkspace, writeWorkspace } from '../store/workspaceClock.ts'
import { anyWorkspaceExists, findWorkspace, renameWorkspace as rename } from '../store/workspaces.ts'
import { addMember } from './people.ts'

export async function requireWorkspace(connection: Connection, workspaceId: string): Promise<void> {
  if ((await findWorkspace(connection, workspaceId)) === null) {
    throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
  }
}

/** Owners may, and the first person of a service that has no workspace yet. */
export async function mayCreateWorkspaces(
  connection: Connection,
  memberships: readonly { role: Role }[],
): Promise<boolean> {
  return memberships.some(({ role }) => role === 'owner') || !(await anyWorkspaceExists(connection))
}

export class MayNotCreateWorkspaces extends Error {
  override name = 'MayNotCreateWorkspaces'
}

/** With the default categories and rules. The person becomes its owner. */
export async function createWorkspace(
  db: Database,
  user: Pick<StoredUser, 'id' | 'name' | 'email'>,
  name: string,
  nowMs: number,
): Promise<string> {
  return await db.transaction(async connection => {
    // Two first people at once: the second sees the workspace of the first.
    await lockExclusively(connection, 'setup')
    const memberships = await listUserWorkspaces(connection, user.id)
    if (!(await mayCreateWorkspaces(connection, memberships))) throw new MayNotCreateWorkspaces()
    if (memberships.length >= workspacesOfPersonMax) {
      throw new Conflict(
        'LIMIT_REACHED',
        `You belong to ${workspacesOfPersonMax} workspaces, which is the limit.`,
      )
    }
    const id = newId('wsp', nowMs)
    const actor: Actor = { kind: 'person', id: user.id }
    const file = { workspace: { id, name }, ...nothing }
    await loadWorkspaceIn(connection, file, { nowMs, actor, action: 'workspace.created' })
    await addMember(connection, id, { user, role: 'owner' }, actor, nowMs)
    return id
  })
}

const nothing = { companies: [], accounts: [], categories: [], transactions: [], bills: [], payees: [] }

/** Moves the clock, because `GET /workspace` shows the name. */
export async function renameWorkspace(
  db: Database,
  workspaceId: string,
  name: string,
  { actor, nowMs }: { actor: Actor; nowMs: number },
): Promise<void> {
  await writeWorkspace(db, workspaceId, nowMs, async connection => {
    const before = await findWorkspace(connection, workspaceId)
    const changed = await rename(connection, workspaceId, name)
    if (changed) {
      await recordAudit(connection, workspaceId, nowMs, {
        actor,
        action: 'workspace.renamed',
        subjectId: workspaceId,
        details: { before: before?.name, after: name },
      })
    }
    return { result: undefined, changed }
  })
}
