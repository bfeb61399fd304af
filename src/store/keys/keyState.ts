/** The state of a key at the time of a request, and the SQL that reads it. */
import type { Scope } from '../../contract/scopes.ts'

/** What a request needs to know about its key, and the current version of the workspace's data. */
export interface KeyState {
  secretHash: string
  id: string
  name: string
  scopes: Scope[]
  expiresAt: string | null
  revokedAt: string | null
  workspaceId: string
  workspaceName: string
  version: string
  /** New after a restore. */
  epoch: string
  /** Networks it may be used from, separated by commas; null for anywhere. */
  networks: string | null
}

/** Selects the fields of KeyState from the key `k` and its workspace `w`, except the hash of its secret. */
export const ownStateColumns = `k.id, k.name, k.scopes, k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", w.workspace_id as "workspaceId", w.name as "workspaceName", w.clock as version,
  w.epoch, array_to_string(k.networks, ',') as networks`
/** All of them, with the directory `d`. */
export const keyStateColumns = `d.secret_hash as "secretHash", ${ownStateColumns}`
export const keyStateNames =
  '"secretHash", id, name, scopes, "expiresAt", "revokedAt", "workspaceId", "workspaceName", version, epoch, networks'
export const keyJoins = `join api_keys k on k.workspace_id = d.workspace_id and k.id = d.key_id
  join workspaces w on w.workspace_id = k.workspace_id`

/** Both are null for a key that is not valid: nothing is taken from its bucket. */
export type AdmittedKey = KeyState & ({ granted: number; missing: number } | { granted: null; missing: null })
