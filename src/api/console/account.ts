/** A person's own account: password and second factor. */
import { mayCreateWorkspaces } from '../../actions/workspaces.ts'
import type { Me } from '../../contract/console/session.ts'
import {
  hashRecoveryCode,
  lockSecret,
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  openSecret,
  totpUri,
} from '../../domain/access/secondFactor.ts'
import type { Connection } from '../../store/engine/door.ts'
import { forgetDevices } from '../../store/people/knownDevices.ts'
import { dropResetLinks } from '../../store/people/links.ts'
import { listUserWorkspaces } from '../../store/people/memberships.ts'
import { deleteSessions } from '../../store/people/sessions.ts'
import {
  countRecoveryCodes,
  findUser,
  lockUser,
  replaceRecoveryCodes,
  type StoredUser,
  takeTotpStep,
  updatePassword,
  updateSecondFactor,
} from '../../store/people/users.ts'
import { conflict } from '../errors.ts'
import type { Handler, PersonCall } from './call.ts'
import { notSignedIn, secondFactorFailed, signInFailed } from './http/refusals.ts'
import { requireStrongPassword } from './signIn/newPassword.ts'
import { requireCode } from './signIn/passwords.ts'
import { recordOwnAct, startSession } from './startSession.ts'

export const getMe: Handler<'getMe'> = async ({ db, person }) => await describeMe(db, person)

/** Checking a password takes time. If it was changed meanwhile, the one that was checked is no longer right. */
export async function requireSameCredentials(connection: Connection, user: StoredUser): Promise<void> {
  if (!isUnchanged(user, await lockUser(connection, user.id))) throw signInFailed()
}

const isUnchanged = (checked: StoredUser, now: StoredUser | null): boolean =>
  now?.passwordHash === checked.passwordHash && now.totpLocked === checked.totpLocked

export const changePassword: Handler<'changePassword'> = async (call, { body }) => {
  const { db, guard, person } = call
  requireStrongPassword(body.newPassword, person, 'newPassword')
  const { user, lock } = await verifiedAgain(call, body.currentPassword)
  const next = await guard.hash(body.newPassword)
  const totp = user.totpLocked === null ? null : openSecret(user.totpLocked, lock, user.id)
  const totpLocked = totp === null ? null : lockSecret(totp, next.lock, user.id)
  await db.transaction(async connection => {
    await requireUnchanged(connection, user)
    await updatePassword(connection, user.id, next.hash, totpLocked)
    // A pending reset link must not work any more.
    await dropResetLinks(connection, user.id)
    await deleteSessions(connection, user.id, null)
    await forgetDevices(connection, user.id, null)
    await startSession(call, connection, user.id)
    await recordOwnAct(call, connection, user.id, 'password.changed')
  })
  return undefined
}

export const proposeSecondFactor: Handler<'proposeSecondFactor'> = async ({ person }) => {
  const secret = newTotpSecret()
  return { secret, uri: totpUri(secret, person.email) }
}

export const enableSecondFactor: Handler<'enableSecondFactor'> = async (call, { body }) => {
  const { user, lock } = await verifiedAgain(call, body.password)
  if (user.totpLocked !== null) {
    throw conflict('SECOND_FACTOR_ENABLED', 'The second factor is already switched on. Switch it off first.')
  }
  // A code proves that the authenticator has the secret before sign-in depends on it.
  const step = matchingStep(body.secret, body.code, call.nowMs, 0)
  if (step === null) throw secondFactorFailed()
  const codes = newRecoveryCodes()
  await call.db.transaction(async connection => {
    await requireUnchanged(connection, user)
    await updateSecondFactor(
      connection,
      user.id,
      lockSecret(body.secret, lock, user.id),
      codes.map(hashRecoveryCode),
    )
    await takeTotpStep(connection, user.id, step)
    await dropResetLinks(connection, user.id)
    await recordOwnAct(call, connection, user.id, 'second_factor.enabled')
  })
  return { recoveryCodes: codes }
}

export const disableSecondFactor: Handler<'disableSecondFactor'> = async (call, { body }) => {
  const verified = await verifiedAgain(call, body.password)
  await call.db.transaction(async connection => {
    await requireUnchanged(connection, verified.user)
    await requireCode(connection, verified, body.code, call.nowMs)
    await updateSecondFactor(connection, verified.user.id, null, [])
    await recordOwnAct(call, connection, verified.user.id, 'second_factor.disabled')
  })
  return undefined
}

export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (call, { body }) => {
  const verified = await verifiedAgain(call, body.password)
  if (verified.user.totpLocked === null) {
    throw conflict(
      'SECOND_FACTOR_DISABLED',
      'The second factor is switched off. Switch it on to get recovery codes.',
    )
  }
  const codes = newRecoveryCodes()
  await call.db.transaction(async connection => {
    await requireUnchanged(connection, verified.user)
    await requireCode(connection, verified, body.code, call.nowMs)
    await replaceRecoveryCodes(connection, verified.user.id, codes.map(hashRecoveryCode))
    await recordOwnAct(call, connection, verified.user.id, 'recovery_codes.renewed')
  })
  return { recoveryCodes: codes }
}

/**
 * Locks the user, and fails if another session has changed the password or second factor since they were checked.
 * Checking takes time, and that change must not be overwritten.
 */
async function requireUnchanged(connection: Connection, user: StoredUser): Promise<void> {
  if (isUnchanged(user, await lockUser(connection, user.id))) return
  throw conflict('CHANGED_MEANWHILE', 'Your account was just changed in another session. Try again.')
}

/** Uses the current row, because another session may have changed it since this request arrived. */
async function verifiedAgain({ db, guard, person, nowMs }: PersonCall, password: string) {
  const user = await findUser(db, person.id)
  if (user === null) throw notSignedIn()
  return await guard.verifyAgain(user, password, nowMs)
}

export async function describeMe(connection: Connection, user: StoredUser): Promise<Me> {
  const { id, email, name, totpLocked } = user
  const workspaces = await listUserWorkspaces(connection, id)
  return {
    user: {
      id,
      email,
      name,
      secondFactor: totpLocked !== null,
      recoveryCodesLeft: totpLocked === null ? 0 : await countRecoveryCodes(connection, id),
    },
    workspaces,
    mayCreateWorkspaces: await mayCreateWorkspaces(connection, workspaces),
  }
}
