/** Converts values for both engines. They stay in PostgreSQL's text form, except instants, which become canonical. */

import { instantFromPostgres } from '../../postgres/instant.ts'
import type { Format } from '../../postgres/messages.ts'
import { objectsOf, type Parser, type WireRows } from '../../postgres/rows.ts'
import type { Connection, Value } from './door.ts'

const identity = (text: string): string => text

/** Parses `{a,"b, c",NULL}`. Quotes and backslashes are escaped with a backslash. */
function textArrayFromPostgres(text: string): (string | null)[] {
  const elements = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)
  return [...elements].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1')
    return plain === 'NULL' ? null : plain
  })
}

/** By type OID. */
const parsers: Readonly<Record<number, Parser>> = {
  16: text => text === 't', // boolean
  19: identity, // name, in catalogue tables
  20: identity, // bigint
  21: Number, // smallint
  23: Number, // integer
  25: identity, // text
  114: JSON.parse, // json
  701: Number, // double precision
  1009: textArrayFromPostgres, // text[]
  1043: identity, // varchar
  1082: identity, // date
  1184: instantFromPostgres, // timestamptz
  1700: identity, // numeric
  2278: identity, // void
  3802: JSON.parse, // jsonb
}

/** Throws for unknown types: their raw text could be mistaken for something else. */
function parserOf(type: number): Parser {
  const parser = parsers[type]
  if (parser === undefined) throw new Error(`Cannot read values of PostgreSQL type ${type}.`)
  return parser
}

/** How an engine runs a query. */
export type Run = <Result>(
  sql: string,
  values: readonly Value[],
  reader: (rows: WireRows) => Result,
  format: Format,
) => Promise<Result>

/** `query` asks for the text format and builds objects; `read` asks for the binary format and passes the raw bytes. */
export const rowsBy = (run: Run): Pick<Connection, 'query' | 'read'> => ({
  query: <Row extends object>(sql: string, values: readonly Value[] = []) =>
    run(sql, values, rows => objectsOf<Row>(rows, parserOf), 'text'),
  read: (sql, values, reader) => run(sql, values, reader, 'binary'),
})

export const textsOf = (values: readonly Value[]): (string | null)[] => values.map(textOf)

function textOf(value: Value): string | null {
  if (value === null || typeof value === 'string') return value
  return Array.isArray(value) ? arrayText(value) : String(value)
}

/** Also used to send whole columns as arrays. */
export const arrayText = (elements: readonly unknown[]): string => `{${elements.map(elementText).join(',')}}`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}
