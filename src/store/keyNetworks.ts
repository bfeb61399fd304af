/** Networks that keys were used from. The first use from each one leaves an audit record, in the same statement. */
import { newId } from '../domain/ids.ts'
import type { Session } from './door.ts'

export interface KeyNetwork {
  workspaceId: string
  keyId: string
  network: string
  address: string
  atMs: number
  allowed: boolean
}

/** The oldest are forgotten past this number, and reported again should they come back. */
export const networksPerKeyMax = 1_000

/**
 * Of several processes that see a network at once, only one inserts it, so there is one record. The caller has locked
 * the keys' rows (`recordKeyUses`), so whether a key had any network before is certain.
 */
export async function recordKeyNetworks(session: Session, seen: readonly KeyNetwork[]): Promise<void> {
  if (seen.length === 0) return
  const rows = seen.map(({ atMs, ...each }) => ({
    ...each,
    at: new Date(atMs).toISOString(),
    auditId: newId('aud', atMs),
  }))
  const added = await session.query<{ workspaceId: string; keyId: string }>(
    `with seen as materialized (
       select s.*, k.name,
         row_number() over (partition by s."workspaceId", s."keyId" order by s.at, s.network) = 1
           and not exists (select from key_networks n where n.workspace_id = k.workspace_id and n.key_id = k.id)
           as "first"
       from json_to_recordset($1::json) as s("workspaceId" text, "keyId" text, network text, address text,
         at timestamptz(3), allowed boolean, "auditId" text)
       join api_keys k on k.workspace_id = s."workspaceId" and k.id = s."keyId"
     ), added as (
       insert into key_networks (workspace_id, key_id, network, first_used_at)
       select "workspaceId", "keyId", network, at from seen order by 1, 2, 3
       on conflict do nothing
       returning workspace_id, key_id, network
     ), recorded as (
       insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
       select a.workspace_id, s."auditId", s.at, 'key', a.key_id, 'key.new_network', a.key_id,
         jsonb_build_object('name', s.name, 'network', a.network, 'address', s.address, 'allowed', s.allowed,
           'firstNetwork', s."first")
       from added a
       join seen s on s."workspaceId" = a.workspace_id and s."keyId" = a.key_id and s.network = a.network
     )
     select distinct workspace_id as "workspaceId", key_id as "keyId" from added`,
    [JSON.stringify(rows)],
  )
  for (const { workspaceId, keyId } of added) await dropOldest(session, workspaceId, keyId)
}

async function dropOldest(session: Session, workspaceId: string, keyId: string): Promise<void> {
  await session.query(
    `delete from key_networks where workspace_id = $1 and key_id = $2 and network in (
       select network from key_networks where workspace_id = $1 and key_id = $2
       order by first_used_at desc, network desc offset ${networksPerKeyMax}
     )`,
    [workspaceId, keyId],
  )
}
