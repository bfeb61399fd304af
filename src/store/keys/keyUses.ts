/** Usage of API keys. It is not part of the workspace's data, so the workspace clock does not move. */
import type { Usage } from '../../contract/console/usage.ts'
import { byNode } from '../distributed/byNode.ts'
import type { Connection } from '../engine/door.ts'

export interface KeyUse {
  workspaceId: string
  keyId: string
  at: string
  address: string
  client: string | null
  requests: { day: string; status: number; count: number }[]
  scopes: { scope: string; at: string }[]
}

/** Call it inside a transaction, so that a failed batch can be recorded again as a whole. */
export async function recordKeyUses(connection: Connection, uses: readonly KeyUse[]): Promise<void> {
  for (const [node, part] of byNode(connection, uses)) await recordPart(node, part)
}

async function recordPart(connection: Pick<Connection, 'query'>, uses: readonly KeyUse[]): Promise<void> {
  const given = [JSON.stringify(uses)]
  await connection.query(
    // Locks the keys in the order of their ids, so that two processes cannot deadlock. The locks are held until the
    // commit, so they also cover the rows of the other two tables.
    `with used as (
       select k.workspace_id, k.id, u.at, u.address, u.client from api_keys k
       join json_to_recordset($1::json)
         as u("workspaceId" text, "keyId" text, at timestamptz(3), address text, client text)
         on k.workspace_id = u."workspaceId" and k.id = u."keyId"
       order by k.workspace_id, k.id for no key update of k
     )
     update api_keys k set
       last_used_at = greatest(k.last_used_at, used.at),
       last_address = case when used.at >= coalesce(k.last_used_at, used.at) then used.address else k.last_address end,
       last_client = case when used.at >= coalesce(k.last_used_at, used.at) then used.client else k.last_client end
     from used where k.workspace_id = used.workspace_id and k.id = used.id`,
    given,
  )
  await connection.query(
    `insert into key_requests (workspace_id, key_id, day, status, requests)
     select u."workspaceId", u."keyId", r.day, r.status, r.count
     from json_to_recordset($1::json) as u("workspaceId" text, "keyId" text, requests json),
       json_to_recordset(u.requests) as r(day date, status smallint, count bigint)
     on conflict (workspace_id, key_id, day, status)
     do update set requests = key_requests.requests + excluded.requests`,
    given,
  )
  await connection.query(
    `insert into key_scope_uses (workspace_id, key_id, scope, last_used_at)
     select u."workspaceId", u."keyId", s.scope, s.at
     from json_to_recordset($1::json) as u("workspaceId" text, "keyId" text, scopes json),
       json_to_recordset(u.scopes) as s(scope text, at timestamptz(3))
     on conflict (workspace_id, key_id, scope)
     do update set last_used_at = greatest(key_scope_uses.last_used_at, excluded.last_used_at)`,
    given,
  )
}

/** The same limit as in the list of keys. */
const keysMax = 1_000

/** Usage of one key, or of the most recently used keys. Includes every key that was ever used, not only in the period. */
export async function readUsage(
  connection: Connection,
  workspaceId: string,
  { keyId = null, from, to }: { keyId?: string | null; from: string; to: string },
): Promise<Usage> {
  const keys = await connection.query<Usage['keys'][number]>(
    `select k.id as "keyId", k.last_address as "lastAddress", k.last_client as "lastClient",
       coalesce((
         select json_agg(json_build_object('scope', s.scope,
           'lastUsedAt', to_char(s.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.scope)
         from key_scope_uses s where s.workspace_id = k.workspace_id and s.key_id = k.id
       ), '[]') as "scopesUsed"
     from api_keys k
     where k.workspace_id = $1 and k.last_used_at is not null and ($2::text is null or k.id = $2)
     order by k.last_used_at desc, k.id limit ${keysMax}`,
    [workspaceId, keyId],
  )
  const requests = await connection.query<Usage['requests'][number]>(
    `select key_id as "keyId", day, status, requests::int as count from key_requests
     where workspace_id = $1 and key_id = any($2) and day between $3 and $4
     order by day, key_id, status`,
    [workspaceId, keys.map(key => key.keyId), from, to],
  )
  return { from, to, requests, keys }
}

/** Longer than the console shows, for operators who query the table. */
const keptDays = 400
const dayMs = 24 * 60 * 60 * 1000

export async function dropOldUses(connection: Connection, nowMs: number): Promise<void> {
  await connection.query('delete from key_requests where day < $1', [
    new Date(nowMs - keptDays * dayMs).toISOString().slice(0, 10),
  ])
}
