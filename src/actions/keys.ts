/** Creates and revokes API keys, with an audit record in the same transaction. */
import type { ExpiryDays } from '../contract/console/keys.ts'
import type { Scope } from '../contract/scopes.ts'
import { hashSecret, newSecret, visibleStart } from '../domain/access/apiKey.ts'
import { newId } from '../domain/ids.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Connection, Database } from '../store/engine/door.ts'
import {
  findKeyWorkspace,
  insertKey,
  listKeys,
  type NewKey,
  revokeKey,
  type StoredKey,
} from '../store/keys/apiKeys.ts'
import { requireWorkspace } from './workspaces.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface KeyRequest {
  workspaceId: string
  name: string
  scopes: Scope[]
  expiresInDays: ExpiryDays | null
  /** The key that this one replaces once that key is revoked. */
  successorOf?: string
  /** Networks that it may be used from, as returned by `parseNetworks`; anywhere if null or left out. */
  networks?: readonly string[] | null
}

export interface CreatedKey {
  key: NewKey
  /** Shown once and not stored. */
  secret: string
}

export async function createKey(
  db: Database,
  request: KeyRequest,
  actor: Actor,
  nowMs: number,
): Promise<CreatedKey> {
  return await db.transaction(connection => createKeyIn(connection, request, actor, nowMs), {
    workspaceId: request.workspaceId,
  })
}

export async function createKeyIn(
  connection: Connection,
  { workspaceId, name, scopes, expiresInDays, successorOf, networks }: KeyRequest,
  actor: Actor,
  nowMs: number,
): Promise<CreatedKey> {
  await requireWorkspace(connection, workspaceId)
  const secret = newSecret()
  const key: NewKey = {
    id: newId('key', nowMs),
    workspaceId,
    name,
    visibleStart: visibleStart(secret),
    scopes,
    createdBy: actor.id,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: expiresInDays === null ? null : new Date(nowMs + expiresInDays * dayMs).toISOString(),
    successorOf: successorOf ?? null,
    networks: networks ? [...networks] : null,
  }
  await insertKey(connection, key, hashSecret(secret))
  await recordAudit(connection, workspaceId, nowMs, {
    actor,
    action: 'key.created',
    subjectId: key.id,
    details: {
      name,
      scopes,
      expiresAt: key.expiresAt,
      ...(successorOf !== undefined && { successorOf }),
      ...(key.networks && { networks: key.networks }),
    },
  })
  return { key, secret }
}

export type Revocation = { found: false } | { found: true; alreadyRevoked: boolean; key: StoredKey }

/** `within` limits a person to the keys of one workspace. The command line leaves it out and can reach every key. */
export async function revoke(
  db: Database,
  keyId: string,
  actor: Actor,
  nowMs: number,
  within?: string,
): Promise<Revocation> {
  return await db.transaction(async connection => {
    const workspaceId = within ?? (await findKeyWorkspace(connection, keyId))
    if (workspaceId === null) return { found: false }
    const revoked = await revokeKey(connection, workspaceId, keyId, new Date(nowMs).toISOString())
    if (revoked === null) {
      const key = (await listKeys(connection, workspaceId)).find(({ id }) => id === keyId)
      return key ? { found: true, alreadyRevoked: true, key } : { found: false }
    }
    await recordAudit(connection, workspaceId, nowMs, {
      actor,
      action: 'key.revoked',
      subjectId: keyId,
      details: { name: revoked.name },
    })
    return { found: true, alreadyRevoked: false, key: revoked }
  })
}
