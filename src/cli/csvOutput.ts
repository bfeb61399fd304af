/** Shows how a CSV was read, or a guess to check before importing it. */
import { type CsvProposal, csvMapping } from '../contract/console/csvMapping.ts'
import type { ImportReport } from '../contract/console/imports.ts'
import type { ColumnName } from '../import/statements/csv/csvLayout.ts'
import { table } from './table.ts'

type Mapping = CsvProposal['mapping']

const delimiterWords = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'vertical bar' }
const decimalWords = {
  ',': 'comma, as in 1.234,50',
  '.': 'point, as in 1,234.50',
  both: 'both, and 1.234 is not read',
  'both-thousands': 'both, and 1.234 is a thousand',
}
const amountWords = { major: 'in the currency', minor: 'in its smallest unit, such as cents' }
const signWords = {
  written: 'money out is negative',
  inverted: 'money out is positive',
  plus: 'only money in has a plus sign',
  balance: 'none, as the balance shows the direction',
}
const feeWords = {
  deducted: 'taken off in addition to the amount',
  added: 'added to the amount, with their sign',
  included: 'included in the amount',
  opposite: 'opposite to the amount, which they make smaller',
}
const unbookedWords = { pending: 'pending where the text says so', booked: 'booked, whatever the text says' }
const rowsShown = 5
const cellLengthMax = 30

/** Always shows a guess. A known mapping is shown only if everything is requested. */
export function csvLines({ csv }: ImportReport, everything: boolean): string[] {
  if (csv === null || (csv.origin !== 'guessed' && !everything)) return []
  const { mapping, uncertain, entries = [] } = csv
  return [
    '',
    csv.origin === 'guessed' ? `Guessed mapping${ofBank(csv)}:` : `It was read as follows (${csv.origin}):`,
    '',
    ...indented(factLines(mapping)),
    '',
    ...indented(columnTable(mapping)),
    ...(uncertain.length === 0 ? [] : ['', 'To be checked:', '']),
    ...indented(uncertain.map(({ at, reason }) => `${at}: ${reason}${answerTo(at)}`)),
    ...(entries.length === 0 ? [] : ['', 'The first entries, read this way:', '']),
    ...indented(entryTable(entries)),
    ...(csv.origin === 'guessed' ? whatToDo(mapping) : []),
  ]
}

const ofBank = ({ preset }: CsvProposal): string => (preset ? ` (recognised as ${preset})` : '')

const indented = (lines: readonly string[]): string[] => lines.map(line => (line === '' ? '' : `  ${line}`))

function factLines(mapping: Mapping): string[] {
  const { delimiter, encoding, dateFormat, otherDates, mixedDates, year, decimal, currency } = mapping
  const { columns, amounts, sign, oldest, fees, unbooked } = mapping
  const others = [...(otherDates ? [otherDates] : []), ...(mixedDates ? ['with the year first'] : [])]
  return [
    `Delimiter     ${delimiterWords[delimiter]}`,
    `Encoding      ${encoding}`,
    `Dates         ${dateFormat}${year === undefined ? '' : `, from ${year} on`}`,
    ...(others.length === 0 ? [] : [`Other dates   ${others.join(', or ')}`]),
    `Decimal sign  ${decimalWords[decimal]}`,
    `Currency      ${columns.currency === undefined ? (currency ?? 'not known') : 'in a column'}`,
    ...(amounts === undefined ? [] : [`Amounts       ${amountWords[amounts]}`]),
    ...(sign === undefined
      ? []
      : [`Signs         ${signWords[sign]}${oldest ? `; the oldest is a ${oldest}` : ''}`]),
    ...(fees === undefined ? [] : [`Fees          ${feeWords[fees]}`]),
    ...(unbooked === undefined ? [] : [`Entries       ${unbookedWords[unbooked]}`]),
  ]
}

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

const entryTable = (entries: NonNullable<CsvProposal['entries']>): string[] =>
  entries.length === 0
    ? []
    : table(
        ['DATE', 'AMOUNT', 'CURRENCY', 'COUNTERPARTY', 'DESCRIPTION', 'REFERENCE'],
        entries
          .slice(0, rowsShown)
          .map(({ bookingDate, status, amount, currency, counterpartyName, description, reference }) => [
            bookingDate ?? status,
            amount,
            currency,
            ...[counterpartyName, description, reference].map(text => cut(text ?? '')),
          ]),
      )

/** The option that answers a question. */
const answers: Readonly<Record<string, string>> = {
  dateFormat: '--dates FORMAT, and --other-dates FORMAT',
  decimal: '--decimal with , or . or both or both-thousands',
  year: '--year YEAR',
  amounts: '--amounts major or minor',
  sign: '--signs written, inverted, plus or balance',
  surplus: '--surplus COLUMN, refused or decimals',
  unbooked: '--unbooked pending or booked',
  fees: '--fees deducted, added, included or opposite',
  currency: '--currency CODE',
  debit: '--debits positive or negative',
  credit: '--credits positive or negative',
  side: '--money-in and --money-out',
  status: '--pending-words or --left-out-words',
  payerName: '--own-names NAMES',
}
const withoutAnswer = new Set(['header', 'rows', 'balance', 'delimiter', 'columns'])

function answerTo(at: string): string {
  if (withoutAnswer.has(at)) return ''
  return ` (${answers[at] ?? `--columns ${at}=NAME`})`
}

const cut = (text: string): string =>
  text.length > cellLengthMax ? `${text.slice(0, cellLengthMax - 1)}…` : text

function whatToDo(mapping: Mapping): string[] {
  const isComplete = csvMapping.safeParse(mapping).success
  const correct =
    'correct it with the options above, or save this, change it and pass it with --mapping FILE:'
  return [
    '',
    ...(isComplete
      ? [
          'If this is right, --accept-mapping reads it this way and remembers it for the account. If not,',
          correct,
        ]
      : ['It is incomplete and cannot be accepted as it is. To use it,', correct]),
    '',
    `  ${JSON.stringify(mapping)}`,
    '',
  ]
}
