/** SQL that makes one JSON object of a row's columns. Its bytes go to the client unread. */
import { type ColumnType, columnOf } from '../engine/table.ts'

export interface JsonField {
  name: string
  type: ColumnType
  isNullable: boolean
  /** A text that needs no escape in any row for which `is_plain` is true. Every other text is escaped on its own. */
  isPlain: boolean
}

/** Of the table as `t`, for rows with any text at all. */
export const escapedJson = (fields: readonly JsonField[]): string =>
  `json_build_object(${fields.map(field => `'${field.name}', ${jsonValue(field)}`).join(', ')})::text`

function jsonValue({ name, type }: JsonField): string {
  const column = `t.${columnOf(name)}`
  if (type === 'timestamptz(3)') return instantText(column)
  return type === 'numeric' || type === 'date' ? `${column}::text` : column
}

/** The same JSON but for white space, only for rows for which `is_plain` is true. Joining texts is quicker. */
export function plainJson(fields: readonly JsonField[]): string {
  const pieces: string[] = []
  let before = '{'
  for (const field of fields) {
    const { value, quote } = plainValue(field)
    const start = `${before}"${field.name}":`
    // A value that may be null brings its name and its quotes with it.
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

/** Text as it is within the JSON, and what has to be put around it. */
function plainValue({ name, type, isPlain }: JsonField): { value: string; quote: '' | '"' } {
  const column = `t.${columnOf(name)}`
  if (type === 'timestamptz(3)') return { value: instantText(column), quote: '"' }
  if (type === 'boolean' || type === 'integer') return { value: `${column}::text`, quote: '' }
  if (type === 'text' && !isPlain) return { value: `to_json(${column})::text`, quote: '' }
  return { value: `${column}::text`, quote: '"' }
}

const instantText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Joins half by half: one by one, each piece would copy everything before it. */
function inHalves(pieces: readonly string[]): string {
  if (pieces.length === 1) return pieces[0] ?? ''
  const half = Math.floor(pieces.length / 2)
  return `(${inHalves(pieces.slice(0, half))} || ${inHalves(pieces.slice(half))})`
}
