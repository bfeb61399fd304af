/** Builds the JSON of transactions from rows as PostgreSQL sends them. */
import type { Transaction } from '../../contract/transactions.ts'
import {
  type BytesMap,
  instantForm,
  instantMsAt,
  JsonWriter,
  lengthBytes,
  nextAt,
  textAt,
  type WireRows,
} from '../../postgres/protocol.ts'
import { JsonRows } from './jsonRows.ts'

/** What follows the facts: the category, and placeholders for both stamps. */
export const rowEnd = (category: Transaction['category']): Uint8Array =>
  encoder.encode(
    `,"category":${JSON.stringify(category)},"createdAt":"${instantForm}","updatedAt":"${instantForm}"}`,
  )
const updatedBack = `${instantForm}"}`.length
const createdBack = `${instantForm}","updatedAt":"${instantForm}"}`.length

const encoder = new TextEncoder()
const rowEndWithoutCategory = rowEnd(null)
const comma = ','.charCodeAt(0)
const factsEndBytes = '}'.length
const instantBytes = 8

const writer = new JsonWriter()
/** Room for the parts of a reply around its rows, including the cursor. */
const [roomAhead, roomBehind] = [16, 512]

/** The end of a row's JSON by category id, or null if each row comes with its category joined. */
export type Categories = BytesMap<Uint8Array> | null

/** The JSON of the first `count` rows. `latest` is their latest stamp, or empty if there are no rows. */
export function jsonOfRows(
  { bytes, starts }: WireRows,
  categories: Categories,
  count = starts.length,
): { rows: JsonRows; latest: string } {
  const ends: number[] = []
  let latestMs = Number.NEGATIVE_INFINITY
  writer.begin()
  for (let index = 0; index < count && index < starts.length; index += 1) {
    if (index > 0) writer.character(comma)
    latestMs = Math.max(latestMs, writeRow(bytes, starts[index] as number, categories))
    ends.push(writer.length)
  }
  const latest = ends.length === 0 ? '' : new Date(latestMs).toISOString()
  return { rows: new JsonRows(writer.take(roomAhead, roomBehind), ends), latest }
}

/** Returns the row's updatedAt. */
function writeRow(bytes: Buffer, start: number, categories: Categories): number {
  const categoryAt = nextAt(bytes, start)
  const stampsAt = nextAt(bytes, categoryAt)
  writer.copy(bytes, start + lengthBytes, categoryAt - factsEndBytes)
  const end =
    categories === null
      ? joinedEnd(bytes, textAt(bytes, categoryAt), stampsAt)
      : categories.get(bytes, categoryAt + lengthBytes, stampsAt)
  writer.piece(end ?? rowEndWithoutCategory)
  writer.instant(instantMsAt(bytes, stampsAt + lengthBytes), createdBack)
  const updatedMs = instantMsAt(bytes, stampsAt + lengthBytes + instantBytes)
  writer.instant(updatedMs, updatedBack)
  return updatedMs
}

function joinedEnd(bytes: Buffer, id: string | null, stampsAt: number): Uint8Array | undefined {
  const nameAt = nextAt(bytes, stampsAt)
  const [name, slug] = [textAt(bytes, nameAt), textAt(bytes, nextAt(bytes, nameAt))]
  return id === null || name === null || slug === null ? undefined : rowEnd({ id, name, slug })
}
