/**
 * Writes rows as CSV (RFC 4180, UTF-8). Texts come from banks and suppliers, and a spreadsheet would run one that starts
 * like a formula, so such a text gets an apostrophe in front. Numbers, dates and instants are left as they are.
 */
import type { Column, Row, RowBatches } from './rows.ts'

export interface CsvOptions {
  /** Start with a byte order mark, by which Excel recognises UTF-8. */
  bom?: boolean
  /** Put an apostrophe before texts that look like formulas (default: true). */
  guard?: boolean
}

/** What a spreadsheet takes for the start of a formula, also in the full-width forms of East Asian keyboards. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const needsQuotes = /[",\r\n]|^\s|\s$/

export async function* csvRows(
  columns: readonly Column[],
  rows: RowBatches,
  { bom = false, guard = true }: CsvOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const isText = columns.map(({ kind }) => kind === 'text')
  const line = (row: Row) =>
    `${row.map((cell, at) => field(cell, guard && isText[at] === true)).join(',')}\r\n`
  const head = columns.map(({ name }) => field(name, guard)).join(',')
  yield Buffer.from(`${bom ? '\ufeff' : ''}${head}\r\n`)
  for await (const batch of rows) {
    if (batch.length > 0) yield Buffer.from(batch.map(line).join(''))
  }
}

function field(cell: string | null, guarded: boolean): string {
  if (cell === null) return ''
  const safe = guarded && formulaStart.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
