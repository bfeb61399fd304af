/**
 * An answer's ETag. The same request at the same workspace clock has the same answer, so the tag names just these:
 * what is asked, of whom, and the clock; and a 304 is known before any row is read. It is weak, as it says nothing of
 * the bytes. Of its three parts the clock alone changes from one request to the next, so no hash is made for each.
 */
import { hash } from 'node:crypto'
import { documentVersion } from '../../contract/openapi.ts'
import { RecentMap } from '../../domain/recentMap.ts'
import type { Caller } from './call.ts'

/** What is asked: the operation with its id and query, in whatever order and form they were written. */
export function askedDigest(operationId: string, id: string, query: Record<string, unknown>): string {
  const asked = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))
  return digest(JSON.stringify([documentVersion, operationId, id, asked]))
}

/** Whom it is asked of. GET /workspace shows the calling key, so there it is the key and not the workspace alone. */
const ownerOf = (operationId: string, { key, workspaceId }: Caller): string =>
  operationId === 'getWorkspace' && key !== null ? key.id : workspaceId

const ownerDigestsMax = 10_000
const ownerDigests = new RecentMap<string>(ownerDigestsMax)

export function etagOf(operationId: string, asked: string, caller: Caller): string {
  const owner = ownerOf(operationId, caller)
  let ownerDigest = ownerDigests.get(owner)
  if (ownerDigest === undefined) {
    ownerDigest = digest(owner)
    ownerDigests.set(owner, ownerDigest)
  }
  return `W/"${asked}.${ownerDigest}.${caller.version}"`
}

/** 128 bits: no two texts that anyone will ever find have the same. */
const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)

/** More than any client keeps; those behind them are not looked at, and the answer is sent. */
const namedTagsMax = 200

const opaque = (tag: string): string => {
  const trimmed = tag.trim()
  return trimmed.startsWith('W/') ? trimmed.slice(2) : trimmed
}

/** Whether the header names this very tag. A tag is only ever given with an answer, so the answer need not be made. */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const asked = opaque(etag)
  return ifNoneMatch.split(',', namedTagsMax).some(tag => opaque(tag) === asked)
}

/** A star stands for any answer; whether there is one is known once it is made. */
export const namesAny = (ifNoneMatch: string | undefined): boolean => ifNoneMatch?.trim() === '*'
