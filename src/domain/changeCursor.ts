/** Cursors of the change feed. They never expire, and become invalid only when the workspace's epoch changes. */
import { canonicalInstant } from '../contract/calendar.ts'
import { type ChangeResource, changeResources } from '../contract/changes.ts'
import { fingerprintOf, seal, unseal } from './sealedFields.ts'

/** A place in the order of the feed: everything up to and including this row has been read. */
export interface FeedPlace {
  at: string
  /** `~` sorts after every resource: all rows of that instant have been read. */
  resource: ChangeResource | '~'
  id: string
}

/** The place after everything that is stamped with the clock or earlier. */
export const placeAfter = (clock: string): FeedPlace => ({ at: clock, resource: '~', id: '' })

/** What a follower follows. A cursor is only good for the same query. */
export interface ChangeQuery {
  workspaceId: string
  resources: readonly ChangeResource[]
  companyId?: string | undefined
}

export type DecodedChangeCursor =
  | { ok: true; epoch: string; place: FeedPlace }
  | { ok: false; reason: 'malformed' | 'otherQuery' }

const formatVersion = 1

export function encodeChangeCursor(query: ChangeQuery, epoch: string, place: FeedPlace): string {
  return seal([formatVersion, fingerprint(query), epoch, place.at, place.resource, place.id])
}

export function decodeChangeCursor(query: ChangeQuery, text: string): DecodedChangeCursor {
  const fields = unseal(text)
  if (fields?.length !== 6) return { ok: false, reason: 'malformed' }
  const [version, belongsTo, epoch, at, resource, id] = fields
  if (version !== formatVersion) return { ok: false, reason: 'malformed' }
  if (belongsTo !== fingerprint(query)) return { ok: false, reason: 'otherQuery' }
  const place = { at, resource, id }
  if (typeof epoch !== 'string' || !isPlace(place)) return { ok: false, reason: 'malformed' }
  return { ok: true, epoch, place }
}

// Anyone can forge a cursor, because the checksum is not secret. These checks keep bad values out of the store.
function isPlace(place: { at: unknown; resource: unknown; id: unknown }): place is FeedPlace {
  const { at, resource, id } = place
  if (typeof at !== 'string' || canonicalInstant(at) !== at) return false
  if (typeof id !== 'string' || !id.isWellFormed() || id.includes('\0')) return false
  return resource === '~' ? id === '' : (changeResources as readonly unknown[]).includes(resource)
}

const fingerprint = ({ workspaceId, resources, companyId }: ChangeQuery): string =>
  fingerprintOf([workspaceId, 'changes', resources.toSorted(), companyId ?? null])
