import { companyExists, listCompanies as listStored } from '../store/companies.ts'
import type { Connection } from '../store/engine/door.ts'
import { noSuchCompany } from './errors.ts'
import type { Handler } from './http/call.ts'

/** A companyId that is not of this workspace is a 404, whether it is another's or nobody's. */
export async function requireCompany(
  connection: Connection,
  workspaceId: string,
  companyId: string | undefined,
) {
  if (companyId !== undefined && !(await companyExists(connection, workspaceId, companyId)))
    throw noSuchCompany()
}

export const listCompanies: Handler<'listCompanies'> = async ({ db, workspaceId }, { query }) => {
  const data = await listStored(db, workspaceId, query)
  if (query.companyId !== undefined && data.length === 0) throw noSuchCompany()
  return { data }
}
