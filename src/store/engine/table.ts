/**
 * A resource's columns, written once: the field's name on the wire and its type in the database. From this constant
 * come the select list, the shape of rows that arrive as JSON, and the upsert that stamps only what really changes.
 */
import type { Connection } from './door.ts'
import { arrayText } from './values.ts'

type ColumnType = 'text' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz(3)'

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

/** Rows column by column, each as the text of a PostgreSQL array. JSON, with its names in every row, takes longer. */
export type RowsAsArrays = readonly string[]

export function asArrays({ fields }: Table, rows: readonly object[]): RowsAsArrays {
  return Object.keys(fields).map(field => arrayText(rows.map(row => (row as Record<string, unknown>)[field])))
}

/**
 * Adds the rows that are new and changes those that differ, in one statement. With a stamp, that is the updatedAt of
 * every row touched; without one (a workspace that is being made) the rows bring their own. A row's createdAt never
 * changes once it is there.
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
  const { name, fields } = table
  const all = Object.entries(fields)
  const firstArray = isStamped(table) ? 3 : 2
  const arrays = all.map(([, type], index) => `$${firstArray + index}::text::${type}[]`)
  const names = all.map(([field]) => `"${field}"`)
  const values = all.map(([field]) =>
    field === 'updatedAt' ? 'coalesce($2::timestamptz(3), r."updatedAt")' : `r."${field}"`,
  )
  const compared = Object.keys(fields).filter(field => !['id', 'createdAt', 'updatedAt'].includes(field))
  const comparedIn = (owner: string) => compared.map(field => comparable(owner, field, fields)).join(', ')
  const assignments = [...compared, ...(isStamped(table) ? ['updatedAt'] : [])]
    .map(columnOf)
    .map(column => `${column} = excluded.${column}`)
  return `
    with touched as (
      insert into ${name} as stored (${columnList(table)})
      select $1, ${values.join(', ')} from unnest(${arrays.join(', ')}) as r(${names.join(', ')})
      on conflict (workspace_id, id) do update set ${assignments.join(', ')}
      where row(${comparedIn('stored')}) is distinct from row(${comparedIn('excluded')})
      returning (xmax = 0) as added -- zero on a row that this statement made, not on one that it changed
    )
    select (count(*) filter (where added))::int as added, (count(*) filter (where not added))::int as changed
    from touched`
}

const columnList = ({ fields }: Table): string =>
  ['workspace_id', ...Object.keys(fields).map(columnOf)].join(', ')

/**
 * What counts is the row's JSON, so money compares as text (10.0 and 10.00 are equal numbers and different JSON) and
 * names by their bytes (two spellings of é are equal to the collation and different JSON).
 */
function comparable(owner: string, field: string, fields: Table['fields']): string {
  const column = `${owner}.${columnOf(field)}`
  if (fields[field] === 'numeric') return `${column}::text`
  return fields[field] === 'text' ? `${column} collate "C"` : column
}

/** Adds rows that are all new, by the quickest way that the engine has. */
export async function insertRows(
  connection: Connection,
  table: Table,
  workspaceId: string,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  if (connection.copyIn) return await copyRows(connection.copyIn, table, workspaceId, [rows], () => undefined)
  const types = Object.values(table.fields).map((type, index) => `$${index + 2}::text::${type}[]`)
  await connection.query(
    `insert into ${table.name} (${columnList(table)}) select $1, r.* from unnest(${types.join(', ')}) as r`,
    [workspaceId, ...asArrays(table, rows)],
  )
}

/** Adds rows that are all new, piece by piece as text; `onRows` is told of each piece that was sent. */
export async function copyRows(
  copyIn: NonNullable<Connection['copyIn']>,
  table: Table,
  workspaceId: string,
  pieces: Iterable<readonly object[]>,
  onRows: (count: number) => void,
): Promise<void> {
  await copyIn(
    `copy ${table.name} (${columnList(table)}) from stdin`,
    copyLines(table, workspaceId, pieces, onRows),
  )
}

function* copyLines(
  { fields }: Table,
  workspaceId: string,
  pieces: Iterable<readonly object[]>,
  onRows: (count: number) => void,
): Iterable<string> {
  const names = Object.keys(fields)
  const isText = Object.values(fields).map(type => type === 'text')
  const workspace = copyText(workspaceId)
  for (const piece of pieces) {
    let text = ''
    for (const row of piece as readonly Record<string, unknown>[]) {
      text += workspace
      for (let at = 0; at < names.length; at += 1) text += `\t${copyValue(row[names[at] ?? ''], isText[at])}`
      text += '\n'
    }
    yield text
    onRows(piece.length)
  }
}

const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Amounts, days and instants have nothing that needs to be escaped, and looking for it takes longest of all. */
function copyValue(value: unknown, isText = true): string {
  if (value === null || value === undefined) return '\\N'
  return isText ? copyText(String(value)) : String(value)
}

const needsEscape = /[\\\t\n\r]/

export const copyText = (text: string): string =>
  needsEscape.test(text)
    ? text.replace(/[\\\t\n\r]/g, character => copyEscapes[character] ?? character)
    : text
