/** A row as PostgreSQL writes it in one text, `(txn_1,"a ""b"" c",,12.50)`, back into its values. */
import type { Columns, ColumnType } from './door.ts'
import { instantFromPostgres } from './values.ts'

export function parseRecord<Row extends object>(record: string, columns: Columns): Row {
  const row: Record<string, unknown> = {}
  let place = 1
  for (const name in columns) {
    const type = columns[name] as ColumnType
    if (record[place] === '"') {
      const end = endOfQuoted(record, place + 1)
      row[name] = typed(record.slice(place + 1, end).replace(/(["\\])\1/g, '$1'), type)
      place = end + 2
      continue
    }
    const end = endOfPlain(record, place)
    row[name] = end === place ? null : typed(record.slice(place, end), type)
    place = end + 1
  }
  return row as Row
}

/** A quote within quotes is written twice, as is a backslash. */
function endOfQuoted(record: string, start: number): number {
  let end = record.indexOf('"', start)
  while (record[end + 1] === '"') end = record.indexOf('"', end + 2)
  return end
}

function endOfPlain(record: string, start: number): number {
  const comma = record.indexOf(',', start)
  return comma === -1 ? record.length - 1 : comma
}

function typed(text: string, type: ColumnType): unknown {
  switch (type) {
    case 'timestamptz(3)':
      return instantFromPostgres(text)
    case 'boolean':
      return text === 't'
    case 'integer':
      return Number(text)
    default:
      return text
  }
}
