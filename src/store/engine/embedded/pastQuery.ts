/** How a query is rewritten for the past, and how its rows come back. Pure. */
import {
  type Column,
  type Format,
  lengthBytes,
  typeNames,
  type WireRows,
} from '../../../postgres/protocol.ts'

/** What a query takes and returns: type OIDs (pg_type.oid). */
export interface Described {
  parameters: readonly number[]
  columns: readonly Column[]
}

/** Other queries write, or change settings. Some of these write too; PostgreSQL itself refuses those in the past. */
export const mayRead = (sql: string): boolean => /^\s*(select|with)\b/i.test(sql)

const booleanType = 16

/**
 * The same query as one value: an array of its rows, each in binary form. Its values are the elements of `$1`. Null if a
 * parameter has a type that we have no name for.
 */
export function pastSql(sql: string, { parameters, columns }: Described, format: Format): string | null {
  const names = parameters.map(type => typeNames[type])
  if (names.includes(undefined) || columns.length === 0) return null
  const inner = sql.replace(
    /\$(\d+)/g,
    (_, number: string) => `(($1)[${number}])::${names[Number(number) - 1]}`,
  )
  const cells = columns.map((_, index) => `c${index}`)
  const values = format === 'binary' ? cells : cells.map((cell, at) => asText(cell, columns[at]?.type))
  return `select array_agg(record_send(row(${values.join(', ')}))) from (${inner}) as q(${cells.join(', ')})`
}

/** As the protocol writes it: a boolean is one letter there, and a word if it is cast. */
const asText = (cell: string, type: number | undefined): string =>
  type === booleanType ? `left(${cell}::text, 1)` : `${cell}::text`

const countBytes = 4
const typeBytes = 4
/** Of an array: dimensions, whether it has nulls, type; then the length and lower bound of its only dimension. */
const arrayHeadBytes = 3 * 4
const dimensionBytes = 2 * 4

/** The rows in such an array, in the form in which the protocol sends rows. */
export function pastRows(array: Buffer, columns: readonly Column[]): WireRows {
  const bytes = Buffer.allocUnsafe(array.length)
  const starts: number[] = []
  const isEmpty = array.readInt32BE(0) === 0
  let end = 0
  let at = arrayHeadBytes + (isEmpty ? 0 : dimensionBytes)
  while (at < array.length) {
    starts.push(end)
    at += lengthBytes
    const count = array.readInt32BE(at)
    at += countBytes
    for (let column = 0; column < count; column += 1) {
      const valueAt = at + typeBytes
      const next = valueAt + lengthBytes + Math.max(0, array.readInt32BE(valueAt))
      end += array.copy(bytes, end, valueAt, next)
      at = next
    }
  }
  return { bytes, starts, columns }
}
