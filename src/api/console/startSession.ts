/** Starts a session, remembers the browser as a known device, and writes the audit record. */
import type { AuditAction } from '../../contract/console/audit.ts'
import { hashToken, newToken } from '../../domain/access/token.ts'
import { newId } from '../../domain/ids.ts'
import { recordForPerson } from '../../store/audit.ts'
import type { Connection } from '../../store/engine/door.ts'
import { insertDevice, touchDevice } from '../../store/people/knownDevices.ts'
import { deleteSession, insertSession } from '../../store/people/sessions.ts'
import type { OpenCall } from './call.ts'

/** Always uses a new token, which prevents session fixation. */
export async function startSession(call: OpenCall, connection: Connection, userId: string): Promise<void> {
  const { tokenHash: before, address, client, nowMs } = call
  const token = newToken()
  if (before !== null) await deleteSession(connection, before)
  call.setToken(token)
  const deviceHash = await rememberDevice(call, connection, userId)
  const made = { id: newId('ses', nowMs), tokenHash: hashToken(token), userId, address, client, deviceHash }
  await insertSession(connection, made, nowMs)
  call.notePerson(userId)
}

/** Keeps the request's device token only if it belongs to this person; otherwise issues a new one. */
async function rememberDevice(call: OpenCall, connection: Connection, userId: string): Promise<string> {
  const { deviceToken, nowMs } = call
  if (deviceToken !== null && (await touchDevice(connection, hashToken(deviceToken), userId, nowMs))) {
    return hashToken(deviceToken)
  }
  const token = newToken()
  await insertDevice(connection, hashToken(token), userId, nowMs)
  call.setDevice(token)
  return hashToken(token)
}

/** Audits what a person did to their own account, with the address and browser. */
export async function recordOwnAct(
  { address, client, nowMs }: OpenCall,
  connection: Connection,
  userId: string,
  action: AuditAction,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordForPerson(connection, userId, nowMs, {
    actor: { kind: 'person', id: userId },
    action,
    details: { ...details, address, client },
  })
}
