/** Browsers that have signed in to an account before, identified by the hash of their cookie's token. */
import { emailKey } from '../../domain/access/email.ts'
import type { Connection } from '../engine/door.ts'

/** More browsers than one person uses. The least recently used one is forgotten first. */
export const knownDevicesMax = 20
/** Counted from the first sign-in. After that, the next sign-in makes the browser known again. */
export const knownDeviceMsMax = 365 * 24 * 60 * 60 * 1000

const at = (ms: number): string => new Date(ms).toISOString()

/** Whether this browser has signed in to the account with this email address. */
export async function isKnownDevice(
  connection: Connection,
  tokenHash: string,
  email: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await connection.query(
    `select from known_devices d join users u on u.user_id = d.user_id
     where d.token_hash = $1 and u.email_key = $2 and d.created_at > $3`,
    [tokenHash, emailKey(email), at(nowMs - knownDeviceMsMax)],
  )
  return rows.length > 0
}

/** Records another sign-in from a known device; false if it is not one of this person's. */
export async function touchDevice(
  connection: Connection,
  tokenHash: string,
  userId: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await connection.query(
    `update known_devices set last_seen_at = greatest(last_seen_at, $3)
     where token_hash = $1 and user_id = $2 and created_at > $4 returning user_id`,
    [tokenHash, userId, at(nowMs), at(nowMs - knownDeviceMsMax)],
  )
  return rows.length > 0
}

export async function insertDevice(
  connection: Connection,
  tokenHash: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  await connection.query(
    'insert into known_devices (token_hash, user_id, created_at, last_seen_at) values ($1, $2, $3, $3)',
    [tokenHash, userId, at(nowMs)],
  )
  await connection.query(
    `delete from known_devices where user_id = $1 and token_hash in (
       select token_hash from known_devices where user_id = $1 and token_hash <> $2
       order by last_seen_at desc, token_hash offset ${knownDevicesMax - 1}
     )`,
    [userId, tokenHash],
  )
}

export async function forgetDevice(connection: Connection, tokenHash: string, userId: string): Promise<void> {
  await connection.query('delete from known_devices where token_hash = $1 and user_id = $2', [
    tokenHash,
    userId,
  ])
}

/** Forgets all of the person's devices except `exceptHash`. */
export async function forgetDevices(
  connection: Connection,
  userId: string,
  exceptHash: string | null,
): Promise<void> {
  await connection.query(
    'delete from known_devices where user_id = $1 and token_hash is distinct from $2::text',
    [userId, exceptHash],
  )
}

export async function dropOldDevices(connection: Connection, nowMs: number): Promise<void> {
  await connection.query('delete from known_devices where created_at <= $1', [at(nowMs - knownDeviceMsMax)])
}
