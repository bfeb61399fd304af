/**
 * Reads CSV with a mapping that the user has confirmed. A row that does not fit is reported as a problem,
 * never guessed.
 */
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import type { Signed } from '../../../domain/money/decimal.ts'
import { UnreadableFile } from '../../files/problem.ts'
import { ibanOf, isCurrency, label, noAccount, plainEntry, problem, quoted, referenceOf } from '../fields.ts'
import type { Entry, StatementPart, StatementReader } from '../statement.ts'
import { type ColumnName, type CsvLayout, readCsvAmount, readCsvDate } from './csvMapping.ts'

const recordLengthMax = 100_000
/** How far down the column names may be, below lines the bank puts at the top. */
const headerRecordsMax = 100

const debitWords = new Set(['s', 'soll', 'd', 'dr', 'dbit', 'debit', 'debet', 'débit', 'af', 'out', '-'])
const creditWords = new Set(['h', 'haben', 'c', 'cr', 'crdt', 'credit', 'crédit', 'bij', 'in', '+'])
const pendingWords = /^(pending|vorgemerkt|umsatz vorgemerkt|in behandeling|en attente|pdng)$/i

interface Row {
  cells: string[]
  line: number
}

export function csvReader(mapping: CsvLayout): StatementReader {
  return async function* readCsv(text) {
    const { header } = mapping
    let begun = header === null
    let records = 0
    let account: string | null | undefined
    const ending = { last: '' }
    const isEnded = () => /[\r\n]$/.test(ending.last)
    const ends = new RowEnds(mapping)
    for await (const { row, isLast } of withLast(rowsOf(watched(text, ending), mapping))) {
      records += 1
      if (!begun) {
        begun = isHeader(row.cells, header ?? [])
        if (!begun && records >= headerRecordsMax) break
        continue
      }
      if (isLast && !isEnded() && ends.isCutOff(row)) {
        yield problem(
          'error',
          row.line,
          'the last row',
          'it does not end like the other rows; the file is cut off',
        )
        continue
      }
      ends.note(row)
      const own = ibanOf(cell(row, mapping, 'accountIban'))
      if (own !== account) {
        if (account !== undefined) yield { kind: 'end' }
        account = own
        yield headOf(own, mapping, row.line)
      }
      yield* readRow(row, mapping)
    }
    if (!begun) throw new UnreadableFile('its columns do not match the mapping')
    if (account === undefined) yield headOf(null, mapping, 1)
    // Otherwise a cut inside the last cell would go unnoticed.
    if (!isEnded()) yield problem('note', null, 'the last row', 'it has no line end; the file may be cut off')
    yield { kind: 'end' }
  }
}

/** How rows end: the number of columns and, if the last one is an amount, its number of decimal places. */
class RowEnds {
  readonly #mapping: CsvLayout
  readonly #places = new Set<number>()

  constructor(mapping: CsvLayout) {
    this.#mapping = mapping
  }

  note(row: Row): void {
    const places = this.#placesOf(row)
    if (places !== null) this.#places.add(places)
  }

  isCutOff(row: Row): boolean {
    const { header, columns } = this.#mapping
    const width = header?.length ?? Math.max(...Object.values(columns)) + 1
    const places = this.#placesOf(row)
    const isOther = places !== null && this.#places.size > 0 && !this.#places.has(places)
    return row.cells.length < width || isOther
  }

  #placesOf({ cells }: Row): number | null {
    const { columns, decimal } = this.#mapping
    const last = cells.at(-1)?.trim() ?? ''
    const isMoney = [columns.amount, columns.credit, columns.debit].includes(cells.length - 1)
    return isMoney && last !== '' ? (last.split(decimal)[1]?.length ?? 0) : null
  }
}

async function* withLast(rows: AsyncIterable<Row>): AsyncGenerator<{ row: Row; isLast: boolean }> {
  let held: Row | null = null
  for await (const row of rows) {
    if (held) yield { row: held, isLast: false }
    held = row
  }
  if (held) yield { row: held, isLast: true }
}

async function* rowsOf(
  text: AsyncIterable<string>,
  { delimiter }: CsvLayout,
): AsyncGenerator<Row, void, undefined> {
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

const isHeader = (cells: string[], header: string[]): boolean =>
  header.every((name, index) => cells[index]?.trim() === name.trim())

function headOf(iban: string | null, { currency }: CsvLayout, line: number): StatementPart {
  const account = { ...noAccount, iban, currency }
  return {
    kind: 'statement',
    statement: { scope: 'statement', id: null, number: null, account, from: null, to: null, line },
  }
}

function cell({ cells }: Row, { columns }: CsvLayout, name: ColumnName): string {
  const index = columns[name]
  return index === undefined ? '' : (cells[index]?.trim() ?? '')
}

function readRow(row: Row, mapping: CsvLayout): StatementPart[] {
  const parts: StatementPart[] = []
  const { line, cells } = row
  if (cells.every(each => each.trim() === '')) return parts
  const of = (name: ColumnName): string => cell(row, mapping, name)
  const report = (severity: 'error' | 'note', name: ColumnName, reason: string): void => {
    parts.push(problem(severity, line, mapping.header?.[mapping.columns[name] ?? -1] ?? name, reason))
  }
  const money = amountOf(of, mapping, report)
  const pending = pendingWords.test(of('status'))
  const bookingDate = dateOf('bookingDate', of, mapping, report)
  const valueDate = dateOf('valueDate', of, mapping, report)
  const currency = (of('currency') || mapping.currency || '').toUpperCase()
  if (!isCurrency(currency)) report('error', 'currency', `${quoted(currency)} is not a currency such as EUR`)
  if (bookingDate === null && valueDate === null && !pending)
    report('error', 'bookingDate', 'the row has no date')
  const iban = ibanOf(of('counterpartyIban'))
  if (of('counterpartyIban') !== '' && iban === null) {
    report('note', 'counterpartyIban', `${quoted(of('counterpartyIban'))} is not a valid IBAN and is ignored`)
  }
  if (!money || parts.some(part => part.kind === 'problem' && part.problem.severity === 'error')) return parts
  const entry: Entry = {
    ...plainEntry({ amount: money.amount, currency, side: money.negative ? 'debit' : 'credit', line }),
    status: pending ? 'pending' : 'booked',
    bookingDate: pending ? null : (bookingDate ?? valueDate ?? null),
    valueDate: valueDate ?? null,
    description: label(of('description')),
    reference: label(of('reference')),
    counterpartyName: label(of('counterpartyName')),
    counterpartyIban: iban,
    bankReference: referenceOf(of('bankReference')),
  }
  return [...parts, { kind: 'entry', entry }]
}

type Report = (severity: 'error' | 'note', name: ColumnName, reason: string) => void
type Cells = (name: ColumnName) => string

/** Null if the cell is blank; undefined, with a problem reported, if it cannot be read. */
function dateOf(
  name: 'bookingDate' | 'valueDate',
  of: Cells,
  { dateFormat }: CsvLayout,
  report: Report,
): string | null | undefined {
  const written = of(name)
  if (written === '') return null
  const date = readCsvDate(written, dateFormat)
  if (date === null) report('error', name, `${quoted(written)} is not a date in the format ${dateFormat}`)
  return date ?? undefined
}

function amountOf(of: Cells, mapping: CsvLayout, report: Report): Signed | null {
  const name = mapping.columns.amount === undefined ? (of('credit') === '' ? 'debit' : 'credit') : 'amount'
  const written = of(name)
  const read = readCsvAmount(written, mapping.decimal)
  if (!read) {
    const shape = mapping.decimal === ',' ? '1.234,50' : '1,234.50'
    report(
      'error',
      name,
      written === '' ? 'the row has no amount' : `${quoted(written)} is not an amount such as ${shape}`,
    )
    return null
  }
  if (name === 'amount') return mapping.columns.side === undefined ? read : withSide(read, of('side'), report)
  const other = name === 'credit' ? readCsvAmount(of('debit'), mapping.decimal) : null
  if (other && /[1-9]/.test(other.amount)) {
    if (/[1-9]/.test(read.amount)) report('error', name, 'the row has both a credit and a debit')
    return { amount: other.amount, negative: true }
  }
  // A debit is outgoing, with or without a minus sign.
  return { amount: read.amount, negative: name === 'debit' || read.negative }
}

/** The word decides; a negative amount must agree with it. */
function withSide(read: Signed, word: string, report: Report): Signed | null {
  const lower = word.toLowerCase()
  if (debitWords.has(lower)) return { ...read, negative: true }
  if (!creditWords.has(lower)) report('error', 'side', `${quoted(word)} is neither credit nor debit`)
  else if (read.negative) report('error', 'side', 'the amount is negative although the side is credit')
  else return read
  return null
}
