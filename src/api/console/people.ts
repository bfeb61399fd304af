/** The people of the workspace, and invitations to it. */
import { createInvite, invitesFor, requireNotMember } from '../../actions/people.ts'
import { linkPath } from '../../contract/console/paths.ts'
import type { Person } from '../../contract/console/people.ts'
import { isEditor, isManager, type Role } from '../../contract/console/roles.ts'
import { mayManage } from '../../domain/access/rights.ts'
import { recordAudit } from '../../store/audit.ts'
import type { Connection } from '../../store/engine/door.ts'
import { deleteUploadsOf } from '../../store/imports/uploads.ts'
import { deleteInvite, listInvites } from '../../store/people/links.ts'
import {
  countOwners,
  deleteMembership,
  findPerson,
  listPeople as listStored,
  lockMemberships,
  updateRole,
} from '../../store/people/memberships.ts'
import { notFound } from '../errors.ts'
import type { Handler, WorkspaceCall } from './call.ts'
import { lastOwner, roleRequired } from './http/refusals.ts'

export const listPeople: Handler<'listPeople'> = async call => {
  const { db, workspaceId, nowMs } = call
  const people = await listStored(db, workspaceId)
  return {
    people: people.map(person => shownTo(call, person)),
    invites: await listInvites(db, workspaceId, nowMs),
  }
}

/** Only owners and admins see whether others use a second factor, or when they were last active. */
function shownTo({ role, person: { id } }: WorkspaceCall, person: Person): Person {
  if (isManager(role) || person.id === id) return person
  const { secondFactor: _, lastSeenAt: __, ...shown } = person
  return shown
}

export const invitePerson: Handler<'invitePerson'> = async (call, { body }) => {
  const { db, workspaceId, nowMs, actor, person } = call
  requireManageable(call, body.role)
  return await db.transaction(async connection => {
    await lockMemberships(connection, workspaceId)
    await requireNotMember(connection, workspaceId, body.email)
    const replaced = await invitesFor(connection, workspaceId, body.email, nowMs)
    for (const { role } of replaced) requireManageable(call, role)
    const { token, link } = await createInvite(connection, workspaceId, body, actor, nowMs)
    const { id, createdAt, expiresAt } = link
    const invite = { id, ...body, createdBy: person.name, createdAt, expiresAt }
    return { invite, linkPath: linkPath(token) }
  })
}

export const withdrawInvite: Handler<'withdrawInvite'> = async (call, { id }) => {
  const { db, workspaceId, nowMs, actor } = call
  await db.transaction(async connection => {
    const invite = await deleteInvite(connection, workspaceId, id)
    if (invite === null) throw notFound('There is no open invitation with this id in the workspace.')
    requireManageable(call, invite.role)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'invite.withdrawn',
      subjectId: id,
      details: { ...invite },
    })
  })
  return undefined
}

export const changeRole: Handler<'changeRole'> = async (call, { id, body }) => {
  const { db, workspaceId, nowMs, actor } = call
  return await db.transaction(async connection => {
    const person = await lockManageable(connection, call, id)
    requireManageable(call, body.role)
    if (person.role === body.role) return person
    if (person.role === 'owner') await requireAnotherOwner(connection, workspaceId)
    await updateRole(connection, workspaceId, id, body.role)
    if (!isEditor(body.role)) await deleteUploadsOf(connection, workspaceId, id)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'person.role_changed',
      subjectId: id,
      details: { name: person.name, before: person.role, after: body.role },
    })
    return { ...person, role: body.role }
  })
}

export const removePerson: Handler<'removePerson'> = async (call, { id }) => {
  const { db, workspaceId, nowMs, actor } = call
  await db.transaction(async connection => {
    const { name, email, role } = await lockManageable(connection, call, id)
    if (role === 'owner') await requireAnotherOwner(connection, workspaceId)
    await deleteMembership(connection, workspaceId, id)
    await deleteUploadsOf(connection, workspaceId, id)
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'person.removed',
      subjectId: id,
      details: { name, email, role },
    })
  })
  return undefined
}

/** Locks the workspace's memberships, then finds the person and checks that the caller may manage them. */
async function lockManageable(connection: Connection, call: WorkspaceCall, userId: string) {
  await lockMemberships(connection, call.workspaceId)
  const person = await findPerson(connection, call.workspaceId, userId)
  if (person === null) throw notFound('There is no person with this id in the workspace.')
  requireManageable(call, person.role)
  return person
}

function requireManageable({ role }: WorkspaceCall, other: Role): void {
  if (!mayManage(role, other)) throw roleRequired(['owner'])
}

async function requireAnotherOwner(connection: Connection, workspaceId: string): Promise<void> {
  if ((await countOwners(connection, workspaceId)) === 1) throw lastOwner()
}
