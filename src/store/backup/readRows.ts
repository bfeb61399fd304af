/** Reads whole tables for a backup. A row is a line: a JSON array of its values as PostgreSQL writes them as text. */

import { lengthBytes, type WireRows } from '../../postgres/protocol.ts'
import type { Connection } from '../engine/door.ts'
import { withoutTimeouts } from '../engine/locks.ts'
import { type CatalogueTable, quoted } from './catalogue.ts'

/** Rows fetched at once, so that memory stays bounded. A single document may have 20 MB. */
const rowsPerFetch = 500
const documentsPerFetch = 1

export interface Lines {
  /** Each ends with a newline. */
  bytes: Buffer
  rows: number
}

/**
 * How values are written must not depend on how the server is configured. A whole table is best read by a sequential
 * scan, which the service's own settings rule out. And a large table may take long to count.
 */
export async function prepareCopying(connection: Connection): Promise<void> {
  await withoutTimeouts(connection)
  await connection.script(`
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local enable_seqscan = on;
    set local synchronize_seqscans = off;
    set local jit = off;
    set local idle_in_transaction_session_timeout = 0;
  `)
}

export async function countRows(connection: Connection, { name }: CatalogueTable): Promise<number> {
  const [row] = await connection.query<{ count: string }>(`select count(*) as count from ${quoted(name)}`)
  return Number(row?.count ?? 0)
}

/** In the order in which the table has them: rows that are read together stay together after a restore. */
export async function* readRows(
  connection: Connection,
  { name, columns }: CatalogueTable,
): AsyncIterable<Lines> {
  const values = columns.map(column => `${quoted(column.name)}::text`).join(', ')
  await connection.script(
    `declare backup_rows no scroll cursor for select to_json(array[${values}]::text[])::text from ${quoted(name)}`,
  )
  const isWide = columns.some(({ type }) => type === 'bytea')
  const fetchSql = `fetch ${isWide ? documentsPerFetch : rowsPerFetch} from backup_rows`
  for (;;) {
    const lines = await connection.read(fetchSql, [], linesOf)
    if (lines.rows === 0) break
    yield lines
  }
  await connection.script('close backup_rows')
}

/** Text has the same bytes in PostgreSQL's binary format. */
function linesOf({ bytes, starts }: WireRows): Lines {
  const lengths = starts.map(start => bytes.readInt32BE(start))
  const lines = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length + 1, 0))
  let end = 0
  for (const [index, start] of starts.entries()) {
    const from = start + lengthBytes
    end += bytes.copy(lines, end, from, from + (lengths[index] ?? 0))
    end = lines.writeUInt8(newline, end)
  }
  return { bytes: lines, rows: starts.length }
}

const newline = 0x0a
