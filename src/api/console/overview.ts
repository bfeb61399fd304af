import { readOverview } from '../../store/overview.ts'
import { requireCompany } from '../companies.ts'
import type { Handler } from './call.ts'

export const getOverview: Handler<'getOverview'> = async ({ db, workspaceId, nowMs }, { query }) => {
  await requireCompany(db, workspaceId, query.companyId)
  const today = new Date(nowMs).toISOString().slice(0, 10)
  // One snapshot, so that all figures agree.
  return await db.transaction(
    connection => readOverview(connection, workspaceId, { companyId: query.companyId ?? null, today }),
    { snapshot: true, workspaceId },
  )
}
