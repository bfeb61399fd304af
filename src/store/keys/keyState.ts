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

/** Selects the fields of KeyState from the directory `d`, the key `k` and its workspace `w`. */
export const keyStateColumns = `d.secret_hash as "secretHash", k.id, k.name, k.scopes, k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", w.workspace_id as "workspaceId", w.name as "workspaceName", w.clock as version,
  w.epoch, array_to_string(k.networks, ',') as networks`
export const keyStateNames =
  '"secretHash", id, name, scopes, "expiresAt", "revokedAt", "workspaceId", "workspaceName", version, epoch, networks'
export const keyJoins = `join api_keys k on k.workspace_id = d.workspace_id and k.id = d.key_id
  join workspaces w on w.workspace_id = k.workspace_id`

/** Both are null for a key that is not valid: nothing is taken from its bucket. */
type TakenOrNot = { granted: number; missing: number } | { granted: null; missing: null }

/** With the version of the key's row, which is another one after every change of it. */
export type AdmittedKey = KeyState & { rowVersion: string } & TakenOrNot
