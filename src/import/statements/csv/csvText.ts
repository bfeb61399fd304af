/** Splits the text of a CSV into rows. */
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { UnreadableFile } from '../../files/problem.ts'
import type { CsvLayout, Row } from './csvLayout.ts'

const recordLengthMax = 100_000

export interface TableRows {
  rows: AsyncIterable<Row>
  /** Whether the last row is complete, once all have been read. Only a spreadsheet knows. */
  isEnded(): boolean
}

export function csvRows(text: AsyncIterable<string>, { delimiter }: Pick<CsvLayout, 'delimiter'>): TableRows {
  const ending = { last: '' }
  return { rows: rowsOf(watched(text, ending), delimiter), isEnded: () => /[\r\n]$/.test(ending.last) }
}

async function* rowsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row, void, undefined> {
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordLengthMax,
  })
  const source = Readable.from(text)
  // The parser does not learn about errors of its source on its own.
  source.once('error', error => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser)) {
      yield { cells: record as string[], line: (info as Info).lines }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(reasonOf(error), typeof error.lines === 'number' ? error.lines : null)
  } finally {
    source.destroy()
  }
}

function reasonOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is opened but never closed'
  if (code === 'CSV_MAX_RECORD_SIZE') return `a row is longer than ${recordLengthMax} characters`
  return 'it is not readable CSV'
}

async function* watched(
  text: AsyncIterable<string>,
  ending: { last: string },
): AsyncGenerator<string, void, undefined> {
  for await (const piece of text) {
    if (piece !== '') ending.last = piece.slice(-1)
    yield piece
  }
}
