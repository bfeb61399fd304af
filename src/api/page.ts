/** Shared by the paged lists: turns query parameters into a position in the list, and a position into a cursor. */
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

type PagedCall = Pick<Call, 'reads' | 'workspaceId' | 'version'>

type WalkedTable = Pick<Walk, 'table' | 'columns'>

/** A list in the store, and the value for an empty page. */
interface PagedList<Query, Data> {
  walk: WalkedTable
  empty: Data
  list(
    db: Database,
    workspaceId: string,
    page: ListPage<Query>,
  ): Promise<{ data: Data; next: Position | null }>
}

export async function readPage<Query extends PagedQuery, Data>(
  call: PagedCall,
  { walk, empty, list }: PagedList<Query, Data>,
  query: Query,
): Promise<{ data: Data; nextCursor: string | null }> {
  const walked = walkedQuery(call, walk, query)
  const after = query.cursor === undefined ? null : positionOf(walked, query.cursor)
  if (query.companyId !== undefined) await requireCompany(call.reads, call.workspaceId, query.companyId)
  const changed = changedRange(call, query, after)
  // Nothing is newer than the workspace's clock, so a client that is up to date costs no query.
  if (changed !== null && changed.after >= changed.until) return { data: empty, nextCursor: null }
  const page = { filters: query, limit: query.limit, after, changed }
  const { data, next } = await list(call.reads, call.workspaceId, page)
  return { data, nextCursor: next && encodeCursor(walked, next) }
}

/** A sync walk is fixed at its first page: later changes come with the next poll. */
function changedRange({ version }: PagedCall, { updatedAfter }: PagedQuery, after: Position | null) {
  return updatedAfter === undefined ? null : { after: updatedAfter, until: after?.fixedAt ?? version }
}

function walkedQuery(
  { workspaceId }: PagedCall,
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
      ? 'belongs to another query; keep every filter the same as on the previous page'
      : 'is not a cursor from this service; pass nextCursor of the previous page unchanged'
  throw badRequest([{ path: 'cursor', message }])
}

/** A forged cursor may hold a time outside the calendar. The epoch comes before every record, so its page is empty. */
export function instantAt(ms: number): string {
  const latest = Date.UTC(9999, 11, 31)
  return ms >= 0 && ms <= latest ? new Date(ms).toISOString() : new Date(0).toISOString()
}
