/** SQL that turns a row's columns into one JSON object. The service sends its bytes to clients without parsing them. */
import { type ColumnType, columnOf } from '../engine/table.ts'

export interface JsonField {
  name: string
  type: ColumnType
  isNullable: boolean
  /** A text that needs no escaping in rows with `is_plain`. Other texts are escaped one by one. */
  isPlain: boolean
}

/** Works for every row. The table's alias is `t`. */
export const escapedJson = (fields: readonly JsonField[]): string =>
  `json_build_object(${fields.map(field => `'${field.name}', ${jsonValue(field)}`).join(', ')})::text`

function jsonValue({ name, type }: JsonField): string {
  const column = `t.${columnOf(name)}`
  if (type === 'timestamptz(3)') return instantText(column)
  return type === 'numeric' || type === 'date' ? `${column}::text` : column
}

/** The same JSON, except for white space. Faster, because it only joins texts, but only for rows with `is_plain`. */
export function plainJson(fields: readonly JsonField[]): string {
  const pieces: string[] = []
  let before = '{'
  for (const field of fields) {
    const { value, quote } = plainValue(field)
    const start = `${before}"${field.name}":`
    // `||` with null is null, so a nullable value is joined with its name and quotes before `coalesce`.
    if (field.isNullable) {
      const end = quote === '' ? '' : ` || '${quote}'`
      pieces.push(`coalesce('${start}${quote}' || ${value}${end}, '${start}null')`)
      before = ','
    } else {
      pieces.push(`'${start}${quote}'`, value)
      before = `${quote},`
    }
  }
  return inHalves([...pieces, `'${before.slice(0, -1)}}'`])
}

/** The value's text in the JSON, and the quotes to put around it. */
function plainValue({ name, type, isPlain }: JsonField): { value: string; quote: '' | '"' } {
  const column = `t.${columnOf(name)}`
  if (type === 'timestamptz(3)') return { value: instantText(column), quote: '"' }
  if (type === 'boolean' || type === 'integer') return { value: `${column}::text`, quote: '' }
  if (type === 'text' && !isPlain) return { value: `to_json(${column})::text`, quote: '' }
  return { value: `${column}::text`, quote: '"' }
}

const instantText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Joins as a balanced tree: joined from left to right, each piece would copy everything before it. */
function inHalves(pieces: readonly string[]): string {
  if (pieces.length === 1) return pieces[0] ?? ''
  const half = Math.floor(pieces.length / 2)
  return `(${inHalves(pieces.slice(0, half))} || ${inHalves(pieces.slice(half))})`
}
