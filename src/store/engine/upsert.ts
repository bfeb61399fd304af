/** Inserts new rows, updates those that differ, and stamps only rows that really change. */
import type { Connection } from './door.ts'
import { columnOf, insertSource, type RowsAsArrays, type Table } from './table.ts'

export interface UpsertResult {
  added: number
  changed: number
}

/**
 * Runs one query. The stamp becomes the updatedAt of every row that is inserted or updated. If it is null (when a
 * workspace is created), the rows keep their own. The createdAt of an existing row never changes. A row whose id was
 * deleted before is no longer deleted: these are the only inserts whose ids are not new.
 */
export async function upsertRows(
  connection: Connection,
  table: Table,
  workspaceId: string,
  rows: RowsAsArrays,
  stamp: string | null,
): Promise<UpsertResult> {
  const [touched] = await connection.query<UpsertResult>(upsertSql(table), [
    workspaceId,
    ...(isStamped(table) ? [stamp] : []),
    ...rows,
  ])
  return touched ?? { added: 0, changed: 0 }
}

const isStamped = ({ fields }: Table): boolean => 'updatedAt' in fields

const upsertTexts = new Map<string, string>()

function upsertSql(table: Table): string {
  let sql = upsertTexts.get(table.name)
  if (sql === undefined) {
    sql = buildUpsert(table)
    upsertTexts.set(table.name, sql)
  }
  return sql
}

function buildUpsert(table: Table): string {
  const { name, fields, resource } = table
  const source = insertSource(table, isStamped(table) ? 3 : 2, field =>
    field === 'updatedAt' ? 'coalesce($2::timestamptz(3), r."updatedAt")' : `r."${field}"`,
  )
  const compared = Object.keys(fields).filter(field => !['id', 'createdAt', 'updatedAt'].includes(field))
  const comparedIn = (owner: string) => compared.map(field => comparable(owner, field, fields)).join(', ')
  const assignments = [...compared, isStamped(table) ? 'updatedAt' : 'changedAt']
    .map(columnOf)
    .map(column => `${column} = excluded.${column}`)
  const returned = 'companyId' in fields ? 'id, company_id' : 'id'
  return `
    with touched as (
      insert into ${name} as stored ${source}
      on conflict (workspace_id, id) do update set ${assignments.join(', ')}
      where row(${comparedIn('stored')}) is distinct from row(${comparedIn('excluded')})
      returning ${returned}, (xmax = 0) as added -- zero for inserted rows, not for updated ones
    ), returned as (
      delete from deletions d using touched
      where d.workspace_id = $1 and d.resource = '${resource}' and d.id = touched.id and touched.added
      returning d.id, d.company_id, d.account_id, ${'companyId' in fields ? 'touched.company_id' : 'null::text'} as arrived_in
    )${'companyId' in fields ? movesSql(table) : ''}
    select (count(*) filter (where added))::int as added, (count(*) filter (where not added))::int as changed
    from touched`
}

/**
 * Notes rows that move to another company, for those who follow only the company that they leave. A row that was deleted
 * and comes back elsewhere has moved too: its deletion is no longer told, and not everyone may have read it.
 */
const movesSql = ({ name, resource, fields }: Table): string => `, departed as (
      insert into departures as noted (workspace_id, resource, id, company_id, account_id)
      -- A query sees tables as they were before it, so this is the row's former company.
      select $1, '${resource}', b.id, b.company_id, ${'accountId' in fields ? 'b.account_id' : 'null'}
      from touched join ${name} b on b.workspace_id = $1 and b.id = touched.id
      where not touched.added and b.company_id <> touched.company_id
      union all
      select $1, '${resource}', id, company_id, account_id from returned where company_id <> arrived_in
      on conflict (workspace_id, resource, id, company_id) do update
        set account_id = excluded.account_id, at = excluded.at
    ), arrived as (
      delete from departures d using touched
      where d.workspace_id = $1 and d.resource = '${resource}' and d.id = touched.id
        and d.company_id = touched.company_id
    )`

/**
 * Rows differ if their JSON differs. So amounts are compared as text (10.0 and 10.00 are equal numbers but different
 * JSON) and names by their bytes (two encodings of é are equal to the collation but different JSON).
 */
function comparable(owner: string, field: string, fields: Table['fields']): string {
  const column = `${owner}.${columnOf(field)}`
  if (fields[field] === 'numeric') return `${column}::text`
  return fields[field] === 'text' ? `${column} collate "C"` : column
}
