/** Converts values for both engines: PostgreSQL's text form, except for instants, which are read in canonical form. */
import {
  type Format,
  instantFromPostgres,
  objectsOf,
  type Parser,
  type WireRows,
} from '../../postgres/protocol.ts'
import type { Connection, Value } from './door.ts'

const identity = (text: string): string => text

/** Parses `{a,"b, c",NULL}`. Within quotes, a backslash escapes quotes and backslashes. */
function textArrayFromPostgres(text: string): (string | null)[] {
  // Most arrays have no quotes, such as the scopes of a key, which every request reads.
  if (!text.includes('"')) return text === '{}' ? [] : text.slice(1, -1).split(',').map(elementFrom)
  const elements = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)
  return [...elements].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1')
    return elementFrom(plain)
  })
}

const elementFrom = (plain: string): string | null => (plain === 'NULL' ? null : plain)

/** By type OID (pg_type.oid). */
const parsers: Readonly<Record<number, Parser>> = {
  16: text => text === 't', // boolean
  19: identity, // name, used by the system catalogue
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

/** An unknown type is an error: its text form could be mistaken for something else. */
function parserOf(type: number): Parser {
  const parser = parsers[type]
  if (parser === undefined) throw new Error(`There is no parser for PostgreSQL's type ${type}.`)
  return parser
}

/** How an engine runs a query. */
export type Run = <Result>(
  sql: string,
  values: readonly Value[],
  reader: (rows: WireRows) => Result,
  format: Format,
) => Promise<Result>

/** `query` returns objects, from values in text form. `read` passes on the bytes of rows in binary form. */
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

/** The text form of an array. Also used to send a whole column as one value. */
export const arrayText = (elements: readonly unknown[]): string => `{${elements.map(elementText).join(',')}}`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'string' ? `"${escaped(value)}"` : String(value)
}

/** Nearly no text has anything to escape, and a pattern that replaces nothing takes many times as long as looking. */
const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text
