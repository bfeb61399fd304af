/** A page of a console list that is ordered by time, newest first. A row's position is its time and id. */
import { encodeCursor, type WalkedQuery } from '../../../domain/cursor.ts'
import { instantAt, positionOf } from '../../page.ts'

export interface TimePlace {
  at: string
  id: string
}

interface TimeQuery {
  limit: number
  cursor?: string | undefined
}

interface TimeList<Row extends { id: string }> {
  workspaceId: string
  /** Part of the cursor, so that a cursor of another list is rejected. */
  list: string
  /** Rows after a position, or from the start. Returns one row more than the limit if there are more. */
  read(page: { after: TimePlace | null; limit: number }): Promise<Row[]>
  instantOf(row: Row): string
}

export async function pageByTime<Row extends { id: string }>(
  { limit, cursor, ...filters }: TimeQuery,
  { workspaceId, list, read, instantOf }: TimeList<Row>,
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const walked: WalkedQuery = { workspaceId, list, walk: ['bigint'], sync: false, filters }
  const position = cursor === undefined ? null : positionOf(walked, cursor)
  const after = position && { at: instantAt(position.walk[0] ?? 0), id: position.id }
  const found = await read({ after, limit })
  const data = found.slice(0, limit)
  const last = found.length > limit ? data.at(-1) : undefined
  const nextCursor = last
    ? encodeCursor(walked, { walk: [Date.parse(instantOf(last))], id: last.id, fixedAt: null })
    : null
  return { data, nextCursor }
}
