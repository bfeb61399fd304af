/** Making accounts and links, for the console and for the command line alike. */
import type { Role } from '../contract/console/roles.ts'
import { emailKey } from '../domain/access/email.ts'
import { hashToken, newToken } from '../domain/access/token.ts'
import { newId } from '../domain/ids.ts'
import { type Actor, recordAudit, recordForPerson } from '../store/audit.ts'
import type { Connection } from '../store/engine/door.ts'
import { lockAlone } from '../store/engine/locks.ts'
import {
  deleteInvite,
  dropResetLinks,
  dropSetupLinks,
  insertLink,
  listInvites,
  type NewLink,
  openInvitesMax,
} from '../store/people/links.ts'
import { lockMemberships } from '../store/people/memberships.ts'
import { insertUser } from '../store/people/users.ts'

const dayMs = 24 * 60 * 60 * 1000
export const inviteDays = 7
const resetDays = 1

interface Account {
  email: string
  name: string
  passwordHash: string
}

/** Once there is somebody, nobody may set the service up any more. */
export async function createUserIn(connection: Connection, account: Account, nowMs: number) {
  // A start that sees nobody yet waits, and then sees somebody: no link to set the service up is made any more.
  await lockAlone(connection, 'setup')
  const user = { id: newId('usr', nowMs), ...account, createdAt: new Date(nowMs).toISOString() }
  await insertUser(connection, user)
  await dropSetupLinks(connection)
  return user
}

/** A link, and the token that opens it, which is kept nowhere. */
async function createLink(
  connection: Connection,
  link: Omit<NewLink, 'id' | 'createdAt' | 'expiresAt'>,
  nowMs: number,
  days: number,
) {
  const token = newToken()
  const stored: NewLink = {
    ...link,
    id: newId('inv', nowMs),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + days * dayMs).toISOString(),
  }
  await insertLink(connection, hashToken(token), stored)
  return { token, link: stored }
}

export async function createSetupLink(
  connection: Connection,
  workspaceId: string,
  actor: Actor,
  nowMs: number,
) {
  await dropSetupLinks(connection)
  const facts = { kind: 'setup', workspaceId, role: 'owner', email: null, userId: null } as const
  return (await createLink(connection, { ...facts, createdBy: actor.id }, nowMs, inviteDays)).token
}

/** Past the limit of open invitations, which is what a list of them shows. */
export class TooManyInvites extends Error {
  override name = 'TooManyInvites'

  constructor() {
    super(`${openInvitesMax} invitations to the workspace are open. Withdraw some first.`)
  }
}

/** Those that are open for an address, in whatever spelling. */
export async function invitesFor(connection: Connection, workspaceId: string, email: string, nowMs: number) {
  const invites = await listInvites(connection, workspaceId, nowMs)
  return invites.filter(invite => emailKey(invite.email) === emailKey(email))
}

/** Whoever is invited again gets a new link, and the one before stops working. */
export async function createInvite(
  connection: Connection,
  workspaceId: string,
  { email, role }: { email: string; role: Role },
  actor: Actor,
  nowMs: number,
) {
  await lockMemberships(connection, workspaceId)
  for (const { id } of await invitesFor(connection, workspaceId, email, nowMs)) {
    await deleteInvite(connection, workspaceId, id)
  }
  if ((await listInvites(connection, workspaceId, nowMs)).length >= openInvitesMax) throw new TooManyInvites()
  const facts = { kind: 'invite', workspaceId, role, email, userId: null } as const
  const created = await createLink(connection, { ...facts, createdBy: actor.id }, nowMs, inviteDays)
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'person.invited',
    subjectId: created.link.id,
    details: { email, role },
  })
  return created
}

export async function createResetLink(connection: Connection, userId: string, actor: Actor, nowMs: number) {
  await dropResetLinks(connection, userId)
  await recordForPerson(connection, userId, nowMs, {
    actor,
    action: 'password.reset_link_created',
    details: {},
  })
  const facts = { kind: 'reset', workspaceId: null, role: null, email: null, userId } as const
  return (await createLink(connection, { ...facts, createdBy: actor.id }, nowMs, resetDays)).token
}
