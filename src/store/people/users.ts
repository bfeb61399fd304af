/** People, their passwords and their second factor. */
import { emailKey } from '../../domain/access/email.ts'
import { type Connection, ConstraintViolation } from '../engine/door.ts'

export interface StoredUser {
  id: string
  email: string
  name: string
  passwordHash: string
  totpLocked: string | null
  totpStep: string
}

export const userColumns = `u.user_id as id, u.email, u.name, u.password_hash as "passwordHash",
  u.totp_locked as "totpLocked", u.totp_step as "totpStep"`

export async function findUserByEmail(connection: Connection, email: string): Promise<StoredUser | null> {
  const [row] = await connection.query<StoredUser>(
    `select ${userColumns} from users u where u.email_key = $1`,
    [emailKey(email)],
  )
  return row ?? null
}

export async function findUser(connection: Connection, userId: string): Promise<StoredUser | null> {
  const [row] = await connection.query<StoredUser>(
    `select ${userColumns} from users u where u.user_id = $1`,
    [userId],
  )
  return row ?? null
}

export async function anyUserExists(connection: Connection): Promise<boolean> {
  return (await connection.query('select from users limit 1')).length > 0
}

export interface NewUser {
  id: string
  email: string
  name: string
  passwordHash: string
  createdAt: string
}

/** The email address already has an account. */
export class DuplicateUser extends Error {
  override name = 'DuplicateUser'
}

export async function insertUser(connection: Connection, user: NewUser): Promise<void> {
  try {
    await connection.query(
      `insert into users (user_id, email, email_key, name, password_hash, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [user.id, user.email, emailKey(user.email), user.name, user.passwordHash, user.createdAt],
    )
  } catch (error) {
    if (error instanceof ConstraintViolation && error.constraint === 'users_email_unique') {
      throw new DuplicateUser(`${user.email} has an account already.`)
    }
    throw error
  }
}

/** Reads the person and locks the row until the end of the transaction. */
export async function lockUser(connection: Connection, userId: string): Promise<StoredUser | null> {
  const [row] = await connection.query<StoredUser>(
    `select ${userColumns} from users u where u.user_id = $1 for update`,
    [userId],
  )
  return row ?? null
}

/** `totpLocked` has to change too, because it is encrypted with the password. */
export async function updatePassword(
  connection: Connection,
  userId: string,
  passwordHash: string,
  totpLocked: string | null,
): Promise<void> {
  await connection.query('update users set password_hash = $2, totp_locked = $3 where user_id = $1', [
    userId,
    passwordHash,
    totpLocked,
  ])
}

/** Pass null and no hashes to remove the second factor and its recovery codes. */
export async function updateSecondFactor(
  connection: Connection,
  userId: string,
  totpLocked: string | null,
  codeHashes: readonly string[],
): Promise<void> {
  await connection.query('update users set totp_locked = $2 where user_id = $1', [userId, totpLocked])
  await replaceRecoveryCodes(connection, userId, codeHashes)
}

export async function replaceRecoveryCodes(
  connection: Connection,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await connection.query('delete from recovery_codes where user_id = $1', [userId])
  await connection.query(
    'insert into recovery_codes (user_id, code_hash) select $1, hash from unnest($2::text[]) as hash',
    [userId, codeHashes],
  )
}

/** Advances the TOTP step; false if this step or a later one was already used, also by another process. */
export async function takeTotpStep(connection: Connection, userId: string, step: number): Promise<boolean> {
  const rows = await connection.query(
    'update users set totp_step = $2 where user_id = $1 and totp_step < $2 returning user_id',
    [userId, step],
  )
  return rows.length > 0
}

/** Uses up a recovery code; false if there is no such code. */
export async function takeRecoveryCode(
  connection: Connection,
  userId: string,
  codeHash: string,
): Promise<boolean> {
  const rows = await connection.query(
    'delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id',
    [userId, codeHash],
  )
  return rows.length > 0
}

export async function countRecoveryCodes(connection: Connection, userId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where user_id = $1',
    [userId],
  )
  return row?.count ?? 0
}

export interface UserSummary {
  id: string
  email: string
  name: string
  secondFactor: boolean
  createdAt: string
  workspaces: { workspaceId: string; role: string }[]
}

/** Everyone in the store, for the operator. */
export async function listUsers(connection: Connection): Promise<UserSummary[]> {
  // Memberships are grouped and joined, because Citus refuses a subquery about them for each row of `users`.
  return await connection.query<UserSummary>(
    `select u.user_id as id, u.email, u.name, u.totp_locked is not null as "secondFactor", u.created_at as "createdAt",
       coalesce(m.workspaces, '[]') as workspaces
     from users u left join (
       select user_id, json_agg(json_build_object('workspaceId', workspace_id, 'role', role) order by workspace_id) as workspaces
       from memberships group by user_id
     ) m on m.user_id = u.user_id
     order by u.email_key`,
  )
}
