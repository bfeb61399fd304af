/**
 * An answer's ETag. The same request at the same workspace clock has the same answer, so the tag comes from the
 * request and the clock, and a 304 is known before any row is read. It is weak, as it says nothing of the bytes.
 */
import { createHash } from 'node:crypto'
import { documentVersion } from '../contract/openapi.ts'
import type { KeyState } from '../store/apiKeys.ts'

export function etagOf(
  operationId: string,
  key: KeyState,
  id: string,
  query: Record<string, unknown>,
): string {
  const asked = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))
  // GET /workspace shows the calling key, which may differ between two requests that are alike otherwise.
  const caller = operationId === 'getWorkspace' ? key.id : null
  const parts = [documentVersion, operationId, key.workspaceId, key.version, caller, id, asked]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}

/** Whether the header names this very tag. A tag is only ever given with an answer, so the answer need not be made. */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some(tag => opaque(tag) === opaque(etag)) ?? false
}

/** A star stands for any answer; whether there is one is known once it is made. */
export const namesAny = (ifNoneMatch: string | undefined): boolean => ifNoneMatch?.trim() === '*'
