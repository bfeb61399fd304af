/** A row's place in its walk, which a cursor contains. */
import type { Position, WalkNumber } from '../../domain/cursor.ts'
import { lengthBytes, nextAt, type WireRows } from '../../postgres/protocol.ts'
import type { Walk } from './walk.ts'

export type Place = Pick<Position, 'walk' | 'id'>

const senders: Record<WalkNumber, string> = { integer: 'int4send', bigint: 'int8send' }

/** The place as one binary column: the walk's numbers, then the id. Three columns made a page a third slower to read. */
export const packedPlace = (columns: Walk['columns']): string =>
  [...columns.map(({ name, type }) => `${senders[type]}(t.${name})`), 'textsend(t.id)'].join(' || ')

/** The place of the row at `index`, whose last column is `packedPlace`. */
export function placeAt({ bytes, starts, columns }: WireRows, index: number, walk: Walk['columns']): Place {
  let at = starts[index] ?? 0
  for (let ahead = columns.length - 1; ahead > 0; ahead -= 1) at = nextAt(bytes, at)
  const end = nextAt(bytes, at)
  at += lengthBytes
  const numbers: number[] = []
  for (const { type } of walk) {
    if (type === 'integer') numbers.push(bytes.readInt32BE(at))
    else numbers.push(Number(bytes.readBigInt64BE(at)))
    at += type === 'integer' ? 4 : 8
  }
  return { walk: numbers, id: bytes.toString('utf8', at, end) }
}

/** The same for a row that was read as an object with the walk's columns. */
export function placeIn(row: object, { columns }: Pick<Walk, 'columns'>): Place {
  const values = row as Record<string, unknown> & { id: string }
  return { walk: columns.map(({ name }) => Number(values[name])), id: values.id }
}
