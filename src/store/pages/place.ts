/** A row's place in its walk, which a cursor contains. These are the last columns of every page's query. */
import type { Position } from '../../domain/cursor.ts'
import { lengthBytes, nextAt, textAt, type WireRows } from '../../postgres/protocol.ts'
import type { Walk } from './walk.ts'

export type Place = Pick<Position, 'walk' | 'id'>

/** The place of the row at `index`, from its binary values. */
export function placeAt(
  { bytes, starts, columns }: WireRows,
  index: number,
  walk: Pick<Walk, 'columns'>,
): Place {
  let at = starts[index] ?? 0
  for (let ahead = columns.length - walk.columns.length - 1; ahead > 0; ahead -= 1) at = nextAt(bytes, at)
  const numbers: number[] = []
  for (const { type } of walk.columns) {
    const from = at + lengthBytes
    numbers.push(type === 'integer' ? bytes.readInt32BE(from) : Number(bytes.readBigInt64BE(from)))
    at = nextAt(bytes, at)
  }
  return { walk: numbers, id: textAt(bytes, at) ?? '' }
}

/** The same for a row that was read as an object. */
export function placeIn(row: object, { columns }: Pick<Walk, 'columns'>): Place {
  const values = row as Record<string, unknown> & { id: string }
  return { walk: columns.map(({ name }) => Number(values[name])), id: values.id }
}
