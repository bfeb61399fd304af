import type { Company } from '../contract/companies.ts'
import { Conditions } from './engine/conditions.ts'
import type { Connection } from './engine/door.ts'
import { insertRows, selectList, type Table, updateRow } from './engine/table.ts'

export const companiesTable: Table<keyof Company> = {
  name: 'companies',
  resource: 'company',
  fields: {
    id: 'text',
    name: 'text',
    tradingName: 'text',
    registrationNumber: 'text',
    vatNumber: 'text',
    country: 'text',
    verificationStatus: 'text',
    createdAt: 'timestamptz(3)',
    updatedAt: 'timestamptz(3)',
  },
}

export async function listCompanies(
  connection: Connection,
  workspaceId: string,
  filter: { companyId?: string | undefined },
): Promise<Company[]> {
  const conditions = new Conditions(workspaceId)
  if (filter.companyId !== undefined) conditions.add('t.id = ?', filter.companyId)
  return await connection.query<Company>(
    `select ${selectList(companiesTable, 't')} from companies t
     where ${conditions.text} order by t.name, t.id`,
    conditions.values,
  )
}

export async function companyExists(
  connection: Connection,
  workspaceId: string,
  companyId: string,
): Promise<boolean> {
  const rows = await connection.query('select from companies where workspace_id = $1 and id = $2', [
    workspaceId,
    companyId,
  ])
  return rows.length > 0
}

/** The id of the workspace's only company; null if it has none or several. */
export async function soleCompanyId(connection: Connection, workspaceId: string): Promise<string | null> {
  const rows = await connection.query<{ id: string }>(
    'select id from companies where workspace_id = $1 limit 2',
    [workspaceId],
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

export async function findCompany(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Company | null> {
  const [row] = await listCompanies(connection, workspaceId, { companyId: id })
  return row ?? null
}

export async function insertCompany(
  connection: Connection,
  workspaceId: string,
  row: Company,
): Promise<void> {
  await insertRows(connection, companiesTable, workspaceId, [row])
}

export type CompanyChange = Pick<
  Company,
  'name' | 'tradingName' | 'registrationNumber' | 'vatNumber' | 'country' | 'updatedAt'
>

export const updateCompany = (
  connection: Connection,
  workspaceId: string,
  id: string,
  change: CompanyChange,
): Promise<Company | null> => updateRow<Company>(connection, companiesTable, workspaceId, id, change)

export async function countCompanies(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from companies where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}
