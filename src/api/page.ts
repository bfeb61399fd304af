/** What the two paged lists share: from query parameters to a place in the walk, and from a place to a cursor. */
import { decodeCursor, encodeCursor, type Position, type WalkedQuery } from '../domain/cursor.ts'
import type { Walk } from '../store/walk.ts'
import type { Call } from './call.ts'
import { badRequest } from './errors.ts'

interface PagedQuery {
  limit: number
  cursor?: string | undefined
  updatedAfter?: string | undefined
}

export interface RequestedPage {
  limit: number
  after: Position | null
  /** A sync walk is fixed at its first page: what changes later comes with the next poll. */
  changed: { after: string; until: string } | null
  cursorOf(next: Position | null): string | null
}

export function requestedPage(
  call: Call,
  { table, columns }: Pick<Walk, 'table' | 'columns'>,
  { limit, cursor, ...filters }: PagedQuery & Record<string, string | number | undefined>,
): RequestedPage {
  const query: WalkedQuery = {
    workspaceId: call.workspaceId,
    list: table,
    walk: columns.map(({ type }) => type),
    sync: filters.updatedAfter !== undefined,
    filters: filters as Record<string, string | undefined>,
  }
  const after = cursor === undefined ? null : positionOf(query, cursor)
  const until = after?.fixedAt ?? call.key.version
  return {
    limit,
    after,
    changed: filters.updatedAfter === undefined ? null : { after: filters.updatedAfter, until },
    cursorOf: next => next && encodeCursor(query, next),
  }
}

function positionOf(query: WalkedQuery, cursor: string): Position {
  const decoded = decodeCursor(query, cursor)
  if (decoded.ok) return decoded.position
  const message =
    decoded.reason === 'otherQuery'
      ? 'belongs to another query; keep every filter as it was on the page before'
      : 'is not a cursor of this service; pass nextCursor of the page before as it was given'
  throw badRequest([{ path: 'cursor', message }])
}
