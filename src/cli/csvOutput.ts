/** Shows how a CSV was read, or a guess to check before importing it. */
import { type CsvProposal, csvMapping } from '../contract/console/csvMapping.ts'
import type { ImportReport } from '../contract/console/imports.ts'
import { readCsvAmount } from '../import/statements/csv/cells/csvAmount.ts'
import { readCsvDate } from '../import/statements/csv/cells/csvDate.ts'
import type { ColumnName } from '../import/statements/csv/csvLayout.ts'
import { table } from './table.ts'

type Mapping = CsvProposal['mapping']

const delimiterWords = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'vertical bar' }
const decimalWords = { ',': 'comma, as in 1.234,50', '.': 'point, as in 1,234.50' }
const rowsShown = 5
const cellLengthMax = 30

/** Always shows a guess. A known mapping is shown only if everything is requested. */
export function csvLines({ csv }: ImportReport, everything: boolean): string[] {
  if (csv === null || (csv.origin !== 'guessed' && !everything)) return []
  const { mapping, uncertain } = csv
  return [
    '',
    csv.origin === 'guessed' ? 'Guessed mapping:' : `It was read as follows (${csv.origin}):`,
    '',
    ...indented(factLines(mapping)),
    '',
    ...indented(columnTable(mapping)),
    ...(uncertain.length === 0 ? [] : ['', 'Uncertain:', '']),
    ...indented(uncertain.map(({ at, reason }) => `${at}: ${reason}`)),
    ...(csv.rows.length === 0 ? [] : ['', 'The first rows, read this way:', '']),
    ...indented(rowTable(csv)),
    ...(csv.origin === 'guessed' ? whatToDo(mapping) : []),
  ]
}

const indented = (lines: readonly string[]): string[] => lines.map(line => (line === '' ? '' : `  ${line}`))

const factLines = ({ delimiter, encoding, dateFormat, decimal, currency, columns }: Mapping): string[] => [
  `Delimiter     ${delimiterWords[delimiter]}`,
  `Encoding      ${encoding}`,
  `Dates         ${dateFormat}`,
  `Decimal sign  ${decimalWords[decimal]}`,
  `Currency      ${columns.currency === undefined ? (currency ?? 'not known') : 'in a column'}`,
]

/** From left to right. */
const columnsOf = ({ columns }: Mapping): [ColumnName, number][] =>
  (Object.entries(columns) as [ColumnName, number | number[]][])
    .flatMap(([name, at]) => [at].flat().map((each): [ColumnName, number] => [name, each]))
    .sort(([, one], [, other]) => one - other)

const columnTable = (mapping: Mapping): string[] =>
  table(
    ['COLUMN', 'NAME IN THE FILE', 'READ AS'],
    columnsOf(mapping).map(([name, at]) => [String(at), cut(mapping.header?.[at] ?? '(no name)'), name]),
  )

function rowTable({ mapping, rows }: CsvProposal): string[] {
  if (rows.length === 0) return []
  const columns = columnsOf(mapping)
  return table(
    columns.map(([name]) => name),
    rows
      .slice(0, rowsShown)
      .map(row => columns.map(([name, at]) => cut(asRead(name, row[at] ?? '', mapping)))),
  )
}

function asRead(name: ColumnName, cell: string, { dateFormat, decimal }: Mapping): string {
  const text = cell.trim()
  if (text === '') return ''
  if (name === 'bookingDate' || name === 'valueDate') {
    return readCsvDate(text, dateFormat) ?? `${text} (unreadable)`
  }
  if (name !== 'amount' && name !== 'credit' && name !== 'debit') return text
  const money = readCsvAmount(text, decimal)
  return money === null ? `${text} (unreadable)` : `${money.negative ? '-' : ''}${money.amount}`
}

const cut = (text: string): string =>
  text.length > cellLengthMax ? `${text.slice(0, cellLengthMax - 1)}…` : text

function whatToDo(mapping: Mapping): string[] {
  const isComplete = csvMapping.safeParse(mapping).success
  const correct = 'save this as a file, correct it and pass it with --mapping FILE:'
  return [
    '',
    ...(isComplete
      ? [
          'If this is right, --accept-mapping reads it this way and remembers it for the account. If not,',
          correct,
        ]
      : ['It is incomplete and cannot be accepted. To use it,', correct]),
    '',
    `  ${JSON.stringify(mapping)}`,
    '',
  ]
}
