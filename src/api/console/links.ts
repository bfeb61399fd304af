/** Single-use links: setting up the first owner, invitations and password resets. */
import { addMember, createUserIn } from '../../actions/people.ts'
import { emailKey } from '../../domain/access/email.ts'
import { hashToken } from '../../domain/access/token.ts'
import type { Connection } from '../../store/engine/door.ts'
import { forgetDevices } from '../../store/people/knownDevices.ts'
import { findLink, type StoredLink, takeLink } from '../../store/people/links.ts'
import { countPeople, lockMemberships, peopleMax } from '../../store/people/memberships.ts'
import { deleteSessions, findSignedIn } from '../../store/people/sessions.ts'
import {
  findUser,
  findUserByEmail,
  type StoredUser,
  updatePassword,
  updateSecondFactor,
} from '../../store/people/users.ts'
import { listWorkspaces } from '../../store/workspaces.ts'
import { badRequest, conflict } from '../errors.ts'
import { describeMe, requireSameCredentials } from './account.ts'
import type { Handler, Input, OpenCall } from './call.ts'
import { invitedAsSomeoneElse, linkInvalid } from './http/refusals.ts'
import { requireStrongPassword } from './signIn/newPassword.ts'
import { recordOwnAct, startSession } from './startSession.ts'

export const inspectLink: Handler<'inspectLink'> = async (call, { body }) => {
  const { db } = call
  const link = await openLink(call, body.token)
  const { kind, workspaceName, role, email, expiresAt } = link
  const accountExists = email !== null && (await findUserByEmail(db, email)) !== null
  return {
    kind,
    workspaceName,
    role,
    email,
    accountExists,
    signedIn: await signedInFor(call, link),
    expiresAt,
  }
}

/** A 256-bit token cannot be guessed, so a valid link is not limited by other people's failures at the same address. */
async function openLink({ db, guard, address, nowMs }: OpenCall, token: string): Promise<StoredLink> {
  const tokenHash = hashToken(token)
  const link = await findLink(db, tokenHash, nowMs)
  if (link === null) {
    await guard.countTry(address, nowMs)
    throw linkInvalid()
  }
  await guard.countLinkTry(tokenHash, nowMs)
  return link
}

/** Who is signed in, if anyone, and whether the invitation is for them. */
async function signedInFor({ db, tokenHash, nowMs }: OpenCall, link: StoredLink) {
  const person = tokenHash === null ? null : await findSignedIn(db, tokenHash, null, nowMs)
  return person && { email: person.email, isInvited: isInvited(link, person) }
}

const isInvited = ({ kind, email }: StoredLink, person: Pick<StoredUser, 'email'>): boolean =>
  kind === 'invite' && email !== null && emailKey(email) === emailKey(person.email)

/** For someone who is already signed in: the session proves who they are. */
export const joinWorkspace: Handler<'joinWorkspace'> = async (call, { body }) => {
  const { db, person } = call
  const link = await openLink(call, body.token)
  if (link.kind !== 'invite') throw linkInvalid()
  if (!isInvited(link, person)) throw invitedAsSomeoneElse(link.email, person.email)
  return await db.transaction(async connection => {
    if (!(await takeLink(connection, hashToken(body.token)))) throw linkInvalid()
    await join(call, connection, link, person)
    return await describeMe(connection, person)
  })
}

type Accepting = Input<'acceptLink'>['body']

export const acceptLink: Handler<'acceptLink'> = async (call, { body }) => {
  const { db } = call
  const link = await openLink(call, body.token)
  const accept =
    link.kind === 'reset' ? await passwordReset(call, link, body) : await joining(call, link, body)
  return await db.transaction(async connection => {
    // Taken in the transaction that uses it, so that a failure leaves the link usable.
    if (!(await takeLink(connection, hashToken(body.token)))) throw linkInvalid()
    const userId = await accept(connection)
    await startSession(call, connection, userId)
    await recordOwnAct(call, connection, userId, 'person.signed_in')
    const user = await findUser(connection, userId)
    if (user === null) throw linkInvalid()
    return await describeMe(connection, user)
  })
}

/** Runs once the link is taken; returns the person's id. */
type Accept = (connection: Connection) => Promise<string>

/** The authenticator's secret is encrypted with the lost password, so it is lost too. */
async function passwordReset(call: OpenCall, { userId }: StoredLink, body: Accepting): Promise<Accept> {
  const user = userId === null ? null : await findUser(call.db, userId)
  if (user === null || userId === null) throw linkInvalid()
  const { hash } = await call.guard.hash(requireStrongPassword(body.password, user))
  return async connection => {
    await updatePassword(connection, userId, hash, null)
    await updateSecondFactor(connection, userId, null, [])
    await deleteSessions(connection, userId, null)
    await forgetDevices(connection, userId, null)
    await recordOwnAct(call, connection, userId, 'password.reset')
    return userId
  }
}

async function joining(call: OpenCall, link: StoredLink, body: Accepting): Promise<Accept> {
  const email = link.email ?? required(body.email, 'email')
  const known = await findUserByEmail(call.db, email)
  if (known === null) return await joiningAsNewUser(call, link, email, body)
  const { user } = await call.guard.verify({ ...body, email }, call, call.nowMs)
  return async connection => {
    await requireSameCredentials(connection, user)
    await join(call, connection, link, user)
    return user.id
  }
}

async function joiningAsNewUser(
  call: OpenCall,
  link: StoredLink,
  email: string,
  body: Accepting,
): Promise<Accept> {
  const name = required(body.name, 'name')
  const { hash } = await call.guard.hash(requireStrongPassword(body.password, { email, name }))
  return async connection => {
    const user = await createUserIn(connection, { email, name, passwordHash: hash }, call.nowMs)
    await join(call, connection, link, user)
    return user.id
  }
}

async function join(
  { nowMs }: OpenCall,
  connection: Connection,
  { kind, role, ...link }: StoredLink,
  user: Pick<StoredUser, 'id' | 'name' | 'email'>,
): Promise<void> {
  // The first person of a service without a workspace creates it after signing in. It may have got one meanwhile.
  const workspaceId = link.workspaceId ?? (kind === 'setup' ? await firstWorkspaceId(connection) : null)
  if (kind === 'setup' && workspaceId === null) return
  if (workspaceId === null || role === null) throw linkInvalid()
  await lockMemberships(connection, workspaceId)
  if ((await countPeople(connection, workspaceId)) >= peopleMax) {
    throw conflict(
      'TOO_MANY_PEOPLE',
      `The workspace has ${peopleMax} people, which is the limit. Ask its owner.`,
    )
  }
  await addMember(connection, workspaceId, { user, role }, { kind: 'person', id: user.id }, nowMs)
}

async function firstWorkspaceId(connection: Connection): Promise<string | null> {
  const [workspace] = await listWorkspaces(connection)
  return workspace?.id ?? null
}

function required(value: string | undefined, path: string): string {
  if (value !== undefined) return value
  throw badRequest([{ path, message: 'is required' }])
}
