import type { Format } from './format.ts'
import { readCamt } from './statements/camt/camt.ts'
import { csvReader } from './statements/csv/csv.ts'
import type { CsvLayout } from './statements/csv/csvLayout.ts'
import type { TableAccount } from './statements/csv/tableReader.ts'
import { readMt940 } from './statements/mt940/mt940.ts'
import { readOfx } from './statements/ofx/ofx.ts'
import type { StatementReader } from './statements/statement.ts'

/** The reader for a statement format. Null if the format has no statements, or is CSV without a mapping. */
export function statementReader(
  format: Format,
  mapping: CsvLayout | null = null,
  account?: TableAccount,
): StatementReader | null {
  if (format.kind === 'camt') return readCamt
  if (format.kind === 'mt940') return readMt940
  if (format.kind === 'ofx') return readOfx
  return format.kind === 'csv' && mapping ? csvReader(mapping, account) : null
}
