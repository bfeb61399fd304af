/** API keys. Only the hash of a secret is stored; `api_key_directory` maps it to its workspace and key. */
import type { Scope } from '../../contract/scopes.ts'
import type { Connection } from '../engine/door.ts'
import { type KeyState, keyJoins, keyStateColumns } from './keyState.ts'

export interface StoredKey {
  id: string
  workspaceId: string
  name: string
  visibleStart: string
  scopes: Scope[]
  createdBy: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  /** The key that this one replaces. */
  successorOf: string | null
  /** Networks it may be used from; null for anywhere. */
  networks: string[] | null
}

const columns = `k.id, k.workspace_id as "workspaceId", k.name, k.visible_start as "visibleStart", k.scopes,
  k.created_by as "createdBy", k.created_at as "createdAt", k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  k.successor_of as "successorOf", k.networks`

const namedColumns = columns.replace('k.created_by', 'coalesce(u.name, k.created_by)')
/** Revoked keys are never deleted, so the list needs a limit. */
const shownKeysMax = 1_000

/** Looks up a batch of keys in one query. */
export async function findKeyStates(
  connection: Connection,
  secretHashes: readonly string[],
): Promise<KeyState[]> {
  return await connection.query<KeyState>(
    `select ${keyStateColumns} from api_key_directory d ${keyJoins} where d.secret_hash = any($1)`,
    [secretHashes],
  )
}

/** The same for keys of one workspace. In a distributed store, its node answers. */
export async function findKeyStatesIn(
  connection: Connection,
  workspaceId: string,
  secretHashes: readonly string[],
): Promise<KeyState[]> {
  return await connection.query<KeyState>(
    `select ${keyStateColumns} from api_key_directory d ${keyJoins}
     where k.workspace_id = $1 and d.secret_hash = any($2)`,
    [workspaceId, secretHashes],
  )
}

export interface KeyPlace {
  secretHash: string
  keyId: string
  workspaceId: string
}

/** Whose the keys are, even if they are not valid any more. In a distributed store, no node is asked. */
export async function findKeyPlaces(
  connection: Connection,
  secretHashes: readonly string[],
): Promise<KeyPlace[]> {
  return await connection.query<KeyPlace>(
    `select secret_hash as "secretHash", key_id as "keyId", workspace_id as "workspaceId" from api_key_directory
     where secret_hash = any($1)`,
    [secretHashes],
  )
}

/** Of so many keys, the newest first. */
export async function newestKeyPlaces(connection: Connection, keysMax: number): Promise<KeyPlace[]> {
  return await connection.query<KeyPlace>(
    `select secret_hash as "secretHash", key_id as "keyId", workspace_id as "workspaceId" from api_key_directory
     order by key_id desc limit $1`,
    [keysMax],
  )
}

export type NewKey = Omit<StoredKey, 'revokedAt' | 'lastUsedAt'>

export async function insertKey(connection: Connection, key: NewKey, secretHash: string): Promise<void> {
  await connection.query(
    `insert into api_keys
       (workspace_id, id, name, visible_start, scopes, created_by, created_at, expires_at, successor_of,
        networks)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.workspaceId,
      key.id,
      key.name,
      key.visibleStart,
      key.scopes,
      key.createdBy,
      key.createdAt,
      key.expiresAt,
      key.successorOf,
      key.networks,
    ],
  )
  await connection.query(
    'insert into api_key_directory (secret_hash, key_id, workspace_id) values ($1, $2, $3)',
    [secretHash, key.id, key.workspaceId],
  )
}

export async function listKeys(connection: Connection, workspaceId: string): Promise<StoredKey[]> {
  return await connection.query<StoredKey>(
    `select ${columns} from api_keys k where k.workspace_id = $1 order by k.created_at, k.id`,
    [workspaceId],
  )
}

/**
 * Newest first, with the name of the person who made each key instead of their id. If there are too many, active keys
 * are listed before others: nobody could revoke a key that is not listed.
 */
export async function listNamedKeys(
  connection: Connection,
  workspaceId: string,
  at: string,
): Promise<StoredKey[]> {
  return await connection.query<StoredKey>(
    `select * from (
       select ${namedColumns} from api_keys k left join users u on u.user_id = k.created_by
       where k.workspace_id = $1
       order by k.revoked_at is not null or coalesce(k.expires_at <= $2, false), k.created_at desc, k.id desc
       limit ${shownKeysMax}
     ) as shown
     order by "createdAt" desc, id desc`,
    [workspaceId, at],
  )
}

export async function findNamedKey(
  connection: Connection,
  workspaceId: string,
  keyId: string,
): Promise<StoredKey | null> {
  const [row] = await connection.query<StoredKey>(
    `select ${namedColumns} from api_keys k left join users u on u.user_id = k.created_by
     where k.workspace_id = $1 and k.id = $2`,
    [workspaceId, keyId],
  )
  return row ?? null
}

export async function countActiveKeys(
  connection: Connection,
  workspaceId: string,
  at: string,
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from api_keys
     where workspace_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [workspaceId, at],
  )
  return row?.count ?? 0
}

/** For operator commands, which name a key only by its id. */
export async function findKeyWorkspace(connection: Connection, keyId: string): Promise<string | null> {
  const [row] = await connection.query<{ workspaceId: string }>(
    'select workspace_id as "workspaceId" from api_key_directory where key_id = $1',
    [keyId],
  )
  return row?.workspaceId ?? null
}

/** Marks the key as revoked and returns it; null if it does not exist or was already revoked. */
export async function revokeKey(
  connection: Connection,
  workspaceId: string,
  keyId: string,
  at: string,
): Promise<StoredKey | null> {
  const [row] = await connection.query<StoredKey>(
    `update api_keys k set revoked_at = $3
     where k.workspace_id = $1 and k.id = $2 and k.revoked_at is null returning ${columns}`,
    [workspaceId, keyId, at],
  )
  return row ?? null
}

/** Returns the key with its new networks, and the networks it had before; null if it does not exist. */
export async function setKeyNetworks(
  connection: Connection,
  workspaceId: string,
  keyId: string,
  networks: readonly string[] | null,
): Promise<{ key: StoredKey; before: string[] | null } | null> {
  // Locked first, so that concurrent changes each report the list they really replaced.
  const [old] = await connection.query<{ networks: string[] | null }>(
    'select networks from api_keys where workspace_id = $1 and id = $2 for no key update',
    [workspaceId, keyId],
  )
  const [key] = await connection.query<StoredKey>(
    `update api_keys k set networks = $3 where k.workspace_id = $1 and k.id = $2 returning ${columns}`,
    [workspaceId, keyId, networks],
  )
  return old && key ? { key, before: old.networks } : null
}
