/** What a mirror needs of the store that holds the copy. */
import type { Change, ChangeResource } from '../../contract/changes.ts'

/** What the digest of a row is made of. */
export interface MirrorMark {
  id: string
  /** The stamp of its last change. */
  at: string
  /**
   * The day that the digest counts it under: the booking date of a transaction, null if it has none; for other rows the
   * day of `createdAt` in UTC.
   */
  day: string | null
}

export interface MirrorRow extends MirrorMark {
  resource: ChangeResource
  companyId: string | null
  accountId: string | null
  /** The row as the API shows it. */
  object: NonNullable<Change['object']>
}

export interface DayRange {
  from: string
  /** Included. */
  to: string
}

type Eventually<Value> = Value | Promise<Value>

/**
 * A store for a copy, with one row for each resource and id.
 *
 * A process may be killed at any moment if what was written stays in the order of the calls: rows are written first, the
 * cursor after them, and writing the same rows again changes nothing. `transaction` is not needed for that; with it,
 * readers of the copy see each page completely or not at all.
 */
export interface MirrorStore {
  /** The rows of a resource, in any order. A store may leave out rows outside the range, and rows without a day then. */
  get(
    resource: ChangeResource,
    range?: DayRange,
  ): Eventually<Iterable<MirrorMark> | AsyncIterable<MirrorMark>>
  /** Inserts rows, or replaces those with the same resource and id. */
  put(rows: readonly MirrorRow[]): Eventually<unknown>
  /** Deletes the rows with these ids, as far as they are there. */
  delete(resource: ChangeResource, ids: readonly string[]): Eventually<unknown>
  /** What `saveCursor` saved last; null in a new store. */
  cursor(): Eventually<string | null>
  saveCursor(cursor: string): Eventually<unknown>
  /** Runs the work in one transaction of the store. */
  transaction?<Result>(work: () => Promise<Result>): Promise<Result>
}

export function rowOf(change: Change): MirrorRow | null {
  const { resource, id, at, companyId, accountId, object } = change
  if (object === null) return null
  return { resource, id, at, day: dayOf(change), companyId, accountId, object }
}

function dayOf({ resource, object }: Change): string | null {
  if (resource === 'transaction') return object?.bookingDate ?? null
  return object?.createdAt.slice(0, 10) ?? null
}
