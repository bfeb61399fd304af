/** Accounts, memberships and links, for both the console and the command line. */
import type { Role } from '../contract/console/roles.ts'
import { emailKey } from '../domain/access/email.ts'
import { hashToken, newToken } from '../domain/access/token.ts'
import { newId } from '../domain/ids.ts'
import { type Actor, recordAudit, recordForPerson } from '../store/audit.ts'
import type { Connection } from '../store/engine/door.ts'
import { lockExclusively } from '../store/engine/locks.ts'
import {
  deleteInvite,
  dropResetLinks,
  dropSetupLinks,
  insertLink,
  listInvites,
  type NewLink,
  openInvitesMax,
} from '../store/people/links.ts'
import { findPerson, insertMembership, lockMemberships } from '../store/people/memberships.ts'
import { findUserByEmail, insertUser, type StoredUser } from '../store/people/users.ts'

const dayMs = 24 * 60 * 60 * 1000
export const inviteDays = 7
const resetDays = 1

interface Account {
  email: string
  name: string
  passwordHash: string
}

/** Also removes the set-up link, because only the first person may set up the service. */
export async function createUserIn(connection: Connection, account: Account, nowMs: number) {
  // A service that is just starting waits for this lock. It then sees the account and creates no set-up link.
  await lockExclusively(connection, 'setup')
  const user = { id: newId('usr', nowMs), ...account, createdAt: new Date(nowMs).toISOString() }
  await insertUser(connection, user)
  await dropSetupLinks(connection)
  return user
}

/** Returns the link and its token. Only a hash of the token is stored. */
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
  workspaceId: string | null,
  actor: Actor,
  nowMs: number,
) {
  await dropSetupLinks(connection)
  const facts = { kind: 'setup', workspaceId, role: 'owner', email: null, userId: null } as const
  return (await createLink(connection, { ...facts, createdBy: actor.id }, nowMs, inviteDays)).token
}

/** The limit of open invitations is reached. It is also the length of their list. */
export class TooManyInvites extends Error {
  override name = 'TooManyInvites'

  constructor() {
    super(`The workspace has ${openInvitesMax} open invitations, which is the limit. Withdraw some first.`)
  }
}

/** Open invitations for an e-mail address, however it is capitalised. */
export async function invitesFor(connection: Connection, workspaceId: string, email: string, nowMs: number) {
  const invites = await listInvites(connection, workspaceId, nowMs)
  return invites.filter(invite => emailKey(invite.email) === emailKey(email))
}

export class AlreadyMember extends Error {
  override name = 'AlreadyMember'

  constructor(email: string) {
    super(`${email} already belongs to the workspace.`)
  }
}

export async function requireNotMember(
  connection: Connection,
  workspaceId: string,
  email: string,
): Promise<void> {
  const user = await findUserByEmail(connection, email)
  if (user === null) return
  if ((await findPerson(connection, workspaceId, user.id)) !== null) throw new AlreadyMember(email)
}

/** Does nothing if the person is already a member. */
export async function addMember(
  connection: Connection,
  workspaceId: string,
  { user, role }: { user: Pick<StoredUser, 'id' | 'name' | 'email'>; role: Role },
  actor: Actor,
  nowMs: number,
): Promise<void> {
  const createdAt = new Date(nowMs).toISOString()
  if (!(await insertMembership(connection, workspaceId, { userId: user.id, role, createdAt }))) return
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'person.joined',
    subjectId: user.id,
    details: { name: user.name, email: user.email, role },
  })
}

/** Inviting someone again creates a new link; the previous one stops working. */
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
