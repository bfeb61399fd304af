import { encodeCursor, type WalkedQuery } from '../../domain/cursor.ts'
import { listAuditPage } from '../../store/audit.ts'
import { instantAt, positionOf } from '../page.ts'
import type { Handler } from './call.ts'

export const listAudit: Handler<'listAudit'> = async ({ db, workspaceId }, { query }) => {
  const { limit, cursor, ...filters } = query
  const walked: WalkedQuery = { workspaceId, list: 'audit', walk: ['bigint'], sync: false, filters }
  const position = cursor === undefined ? null : positionOf(walked, cursor)
  const after = position && { at: instantAt(position.walk[0] ?? 0), id: position.id }
  const found = await listAuditPage(db, workspaceId, { filters, after, limit })
  const data = found.slice(0, limit)
  const last = found.length > limit ? data.at(-1) : undefined
  const nextCursor = last
    ? encodeCursor(walked, { walk: [Date.parse(last.at)], id: last.id, fixedAt: null })
    : null
  return { data, nextCursor }
}
