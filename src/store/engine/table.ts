/**
 * A table's columns are written once: the field's name on the wire and its type in the database. Everything that reads
 * or writes whole rows is derived from that constant: select lists, inserts, updates, COPY, and the upsert that stamps
 * only rows that really change.
 */
import type { ChangeResource } from '../../contract/changes.ts'
import { piecesOf } from '../../domain/pieces.ts'
import type { Connection, Value } from './door.ts'
import { arrayText } from './values.ts'

export type ColumnType = 'text' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz(3)'

/** With a resource's field names as `Field`, the compiler requires a column for each of them. */
export interface Table<Field extends string = string> {
  name: string
  /** Its name in the change feed. Without it, the table is not in the feed. */
  resource?: ChangeResource
  fields: Readonly<Record<Field, ColumnType>>
}

export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** `t.company_id as "companyId", …`: rows have the field names and order of the wire. */
export const selectList = (table: Table, alias: string): string =>
  selectFields(table, alias, Object.keys(table.fields))

/** The same for some of the fields. */
export function selectFields<Field extends string>(
  _table: Table<Field>,
  alias: string,
  fields: readonly NoInfer<Field>[],
): string {
  return fields.map(field => `${alias}.${columnOf(field)} as "${field}"`).join(', ')
}

/** Rows by column, each column as the text of a PostgreSQL array. JSON repeats the names in every row and is slower. */
export type RowsAsArrays = readonly string[]

export function asArrays(table: Table, rows: readonly object[]): RowsAsArrays {
  const names = Object.keys(table.fields)
  for (const row of rows) requireNoOthers(table, names, row)
  return names.map(field => arrayText(rows.map(row => fieldValue(table, row, field))))
}

/** Throws if a value is missing: it would silently be stored as null. */
function fieldValue({ name }: Table, row: object, field: string): unknown {
  const value = (row as Record<string, unknown>)[field]
  if (value === undefined) throw new Error(`A row for the table ${name} has no value for "${field}".`)
  return value
}

/** Throws if a value has no column: it would silently be lost. No field can be missing, so counting is enough. */
function requireNoOthers({ name, fields }: Table, names: readonly string[], row: object): void {
  let count = 0
  // A list of the names for each row would take as long as writing it.
  for (const _ in row) count += 1
  if (count <= names.length) return
  const others = Object.keys(row).filter(field => !Object.hasOwn(fields, field))
  throw new Error(`A row for the table ${name} has a value for "${others.join('", "')}", which is no column.`)
}

/**
 * What follows `insert into <table>`: `(columns) select … from unnest(…) as r`. The workspace is $1, followed by the
 * values of `asArrays`. The columns of `r` are named after the fields.
 */
export function insertSource(
  table: Table,
  firstArray = 2,
  value = (field: string) => `r."${field}"`,
): string {
  const all = Object.entries(table.fields)
  const arrays = all.map(([, type], index) => `$${firstArray + index}::text::${type}[]`)
  const names = all.map(([field]) => `"${field}"`)
  const values = all.map(([field]) => value(field))
  return `(${columnList(table)})
      select $1, ${values.join(', ')} from unnest(${arrays.join(', ')}) as r(${names.join(', ')})`
}

export const columnList = ({ fields }: Table): string =>
  ['workspace_id', ...Object.keys(fields).map(columnOf)].join(', ')

/** Inserts new rows in the fastest way that the engine has. */
export async function insertRows(
  connection: Connection,
  table: Table,
  workspaceId: string,
  rows: readonly object[],
): Promise<void> {
  await preparedInserts(connection, workspaceId, [{ table, rows }])()
}

export interface Insert {
  table: Table
  rows: readonly object[]
}

/** The embedded store copies one piece at a time, and answers other requests in between. */
const rowsPerPiece = 160

/** Longer texts are sent piece by piece, no faster than the server reads them. */
const textAtOnceMax = 4_000_000

/** The same for several tables, in two steps: what the database gets is written at once, so that it need not wait for it later. */
export function preparedInserts(
  { copyIn, copyAllIn, query }: Connection,
  workspaceId: string,
  inserts: readonly Insert[],
): () => Promise<void> {
  const filled = inserts.filter(({ rows }) => rows.length > 0)
  if (filled.length === 0) return async () => undefined
  if (!copyIn) {
    const queries = filled.map(({ table, rows }) => ({
      sql: `insert into ${table.name} ${insertSource(table)}`,
      values: [workspaceId, ...asArrays(table, rows)],
    }))
    return async () => {
      for (const { sql, values } of queries) await query(sql, values)
    }
  }
  const copies = filled.map(({ table, rows }) => ({
    sql: copySql(table),
    texts: [...copyLines(table, workspaceId, piecesOf(rows, rowsPerPiece), () => undefined)],
  }))
  const length = copies.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.length, 0)
  if (copyAllIn && length <= textAtOnceMax) return () => copyAllIn(copies)
  return async () => {
    for (const { sql, texts } of copies) await copyIn(sql, texts)
  }
}

/**
 * Sets the given fields of one row and returns the row, or null if it does not exist. Each caller should always pass
 * the same fields, because each set of fields is another query text.
 */
export async function updateRow<Row extends object>(
  connection: Connection,
  table: Table<keyof Row & string>,
  workspaceId: string,
  id: string,
  change: Partial<Row>,
): Promise<Row | null> {
  const fields = Object.keys(change) as (keyof Row & string)[]
  for (const field of fields) {
    if (!Object.hasOwn(table.fields, field))
      throw new Error(`The table ${table.name} has no column "${field}".`)
  }
  const assignments = fields.map((field, index) => `${columnOf(field)} = $${index + 3}`)
  const [row] = await connection.query<Row>(
    `update ${table.name} t set ${assignments.join(', ')} where t.workspace_id = $1 and t.id = $2
     returning ${selectList(table, 't')}`,
    [workspaceId, id, ...fields.map(field => fieldValue(table, change, field) as Value)],
  )
  return row ?? null
}

/** Inserts new rows with COPY, piece by piece. Calls `onRows` after each piece that was sent. */
export async function copyRows(
  copyIn: NonNullable<Connection['copyIn']>,
  table: Table,
  workspaceId: string,
  pieces: Iterable<readonly object[]>,
  onRows: (count: number) => void,
): Promise<void> {
  await copyIn(copySql(table), copyLines(table, workspaceId, pieces, onRows))
}

const copySql = (table: Table): string => `copy ${table.name} (${columnList(table)}) from stdin`

function* copyLines(
  table: Table,
  workspaceId: string,
  pieces: Iterable<readonly object[]>,
  onRows: (count: number) => void,
): Iterable<string> {
  const names = Object.keys(table.fields)
  const isText = Object.values(table.fields).map(type => type === 'text')
  const workspace = copyText(workspaceId)
  for (const piece of pieces) {
    let text = ''
    for (const row of piece) {
      requireNoOthers(table, names, row)
      text += workspace
      for (let at = 0; at < names.length; at += 1) {
        text += `\t${copyValue(fieldValue(table, row, names[at] ?? ''), isText[at])}`
      }
      text += '\n'
    }
    yield text
    onRows(piece.length)
  }
}

const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Amounts, days and instants never need escaping, and checking for it is the slowest step. */
function copyValue(value: unknown, isText = true): string {
  if (value === null) return '\\N'
  return isText ? copyText(String(value)) : String(value)
}

const needsEscape = /[\\\t\n\r]/

export const copyText = (text: string): string =>
  needsEscape.test(text)
    ? text.replace(/[\\\t\n\r]/g, character => copyEscapes[character] ?? character)
    : text
