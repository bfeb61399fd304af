/** The reader for each format of statements. */
import type { Format } from '../format.ts'
import { readCamt } from './camt.ts'
import { csvReader } from './csv.ts'
import type { CsvLayout } from './csvMapping.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import type { StatementReader } from './statement.ts'

/** Null where the format holds no statements, or is CSV and no mapping is known for it. */
export function statementReader(format: Format, mapping: CsvLayout | null = null): StatementReader | null {
  if (format.kind === 'camt') return readCamt
  if (format.kind === 'mt940') return readMt940
  if (format.kind === 'ofx') return readOfx
  return format.kind === 'csv' && mapping ? csvReader(mapping) : null
}
