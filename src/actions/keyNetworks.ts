/** Changes the networks that a key may be used from. `api/gate/networkGuard.ts` checks them on each request. */
import { parseNetworks } from '../domain/access/networks.ts'
import { type Actor, recordAudit } from '../store/audit.ts'
import type { Database } from '../store/engine/door.ts'
import { findKeyWorkspace, findNamedKey, type StoredKey, setKeyNetworks } from '../store/keys/apiKeys.ts'

/** Parses a list into the form that is stored: canonical, without duplicates. */
export function readNetworks(
  entries: readonly string[] | null,
): { networks: readonly string[] | null } | { mistake: string } {
  if (entries === null) return { networks: null }
  const parsed = parseNetworks(entries)
  return 'mistake' in parsed ? parsed : { networks: [...new Set(parsed.networks.entries)] }
}

export interface NetworksRequest {
  keyId: string
  networks: readonly string[] | null
  /** Limits a person to the keys of one workspace. The command line leaves it out and can reach every key. */
  within?: string
}

export type NetworksChange =
  | { found: false }
  | { found: true; revoked: boolean; changed: boolean; key: StoredKey }

/** Takes effect with the key's next request. A revoked key is not changed. */
export async function changeNetworks(
  db: Database,
  { keyId, networks, within }: NetworksRequest,
  actor: Actor,
  nowMs: number,
): Promise<NetworksChange> {
  return await db.transaction(async connection => {
    const workspaceId = within ?? (await findKeyWorkspace(connection, keyId))
    const old = workspaceId === null ? null : await findNamedKey(connection, workspaceId, keyId)
    if (workspaceId === null || old === null) return { found: false }
    if (old.revokedAt !== null) return { found: true, revoked: true, changed: false, key: old }
    const stored = await setKeyNetworks(connection, workspaceId, keyId, networks)
    if (stored === null) return { found: false }
    const { key, before } = stored
    const changed = JSON.stringify(before) !== JSON.stringify(key.networks)
    if (changed) {
      await recordAudit(connection, workspaceId, nowMs, {
        actor,
        action: 'key.networks_changed',
        subjectId: keyId,
        details: {
          before: { name: key.name, networks: before },
          after: { name: key.name, networks: key.networks },
        },
      })
    }
    return { found: true, revoked: false, changed, key }
  })
}
