/**
 * A resource's columns, written once: the field's name on the wire and its type in the database. From this constant
 * come the select list, the shape of rows that arrive as JSON, and the upsert that stamps only what really changes.
 */
import type { Session } from './door.ts'

type ColumnType = 'text' | 'numeric' | 'boolean' | 'date' | 'timestamptz(3)'

export interface Table {
  name: string
  fields: Readonly<Record<string, ColumnType>>
}

export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** `t.company_id as "companyId", …`: rows come out in the shape, and the order, of the wire. */
export function selectList(table: Table, alias: string): string {
  return Object.keys(table.fields)
    .map(field => `${alias}.${columnOf(field)} as "${field}"`)
    .join(', ')
}

export interface UpsertResult {
  added: number
  changed: number
}

/**
 * Adds the rows that are new and changes those that differ, in one statement. With a stamp, that is the updatedAt of
 * every row touched; without one (a workspace that is being made) the rows bring their own. A row's createdAt never
 * changes once it is there.
 */
export async function upsertRows(
  session: Session,
  table: Table,
  workspaceId: string,
  rows: readonly object[],
  stamp: string | null,
): Promise<UpsertResult> {
  const touched = await session.query<{ added: boolean }>(upsertSql(table), [
    workspaceId,
    JSON.stringify(rows),
    ...('updatedAt' in table.fields ? [stamp] : []),
  ])
  const added = touched.filter(row => row.added).length
  return { added, changed: touched.length - added }
}

const upsertTexts = new Map<string, string>()

function upsertSql(table: Table): string {
  let sql = upsertTexts.get(table.name)
  if (sql === undefined) {
    sql = buildUpsert(table)
    upsertTexts.set(table.name, sql)
  }
  return sql
}

function buildUpsert({ name, fields }: Table): string {
  const all = Object.entries(fields)
  const compared = Object.keys(fields).filter(field => !['id', 'createdAt', 'updatedAt'].includes(field))
  const record = all.map(([field, type]) => `"${field}" ${type}`).join(', ')
  const values = all.map(([field]) =>
    field === 'updatedAt' ? 'coalesce($3::timestamptz(3), r."updatedAt")' : `r."${field}"`,
  )
  const comparedIn = (owner: string) => compared.map(field => comparable(owner, field, fields)).join(', ')
  const assignments = [...compared, ...('updatedAt' in fields ? ['updatedAt'] : [])]
    .map(columnOf)
    .map(column => `${column} = excluded.${column}`)
  return `
    insert into ${name} as stored (workspace_id, ${all.map(([field]) => columnOf(field)).join(', ')})
    select $1, ${values.join(', ')} from json_to_recordset($2::json) as r(${record})
    on conflict (workspace_id, id) do update set ${assignments.join(', ')}
    where row(${comparedIn('stored')}) is distinct from row(${comparedIn('excluded')})
    returning (xmax = 0) as added -- zero on a row that this statement made, not on one that it changed`
}

/**
 * What counts is the row's JSON, so money compares as text (10.0 and 10.00 are equal numbers and different JSON) and
 * names by their bytes (two spellings of é are equal to the collation and different JSON).
 */
function comparable(owner: string, field: string, fields: Table['fields']): string {
  const column = `${owner}.${columnOf(field)}`
  if (fields[field] === 'numeric') return `${column}::text`
  return fields[field] === 'text' ? `${column} collate "C"` : column
}
