/** Which statement has which transaction. Through them a transaction is found by its account, amount and day. */
import { newId } from '../domain/ids.ts'
import type { Session } from './door.ts'

/** Transactions of the accounts that no statement has sighted are sighted by one that stands for the workspace itself. */
export async function sightAll(
  session: Session,
  workspaceId: string,
  accountIds: readonly string[],
  stamp: string,
): Promise<void> {
  await session.query(
    `insert into statements (workspace_id, id, account_id, format, scope, fingerprint, entries, check_state)
     select $1, made.id, made.account_id, 'workspace', 'statement', 'workspace', 0, 'cannot_be_told'
     from unnest($2::text[], $3::text[]) as made (id, account_id)
     on conflict on constraint statements_once do nothing`,
    [workspaceId, accountIds.map(() => newId('stm', Date.parse(stamp))), accountIds],
  )
  await session.query(
    `insert into sightings (workspace_id, statement_id, transaction_id, account_id, amount, day, facts)
     select t.workspace_id, s.id, t.id, t.account_id, t.amount, t.booking_date, ''
     from statements s
     join transactions t on t.workspace_id = s.workspace_id and t.account_id = s.account_id
     where s.workspace_id = $1 and s.account_id = any($2) and s.fingerprint = 'workspace'
       and not exists (
         select from sightings known where known.workspace_id = t.workspace_id and known.transaction_id = t.id
       )`,
    [workspaceId, accountIds],
  )
}
