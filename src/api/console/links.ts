/** Links that work once: the set-up of a first owner, an invitation, a new password. */
import { newPassword } from '../../contract/console/session.ts'
import { validationIssues } from '../../contract/issues.ts'
import { hashToken } from '../../domain/token.ts'
import { recordAudit } from '../../store/audit.ts'
import type { Session } from '../../store/door.ts'
import { findLink, type StoredLink, takeLink } from '../../store/links.ts'
import { countPeople, insertMembership, lockMemberships, peopleMax } from '../../store/memberships.ts'
import { deleteSessions } from '../../store/sessions.ts'
import {
  findUser,
  findUserByEmail,
  type StoredUser,
  updatePassword,
  updateSecondFactor,
} from '../../store/users.ts'
import { badRequest, conflict } from '../errors.ts'
import { createUserIn } from '../people.ts'
import type { Handler, Input, OpenCall } from './call.ts'
import { linkInvalid } from './refusals.ts'
import { describeMe, requireSameProof, startSession } from './session.ts'

export const inspectLink: Handler<'inspectLink'> = async ({ db, guard, address, nowMs }, { body }) => {
  await guard.countTry(address, nowMs)
  const link = await findLink(db, hashToken(body.token), nowMs)
  if (link === null) throw linkInvalid()
  const { kind, workspaceName, role, email, expiresAt } = link
  const accountExists = email !== null && (await findUserByEmail(db, email)) !== null
  return { kind, workspaceName, role, email, accountExists, expiresAt }
}

type Accepting = Input<'acceptLink'>['body']

export const acceptLink: Handler<'acceptLink'> = async (call, { body }) => {
  const { db, nowMs } = call
  await call.guard.countTry(call.address, nowMs)
  const link = await findLink(db, hashToken(body.token), nowMs)
  if (link === null) throw linkInvalid()
  const accept =
    link.kind === 'reset' ? await passwordReset(call, link, body) : await joining(call, link, body)
  return await db.transaction(async session => {
    // Taken in the transaction that uses it: whatever fails leaves the link as it was.
    if (!(await takeLink(session, hashToken(body.token)))) throw linkInvalid()
    const userId = await accept(session)
    await startSession(call, session, userId)
    const user = await findUser(session, userId)
    if (user === null) throw linkInvalid()
    return await describeMe(session, user)
  })
}

/** What is done once the link is taken; gives the person's id. */
type Accept = (session: Session) => Promise<string>

/** The secret of the authenticator was encrypted under the password that is lost, and goes with it. */
async function passwordReset({ guard }: OpenCall, { userId }: StoredLink, body: Accepting): Promise<Accept> {
  if (userId === null) throw linkInvalid()
  const { hash } = await guard.hash(checkedPassword(body.password))
  return async session => {
    await updatePassword(session, userId, hash, null)
    await updateSecondFactor(session, userId, null, [])
    await deleteSessions(session, userId, null)
    return userId
  }
}

async function joining(call: OpenCall, link: StoredLink, body: Accepting): Promise<Accept> {
  const email = link.email ?? required(body.email, 'email')
  const known = await findUserByEmail(call.db, email)
  if (known === null) return await joiningAnew(call, link, email, body)
  const { user } = await call.guard.verify({ ...body, email }, call.address, call.nowMs)
  return async session => {
    await requireSameProof(session, user)
    await join(call, session, link, user)
    return user.id
  }
}

async function joiningAnew(
  call: OpenCall,
  link: StoredLink,
  email: string,
  body: Accepting,
): Promise<Accept> {
  const name = required(body.name, 'name')
  const { hash } = await call.guard.hash(checkedPassword(body.password))
  return async session => {
    const user = await createUserIn(session, { email, name, passwordHash: hash }, call.nowMs)
    await join(call, session, link, user)
    return user.id
  }
}

async function join(
  { nowMs }: OpenCall,
  session: Session,
  { workspaceId, role }: StoredLink,
  user: Pick<StoredUser, 'id' | 'name' | 'email'>,
): Promise<void> {
  if (workspaceId === null || role === null) throw linkInvalid()
  await lockMemberships(session, workspaceId)
  if ((await countPeople(session, workspaceId)) >= peopleMax) {
    throw conflict(
      'TOO_MANY_PEOPLE',
      `The workspace has ${peopleMax} people, which is the most. Ask its owner.`,
    )
  }
  const createdAt = new Date(nowMs).toISOString()
  if (!(await insertMembership(session, workspaceId, { userId: user.id, role, createdAt }))) return
  await recordAudit(session, workspaceId, nowMs, {
    actor: { kind: 'person', id: user.id },
    action: 'person.joined',
    subjectId: user.id,
    details: { name: user.name, email: user.email, role },
  })
}

function required(value: string | undefined, path: string): string {
  if (value !== undefined) return value
  throw badRequest([{ path, message: 'is required' }])
}

/** A new password keeps the rules; one that is only checked does not have to. */
function checkedPassword(password: string): string {
  const parsed = newPassword.safeParse(password)
  if (parsed.success) return parsed.data
  throw badRequest(validationIssues(parsed.error, password, 'password'))
}
