/** Signing in and out, and a person's own sessions. */
import { hashToken } from '../../domain/access/token.ts'
import { forgetDevice, forgetDevices } from '../../store/people/knownDevices.ts'
import {
  deleteSession,
  deleteSessions,
  listSessions as listStored,
  revokeSession as revokeStored,
} from '../../store/people/sessions.ts'
import { notFound } from '../errors.ts'
import { describeMe, requireSameCredentials } from './account.ts'
import type { Handler } from './call.ts'
import { recordOwnAct, startSession } from './startSession.ts'

export const signIn: Handler<'signIn'> = async (call, { body }) => {
  const { user } = await call.guard.verify(body, call, call.nowMs)
  return await call.db.transaction(async connection => {
    await requireSameCredentials(connection, user)
    await startSession(call, connection, user.id)
    await recordOwnAct(call, connection, user.id, 'person.signed_in')
    return await describeMe(connection, user)
  })
}

export const listSessions: Handler<'listSessions'> = async ({ db, person, tokenHash, nowMs }) => {
  const stored = await listStored(db, person.id, nowMs)
  const sessions = stored.map(({ tokenHash: its, ...session }) => ({
    ...session,
    current: its === tokenHash,
  }))
  return { sessions }
}

/** Also forgets the session's browser, in case the device was lost, unless it is the browser making this request. */
export const revokeSession: Handler<'revokeSession'> = async (call, { id }) => {
  const { db, person, tokenHash, deviceToken, nowMs } = call
  await db.transaction(async connection => {
    const revoked = await revokeStored(connection, person.id, id, nowMs)
    if (revoked === null) throw notFound('You have no session with this id. It may have ended already.')
    const isHere = deviceToken !== null && revoked.deviceHash === hashToken(deviceToken)
    if (revoked.deviceHash !== null && !isHere) await forgetDevice(connection, revoked.deviceHash, person.id)
    await recordOwnAct(call, connection, person.id, 'session.revoked', {
      sessionAddress: revoked.address,
      sessionClient: revoked.client,
    })
    if (revoked.tokenHash === tokenHash) call.setToken(null)
  })
  return undefined
}

export const signOut: Handler<'signOut'> = async ({ db, tokenHash, setToken }) => {
  await deleteSession(db, tokenHash)
  setToken(null)
  return undefined
}

/**
 * Keeps this browser as a known device. Otherwise someone whose account is under attack could be locked out everywhere,
 * because all their browsers would share the attempts that strangers use up.
 */
export const signOutEverywhere: Handler<'signOutEverywhere'> = async call => {
  const { db, person, deviceToken, setToken } = call
  await db.transaction(async connection => {
    await deleteSessions(connection, person.id, null)
    await forgetDevices(connection, person.id, deviceToken === null ? null : hashToken(deviceToken))
    await recordOwnAct(call, connection, person.id, 'person.signed_out_everywhere')
  })
  setToken(null)
  return undefined
}
