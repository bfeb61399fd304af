import { companyExists, listCompanies as listStored } from '../store/companies.ts'
import type { Connection } from '../store/engine/door.ts'
import { noSuchCompany } from './errors.ts'
import type { Handler } from './http/call.ts'

/** Throws a 404 if the company is not in this workspace, whether or not it exists in another. */
export async function requireCompany(
  connection: Connection,
  workspaceId: string,
  companyId: string | undefined,
) {
  if (companyId !== undefined && !(await companyExists(connection, workspaceId, companyId)))
    throw noSuchCompany()
}

export const listCompanies: Handler<'listCompanies'> = async ({ reads, workspaceId }, { query }) => {
  const data = await listStored(reads, workspaceId, query)
  if (query.companyId !== undefined && data.length === 0) throw noSuchCompany()
  return { data }
}
