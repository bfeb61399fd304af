import { listAuditPage } from '../../store/audit.ts'
import type { Handler } from './call.ts'
import { pageByTime } from './http/pageByTime.ts'

export const listAudit: Handler<'listAudit'> = async ({ db, workspaceId }, { query }) => {
  const { limit: _, cursor: __, ...filters } = query
  return await pageByTime(query, {
    workspaceId,
    list: 'audit',
    read: page => listAuditPage(db, workspaceId, { filters, ...page }),
    instantOf: ({ at }) => at,
  })
}
