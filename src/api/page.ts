/** What the two paged lists share: from query parameters to a place in the walk, and from a place to a cursor. */
import { decodeCursor, encodeCursor, type Position, type WalkedQuery } from '../domain/cursor.ts'
import type { Database } from '../store/engine/door.ts'
import type { ListPage, Walk } from '../store/pages/walk.ts'
import { requireCompany } from './companies.ts'
import { badRequest } from './errors.ts'
import type { Call } from './http/call.ts'

interface PagedQuery {
  limit: number
  cursor?: string | undefined
  updatedAfter?: string | undefined
  companyId?: string | undefined
}

type WalkedTable = Pick<Walk, 'table' | 'columns'>

/** A list of the store, and what it gives where there is nothing. */
interface PagedList<Query, Data> {
  walk: WalkedTable
  none: Data
  list(
    db: Database,
    workspaceId: string,
    page: ListPage<Query>,
  ): Promise<{ data: Data; next: Position | null }>
}

export async function replyWithPage<Query extends PagedQuery, Data>(
  call: Call,
  { walk, none, list }: PagedList<Query, Data>,
  query: Query,
): Promise<{ data: Data; nextCursor: string | null }> {
  const walked = walkedQuery(call, walk, query)
  const after = query.cursor === undefined ? null : positionOf(walked, query.cursor)
  if (query.companyId !== undefined) await requireCompany(call.db, call.workspaceId, query.companyId)
  const changed = changedRange(call, query, after)
  // Nothing is newer than the workspace's clock: a poll by whoever has seen everything needs no look.
  if (changed !== null && changed.after >= changed.until) return { data: none, nextCursor: null }
  const page = { filters: query, limit: query.limit, after, changed }
  const { data, next } = await list(call.db, call.workspaceId, page)
  return { data, nextCursor: next && encodeCursor(walked, next) }
}

/** A sync walk is fixed at its first page: what changes later comes with the next poll. */
function changedRange({ version }: Call, { updatedAfter }: PagedQuery, after: Position | null) {
  return updatedAfter === undefined ? null : { after: updatedAfter, until: after?.fixedAt ?? version }
}

function walkedQuery(
  { workspaceId }: Call,
  { table, columns }: WalkedTable,
  { limit: _, cursor: __, ...filters }: PagedQuery,
): WalkedQuery {
  return {
    workspaceId,
    list: table,
    walk: columns.map(({ type }) => type),
    sync: filters.updatedAfter !== undefined,
    filters,
  }
}

export function positionOf(query: WalkedQuery, cursor: string): Position {
  const decoded = decodeCursor(query, cursor)
  if (decoded.ok) return decoded.position
  const message =
    decoded.reason === 'otherQuery'
      ? 'belongs to another query; keep every filter as it was on the page before'
      : 'is not a cursor of this service; pass nextCursor of the page before as it was given'
  throw badRequest([{ path: 'cursor', message }])
}

/** A cursor made by hand may name an instant that no calendar has; before the first record there is nothing either. */
export function instantAt(ms: number): string {
  const latest = Date.UTC(9999, 11, 31)
  return ms >= 0 && ms <= latest ? new Date(ms).toISOString() : new Date(0).toISOString()
}
