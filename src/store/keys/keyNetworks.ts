/** Networks that keys were used from. The first use from each network writes an audit record in the same transaction. */
import { newId } from '../../domain/ids.ts'
import { byNode } from '../distributed/byNode.ts'
import type { Connection } from '../engine/door.ts'

export interface KeyNetwork {
  workspaceId: string
  keyId: string
  network: string
  address: string
  atMs: number
  allowed: boolean
}

/** Past this number the oldest are forgotten. They are reported again if the key is used from there again. */
export const networksPerKeyMax = 1_000
/** Applies to allowed and to refused uses separately. The holder of a key must not be able to fill the store. */
export const recordsPerKeyMax = 1_000

interface AddedNetwork {
  workspaceId: string
  keyId: string
  network: string
  name: string
  /** Whether the key had any network before this insert. */
  hadOthers: boolean
}

/**
 * If several processes see a network at the same time, only one inserts it and writes the record. The caller has locked
 * the keys' rows (`recordKeyUses`), so `hadOthers` is reliable.
 */
export async function recordKeyNetworks(connection: Connection, seen: readonly KeyNetwork[]): Promise<void> {
  if (seen.length === 0) return
  for (const [node, part] of byNode(connection, seen)) await recordPart(node, part)
}

type Queries = Pick<Connection, 'query'>

async function recordPart(connection: Queries, seen: readonly KeyNetwork[]): Promise<void> {
  const added = await connection.query<AddedNetwork>(
    `insert into key_networks as a (workspace_id, key_id, network, first_used_at)
     select s.workspace_id, s.key_id, s.network, s.at
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as s(workspace_id, key_id, network, at)
     on conflict do nothing
     returning a.workspace_id as "workspaceId", a.key_id as "keyId", a.network,
       (select k.name from api_keys k where k.workspace_id = a.workspace_id and k.id = a.key_id) as name,
       exists (select from key_networks n where n.workspace_id = a.workspace_id and n.key_id = a.key_id) as "hadOthers"`,
    [
      seen.map(({ workspaceId }) => workspaceId),
      seen.map(({ keyId }) => keyId),
      seen.map(({ network }) => network),
      seen.map(({ atMs }) => new Date(atMs).toISOString()),
    ],
  )
  if (added.length === 0) return
  await recordFirstUses(connection, seen, new Map(added.map(each => [nameOf(each), each])))
  for (const { workspaceId, keyId } of oneOfEachKey(added)) {
    const dropped = await dropOldest(connection, workspaceId, keyId)
    // Each added network wrote one record, so there can be too many records only if networks were dropped too.
    if (dropped === 0) continue
    for (const allowed of [true, false]) await dropOldestRecords(connection, workspaceId, keyId, allowed)
  }
}

async function recordFirstUses(
  connection: Queries,
  seen: readonly KeyNetwork[],
  added: ReadonlyMap<string, AddedNetwork>,
): Promise<void> {
  const known = new Set<string>()
  const records = seen
    .toSorted((one, other) => one.atMs - other.atMs)
    .flatMap(({ workspaceId, keyId, network, address, atMs, allowed }) => {
      const row = added.get(nameOf({ keyId, network }))
      if (row === undefined) return []
      const firstNetwork = !row.hadOthers && !known.has(keyId)
      known.add(keyId)
      const details = { name: row.name, network, address, allowed, firstNetwork }
      return { workspaceId, keyId, atMs, id: newId('aud', atMs), details: JSON.stringify(details) }
    })
  await connection.query(
    `insert into audit_records (workspace_id, id, at, actor_kind, actor_id, action, subject_id, details)
     select r.workspace_id, r.id, r.at, 'key', r.key_id, 'key.new_network', r.key_id, r.details::jsonb
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
       as r(workspace_id, id, at, key_id, details)`,
    [
      records.map(({ workspaceId }) => workspaceId),
      records.map(({ id }) => id),
      records.map(({ atMs }) => new Date(atMs).toISOString()),
      records.map(({ keyId }) => keyId),
      records.map(({ details }) => details),
    ],
  )
}

const nameOf = ({ keyId, network }: Pick<KeyNetwork, 'keyId' | 'network'>): string => `${keyId} ${network}`

const oneOfEachKey = (rows: readonly AddedNetwork[]): AddedNetwork[] => [
  ...new Map(rows.map(row => [row.keyId, row])).values(),
]

/** Returns how many were dropped. */
async function dropOldest(connection: Queries, workspaceId: string, keyId: string): Promise<number> {
  const dropped = await connection.query(
    `delete from key_networks where workspace_id = $1 and key_id = $2 and network in (
       select network from key_networks where workspace_id = $1 and key_id = $2
       order by first_used_at desc, network desc offset ${networksPerKeyMax}
     ) returning network`,
    [workspaceId, keyId],
  )
  return dropped.length
}

/** Refused uses have their own limit, so that refused requests from many networks cannot push out allowed ones. */
async function dropOldestRecords(
  connection: Queries,
  workspaceId: string,
  keyId: string,
  allowed: boolean,
): Promise<void> {
  const records = `audit_records where workspace_id = $1 and action = 'key.new_network' and actor_id = $2
     and details -> 'allowed' = $3::jsonb`
  await connection.query(
    `delete from ${records} and (at, id) <= (
       select at, id from ${records} order by at desc, id desc offset ${recordsPerKeyMax} limit 1
     )`,
    [workspaceId, keyId, JSON.stringify(allowed)],
  )
}
