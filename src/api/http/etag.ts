/**
 * ETags. The same request at the same workspace clock has the same reply, so a tag consists of the request, its owner and
 * the clock, and a 304 can be sent before any row is read. Tags are weak, as they do not depend on the bytes. Only the
 * clock changes between requests, so the hashes of the other two parts are cached.
 */
import { hash } from 'node:crypto'
import { documentVersion } from '../../contract/openapi.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { Caller } from './call.ts'

/** Digest of operation, id and parsed query, independent of the order and spelling of the parameters. */
export function requestDigest(operationId: string, id: string, query: Record<string, unknown>): string {
  const parameters = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))
  return digest(JSON.stringify([documentVersion, operationId, id, parameters]))
}

/** What these operations return depends on the key: it is shown, or its scopes decide what is. */
const ofKey: readonly string[] = ['getWorkspace', 'listChanges', 'getDigest']

/** Every other reply belongs to the workspace. */
const ownerOf = (operationId: string, { key, workspaceId }: Caller): string =>
  key !== null && ofKey.includes(operationId) ? `${key.id} ${key.scopes.join()}` : workspaceId

/**
 * Makes the tags of one request. While its owner and the clock stay, the tag is the same string: it is then put together
 * once, and hashed once by the maps that it is looked up in.
 */
export function etagsOf(operationId: string, request: string): (caller: Caller) => string {
  let last = { owner: '', version: '', etag: '' }
  return caller => {
    const owner = ownerOf(operationId, caller)
    const { version } = caller
    if (last.owner !== owner || last.version !== version) {
      last = { owner, version, etag: `W/"${request}.${ownerDigestOf(owner)}.${version}"` }
    }
    return last.etag
  }
}

const ownerDigestsMax = 10_000
const ownerDigests = new RecentMap<string>(ownerDigestsMax)

function ownerDigestOf(owner: string): string {
  let ownerDigest = ownerDigests.get(owner)
  if (ownerDigest === undefined) {
    ownerDigest = digest(owner)
    ownerDigests.set(owner, ownerDigest)
  }
  return ownerDigest
}

/** 132 bits, so collisions are not a concern. */
const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** Maximum number of tags to compare, far more than any client sends. */
const namedTagsMax = 200

const opaque = (tag: string): string => {
  const trimmed = tag.trim()
  return trimmed.startsWith('W/') ? trimmed.slice(2) : trimmed
}

/** Whether If-None-Match contains this tag. Tags are only handed out with replies, so a match needs no lookup. */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const wanted = opaque(etag)
  return ifNoneMatch.split(',', namedTagsMax).some(tag => opaque(tag) === wanted)
}

/** `*` matches any existing resource, so the reply must be made first to see whether there is one. */
export const namesAny = (ifNoneMatch: string | undefined): boolean => ifNoneMatch?.trim() === '*'
