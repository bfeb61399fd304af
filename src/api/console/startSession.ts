/** How a session begins, on a browser that is known from then on; and what the audit log keeps about it. */
import type { AuditAction } from '../../contract/console/audit.ts'
import { hashToken, newToken } from '../../domain/access/token.ts'
import { newId } from '../../domain/ids.ts'
import { recordForPerson } from '../../store/audit.ts'
import type { Connection } from '../../store/engine/door.ts'
import { insertDevice, touchDevice } from '../../store/people/knownDevices.ts'
import { deleteSession, insertSession } from '../../store/people/sessions.ts'
import type { OpenCall } from './call.ts'

/** Under a new token, so that one which somebody planted before is worth nothing afterwards. */
export async function startSession(call: OpenCall, connection: Connection, userId: string): Promise<void> {
  const { tokenHash: before, address, client, nowMs } = call
  const token = newToken()
  if (before !== null) await deleteSession(connection, before)
  call.setToken(token)
  const deviceHash = await knownFromNowOn(call, connection, userId)
  const made = { id: newId('ses', nowMs), tokenHash: hashToken(token), userId, address, client, deviceHash }
  await insertSession(connection, made, nowMs)
  call.noteWho(userId)
}

/** A token that came along counts only if it is this person's; any other is replaced, never taken over. */
async function knownFromNowOn(call: OpenCall, connection: Connection, userId: string): Promise<string> {
  const { deviceToken, nowMs } = call
  if (deviceToken !== null && (await touchDevice(connection, hashToken(deviceToken), userId, nowMs))) {
    return hashToken(deviceToken)
  }
  const token = newToken()
  await insertDevice(connection, hashToken(token), userId, nowMs)
  call.setDevice(token)
  return hashToken(token)
}

/** What a person did about their own sign-in, with where it was done from. */
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
