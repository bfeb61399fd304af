/** Reads CSV with a mapping that the user has confirmed. */
import type { StatementReader } from '../statement.ts'
import type { CsvLayout } from './csvLayout.ts'
import { csvRows } from './csvText.ts'
import { readTable, type TableAccount } from './tableReader.ts'

export function csvReader(mapping: CsvLayout, account?: TableAccount): StatementReader {
  return text => readTable(csvRows(text, mapping), mapping, account)
}
