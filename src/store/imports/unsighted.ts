/** Sightings of transactions that no statement has, such as those of a workspace file. */
import { newId } from '../../domain/ids.ts'
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection, Value } from '../engine/door.ts'
import { planAnew, rowsPerQuery } from '../engine/longWork.ts'
import { transactionsOf } from './transactionsOf.ts'
import { enterSightings } from './waitingSightings.ts'

/** Format of the placeholder statement for an account's transactions without one, such as those of a workspace file. */
export const workspaceFormat = 'workspace'

/**
 * Adds sightings for transactions that no statement shows in their current form, so that statements imported later
 * recognise them: those created or changed by a workspace file. Rows that last changed before the account's previous
 * run already have their sightings.
 */
export async function sightTransactions(
  connection: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  stamp: string,
): Promise<void> {
  await enterSightings(connection, workspaceId)
  for (const accountId of accountIds) {
    const [row] = await connection.query<{ statementId: string | null; since: string }>(
      `select (select m.id from statements m
         where m.workspace_id = $1 and m.account_id = $2 and m.fingerprint = $3) as "statementId",
        coalesce((select d.sighted_at from account_details d
         where d.workspace_id = $1 and d.account_id = $2), timestamptz '${never}')::text as since`,
      [workspaceId, accountId, workspaceFormat],
    )
    const statementId = row?.statementId ?? newId('stm', Date.parse(stamp))
    const account = { workspaceId, accountId, statementId }
    const since = row?.since ?? never
    const added = await (since === never
      ? sightAll(connection, account)
      : sightUnsighted(connection, account, 't.account_id = $3 and t.updated_at >= $4::timestamptz', [
          accountId,
          since,
        ]))
    if (added > 0 && row?.statementId === null) {
      await insertWorkspaceStatement(connection, workspaceId, accountId, statementId)
    }
    await noteSighted(connection, workspaceId, accountId, null)
  }
}

const never = '-infinity'

interface UnsightedAccount {
  workspaceId: string
  accountId: string
  /** Its placeholder statement. */
  statementId: string
}

/** A workspace file may have brought any number of transactions, so they are done piece by piece. */
async function sightAll(connection: Connection, account: UnsightedAccount): Promise<number> {
  let added = 0
  for await (const all of transactionsOf(connection, account.workspaceId, account.accountId)) {
    if (added > 0) await planAnew(connection)
    for (const ids of piecesOf(all, rowsPerQuery))
      added += await sightUnsighted(connection, account, 't.id = any($3)', [ids])
  }
  return added
}

/** `which` says which transactions, with values from $3 on. */
async function sightUnsighted(
  connection: Connection,
  { workspaceId, statementId }: UnsightedAccount,
  which: string,
  values: readonly Value[],
): Promise<number> {
  const rows = await connection.query<{ count: number }>(
    `with added as (
       insert into sightings (workspace_id, statement_id, transaction_id, account_id, amount, day, facts)
       select t.workspace_id, $2, t.id, t.account_id, t.amount, t.booking_date, ''
       from transactions t
       -- One lookup per transaction, whatever the statistics say: any other join gets slower with each row added.
       left join lateral (
         select true as found from sightings s
         where s.workspace_id = t.workspace_id and s.transaction_id = t.id
           and s.amount = t.amount and s.day is not distinct from t.booking_date limit 1
       ) known on true
       where t.workspace_id = $1 and ${which} and known.found is null
       on conflict (workspace_id, statement_id, transaction_id) do update
         set amount = excluded.amount, day = excluded.day
       returning 1
     )
     select count(*)::int as count from added`,
    [workspaceId, statementId, ...values],
  )
  return rows[0]?.count ?? 0
}

async function insertWorkspaceStatement(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  statementId: string,
): Promise<void> {
  await connection.query(
    `insert into statements (workspace_id, id, account_id, format, scope, fingerprint, entries, check_state)
     values ($1, $2, $3, $4, 'notice', $4, 0, 'cannot_be_told')`,
    [workspaceId, statementId, accountId, workspaceFormat],
  )
}

/**
 * Records that all transactions which changed up to `stamp` have sightings. Pass the stamp of a write that adds its own
 * sightings, or null for the workspace's clock.
 */
export async function noteSighted(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  stamp: string | null,
): Promise<void> {
  await connection.query(
    `insert into account_details (workspace_id, account_id, sighted_at)
     select workspace_id, $2, coalesce($3::timestamptz, clock) from workspaces where workspace_id = $1
     on conflict (workspace_id, account_id) do update set sighted_at = excluded.sighted_at`,
    [workspaceId, accountId, stamp],
  )
}
