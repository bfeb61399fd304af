/** Lookups of existing rows for loading and exporting workspace files. */
import type { Connection } from './engine/door.ts'

export async function existingIds(
  connection: Connection,
  table: 'companies' | 'categories' | 'transactions',
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    `select id from ${table} where workspace_id = $1 and id = any($2)`,
    [workspaceId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Maps account ids to company ids. */
export async function accountCompanies(connection: Connection, workspaceId: string, ids: readonly string[]) {
  const rows = await connection.query<{ id: string; companyId: string }>(
    'select id, company_id as "companyId" from accounts where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  )
  return new Map(rows.map(({ id, companyId }) => [id, companyId]))
}

/** Maps slugs to category ids. */
export async function categorySlugs(connection: Connection, workspaceId: string, slugs: readonly string[]) {
  const rows = await connection.query<{ id: string; slug: string }>(
    'select id, slug from categories where workspace_id = $1 and slug = any($2)',
    [workspaceId, slugs],
  )
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/** Maps `companyId iban` to payee ids. */
export async function payeeIbans(connection: Connection, workspaceId: string, ibans: readonly string[]) {
  const rows = await connection.query<{ id: string; companyId: string; iban: string }>(
    'select id, company_id as "companyId", iban from payees where workspace_id = $1 and iban = any($2)',
    [workspaceId, ibans],
  )
  return new Map(rows.map(({ id, companyId, iban }) => [`${companyId} ${iban}`, id]))
}

/** Maps company ids to their number of payees. */
export async function payeeCounts(
  connection: Connection,
  workspaceId: string,
  companyIds: readonly string[],
) {
  const rows = await connection.query<{ companyId: string; count: number }>(
    `select company_id as "companyId", count(*)::int as count from payees
     where workspace_id = $1 and company_id = any($2) group by company_id`,
    [workspaceId, companyIds],
  )
  return new Map(rows.map(({ companyId, count }) => [companyId, count]))
}

/** Maps the ids of existing payees to company ids. */
export async function payeeCompanies(connection: Connection, workspaceId: string, ids: readonly string[]) {
  const rows = await connection.query<{ id: string; companyId: string }>(
    'select id, company_id as "companyId" from payees where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  )
  return new Map(rows.map(({ id, companyId }) => [id, companyId]))
}

/** The ids of existing categories whose name or slug would change. */
export async function renamedCategories(
  connection: Connection,
  workspaceId: string,
  categories: readonly { id: string; name: string; slug: string }[],
): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    `select t.id from categories t
     join json_to_recordset($2::json) as r(id text, name text, slug text) on r.id = t.id
     where t.workspace_id = $1 and (t.name collate "C" <> r.name or t.slug <> r.slug)`,
    [workspaceId, JSON.stringify(categories)],
  )
  return rows.map(({ id }) => id)
}

/** The total number of elements in all lists of a workspace file. */
export async function countElements(connection: Connection, workspaceId: string): Promise<number> {
  const tables = ['companies', 'accounts', 'categories', 'transactions', 'bills', 'payees']
  const counts = tables.map(table => `(select count(*) from ${table} where workspace_id = $1)`)
  const [row] = await connection.query<{ count: number }>(`select (${counts.join(' + ')})::int as count`, [
    workspaceId,
  ])
  return row?.count ?? 0
}
