/** Failed sign-ins in the audit log. Anyone can cause them, so many attempts share one record. */
import { newId } from '../../domain/ids.ts'
import type { Connection } from '../engine/door.ts'

/** Attempts from one address within this time of the first share one record with a count. */
const oneRecordMs = 10 * 60 * 1000
/** Maximum number of these records in one workspace's log. */
export const failedSignInsMax = 2_000

/** A wrong password; the right password with a wrong code; the right password but no code. */
export const failureReasons = ['password', 'secondFactor', 'codeMissing'] as const

export interface FailedSignIns {
  userId: string
  address: string
  client: string | null
  reason: (typeof failureReasons)[number]
  tries: number
  firstMs: number
  lastMs: number
}

const action = 'person.sign_in_failed'

/** Writes to the log of every workspace the person belongs to. Call it inside a transaction. */
export async function recordFailedSignIns(connection: Connection, failed: FailedSignIns): Promise<void> {
  // Without this lock, two processes could each insert a record for the same attempts.
  await connection.query('select from users where user_id = $1 for no key update', [failed.userId])
  if (failed.reason === 'codeMissing' && (await hasSignedIn(connection, failed))) return
  const counted = await addToRecords(connection, failed)
  await insertRecords(connection, failed, counted)
  for (const workspaceId of await fullWorkspaces(connection, failed.userId)) {
    await dropOldRecords(connection, workspaceId)
  }
}

/** Whether the person entered the code after all, possibly on another process. Then it was really them. */
async function hasSignedIn(
  connection: Connection,
  { userId, address, lastMs }: FailedSignIns,
): Promise<boolean> {
  const rows = await connection.query(
    `select from memberships m join audit_records a on a.workspace_id = m.workspace_id
     where m.user_id = $1 and a.actor_id = $1 and a.at >= $2
       and a.action = 'person.signed_in' and a.details ->> 'address' = $3
     limit 1`,
    [userId, at(lastMs), address],
  )
  return rows.length > 0
}

const at = (ms: number): string => new Date(ms).toISOString()

/** Adds to the existing records for this address, and returns the workspaces that had one. */
async function addToRecords(connection: Connection, failed: FailedSignIns): Promise<string[]> {
  // Not with `jsonb_build_object`: Citus runs only immutable functions on the columns of several workspaces.
  const rows = await connection.query<{ workspaceId: string }>(
    `update audit_records a set details = a.details
       || ('{"tries":' || ((a.details ->> 'tries')::bigint + $5::bigint)::text || '}')::jsonb || $6::jsonb
     from memberships m
     where m.user_id = $1 and a.workspace_id = m.workspace_id and a.actor_id = $2 and a.at > $3
       and a.action = '${action}' and a.subject_id = $1 and a.details ->> 'reason' = $4
     returning a.workspace_id as "workspaceId"`,
    [
      failed.userId,
      failed.address,
      at(failed.firstMs - oneRecordMs),
      failed.reason,
      failed.tries,
      JSON.stringify({ lastAt: at(failed.lastMs) }),
    ],
  )
  return rows.map(({ workspaceId }) => workspaceId)
}

async function insertRecords(
  connection: Connection,
  { userId, address, client, reason, tries, firstMs, lastMs }: FailedSignIns,
  counted: readonly string[],
): Promise<void> {
  await connection.query(
    `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
     select m.workspace_id, $2, $3, 'visitor', $4, '${action}', $1,
       jsonb_build_object('name', u.name, 'email', u.email) || $5::jsonb
     from memberships m join users u on u.user_id = m.user_id
     where m.user_id = $1 and m.workspace_id <> all($6)`,
    [
      userId,
      newId('aud', firstMs),
      at(firstMs),
      address,
      JSON.stringify({ address, client, reason, tries, lastAt: at(lastMs) }),
      counted,
    ],
  )
}

/** The person's workspaces that are over the limit. */
async function fullWorkspaces(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection.query<{ workspaceId: string }>(
    `select m.workspace_id as "workspaceId" from memberships m
     where m.user_id = $1 and ${failedSignInsMax} < (
       select count(*) from audit_records a where a.workspace_id = m.workspace_id and a.action = '${action}'
     )`,
    [userId],
  )
  return rows.map(({ workspaceId }) => workspaceId)
}

/**
 * Deletes the oldest records of the accounts that have the most. An attacker chooses which accounts to try, and must not
 * be able to push out the records of other accounts.
 */
async function dropOldRecords(connection: Connection, workspaceId: string): Promise<void> {
  await connection.query(
    `delete from audit_records where workspace_id = $1 and id in (
       select id from (
         select id, at, row_number() over (partition by subject_id order by at desc, id desc) as nth
         from audit_records where workspace_id = $1 and action = '${action}'
       ) as ranked
       order by nth, at desc, id desc offset ${failedSignInsMax}
     )`,
    [workspaceId],
  )
}
