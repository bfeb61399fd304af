/**
 * Cursors of paged lists. A cursor holds the position after which the next page starts, the instant at which
 * a sync walk is fixed, and a fingerprint of the query it belongs to (workspace, list, filters).
 */
import { canonicalInstant } from '../contract/calendar.ts'
import { fingerprintOf, seal, unseal } from './sealedFields.ts'

export interface Position {
  /** The walk's ordering numbers of the last row seen, most significant first. */
  walk: readonly number[]
  id: string
  /** Rows that changed after this instant are left to the next poll; null if the walk is not a sync. */
  fixedAt: string | null
}

export type WalkNumber = 'integer' | 'bigint'

/** The query a cursor belongs to. Page size is not part of it. */
export interface WalkedQuery {
  workspaceId: string
  list: string
  /** The types of the list's ordering numbers. */
  walk: readonly WalkNumber[]
  /** Cursors of a sync carry the instant at which the sync is fixed. */
  sync: boolean
  filters: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type DecodedCursor =
  | { ok: true; position: Position }
  | { ok: false; reason: 'malformed' | 'otherQuery' }

const formatVersion = 1

export function encodeCursor(query: WalkedQuery, position: Position): string {
  const fields = [formatVersion, fingerprint(query), position.walk, position.id, position.fixedAt]
  return seal(fields)
}

export function decodeCursor(query: WalkedQuery, text: string): DecodedCursor {
  const fields = unseal(text)
  if (fields?.length !== 5) return { ok: false, reason: 'malformed' }
  const [version, belongsTo, walk, id, fixedAt] = fields
  if (version !== formatVersion) return { ok: false, reason: 'malformed' }
  if (belongsTo !== fingerprint(query)) return { ok: false, reason: 'otherQuery' }
  if (!isWalk(walk, query.walk) || !isId(id) || !isFixedAt(fixedAt, query.sync)) {
    return { ok: false, reason: 'malformed' }
  }
  return { ok: true, position: { walk, id, fixedAt } }
}

// The checksum is not secret, so anyone can forge a cursor. These checks keep bad values out of the store.
const isWalk = (value: unknown, kinds: readonly WalkNumber[]): value is number[] =>
  Array.isArray(value) &&
  value.length === kinds.length &&
  value.every(
    (each, index) => Number.isSafeInteger(each) && (kinds[index] === 'bigint' || each === (each | 0)),
  )
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.isWellFormed() && !value.includes('\0')
const isFixedAt = (value: unknown, sync: boolean): value is string | null =>
  sync ? typeof value === 'string' && canonicalInstant(value) === value : value === null

const fingerprint = ({ workspaceId, list, filters }: WalkedQuery): string =>
  fingerprintOf([workspaceId, list, givenFilters(filters)])

/** The same whatever order the filters are in. */
export const givenFilters = (filters: WalkedQuery['filters']) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    // A list is written with commas, so that cursors from when a filter took a single value stay valid.
    .map(([name, value]) => [name, String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
