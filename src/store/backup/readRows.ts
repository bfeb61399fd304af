/** Reads whole tables for a backup. Each row becomes a line: a JSON array of its values in PostgreSQL's text format. */

import { lengthBytes, type WireRows } from '../../postgres/protocol.ts'
import type { Connection } from '../engine/door.ts'
import { withoutTimeouts } from '../engine/locks.ts'
import { type CatalogueTable, quoted } from './catalogue.ts'

/** Rows per fetch, to bound memory. A single document can be 20 MB. */
const rowsPerFetch = 500
const documentsPerFetch = 1

export interface Lines {
  /** Each ends with a newline. */
  bytes: Buffer
  rows: number
}

/**
 * Makes the text format independent of the server's configuration, allows sequential scans (the service's own settings
 * turn them off) and lifts time limits, because counting a large table can take long.
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

/** In the table's physical order, so that rows stored together stay together after a restore. */
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

/** `text` has the same bytes in PostgreSQL's binary format. */
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
