import type { Format } from './format.ts'
import { readBai2 } from './statements/bai2/bai2.ts'
import { readCamt } from './statements/camt/camt.ts'
import { readCfonb } from './statements/cfonb/cfonb.ts'
import { readCoda } from './statements/coda/coda.ts'
import { readCsb43 } from './statements/csb43/csb43.ts'
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
  if (format.kind === 'coda') return readCoda
  if (format.kind === 'csb43') return readCsb43
  if (format.kind === 'cfonb') return readCfonb
  if (format.kind === 'bai2') return readBai2
  return format.kind === 'csv' && mapping ? csvReader(mapping, account) : null
}
