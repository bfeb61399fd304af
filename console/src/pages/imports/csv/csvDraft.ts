/** The mapping of a CSV while a person edits it, column by column. */
import type { CsvMapping, CsvProposal } from '../../../../../src/contract/console/csvMapping.ts'

export type ColumnName = keyof CsvMapping['columns']

export interface CsvDraft extends Omit<CsvMapping, 'columns' | 'currency'> {
  /** What each column contains; the empty string if it is not used. */
  meanings: readonly (ColumnName | '')[]
  /** Second meanings of columns, such as the kind of entry that also says the direction. */
  doubles: readonly { name: ColumnName; at: number; first: ColumnName }[]
  currency: string
  /** The first rows, split at the delimiter. */
  rows: readonly (readonly string[])[]
}

/** What may be in several columns: texts, and the direction if one column does not say it for all rows. */
const joined: readonly string[] = [
  'description',
  'reference',
  'counterpartyName',
  'payerName',
  'payeeName',
  'fee',
  'side',
] satisfies ColumnName[]

const isText = (name: ColumnName): boolean => joined.includes(name) && name !== 'side'

export function draftOf({ mapping, rows }: CsvProposal): CsvDraft {
  const { columns, currency, ...rest } = mapping
  const width = Math.max(mapping.header?.length ?? 0, ...rows.map(row => row.length), ...usedWidths(columns))
  const meanings = Array.from({ length: width }, (_, at) => meaningAt(columns, at))
  return { ...rest, meanings, doubles: doublesIn(columns, meanings), currency: currency ?? '', rows }
}

const usedWidths = (columns: CsvMapping['columns']): number[] =>
  Object.values(columns)
    .flat()
    .map(at => at + 1)

/** Texts last: a column that also says something else is shown as that. */
function meaningAt(columns: CsvMapping['columns'], at: number): ColumnName | '' {
  const found = (Object.keys(columns) as ColumnName[]).filter(name => placesOf(columns, name).includes(at))
  return found.find(name => !isText(name)) ?? found[0] ?? ''
}

const placesOf = (columns: CsvMapping['columns'], name: ColumnName): number[] => [columns[name] ?? []].flat()

function doublesIn(columns: CsvMapping['columns'], meanings: CsvDraft['meanings']): CsvDraft['doubles'] {
  return (Object.keys(columns) as ColumnName[]).flatMap(name =>
    placesOf(columns, name).flatMap(at => {
      const first = meanings[at] ?? ''
      return first === '' || first === name ? [] : [{ name, at, first }]
    }),
  )
}

/** Splits the same text at another delimiter. A preview for choosing one: the service reads the file exactly. */
export function parted(draft: CsvDraft, delimiter: CsvDraft['delimiter']): CsvDraft {
  const again = (row: readonly string[]) => row.join(draft.delimiter).split(delimiter)
  const rows = draft.rows.map(again)
  const header = draft.header && again(draft.header)
  const columns = Math.max(header?.length ?? 0, ...rows.map(row => row.length))
  const meanings = Array.from({ length: columns }, (__, at) => draft.meanings[at] ?? '')
  const { width: _, ...kept } = draft
  return { ...kept, delimiter, rows, header, meanings }
}

/** No two columns contain the same thing, except what may be in several. */
export const meant = (draft: CsvDraft, at: number, meaning: ColumnName | ''): CsvDraft => ({
  ...draft,
  meanings: draft.meanings.map((each, index) => {
    if (index === at) return meaning
    return each === meaning && !joined.includes(meaning) ? '' : each
  }),
})

type WordKind = keyof NonNullable<CsvMapping['words']>

export const wordsText = ({ words }: CsvDraft, kind: WordKind): string => words?.[kind]?.join(', ') ?? ''

export function wordsOf(draft: CsvDraft, kind: WordKind, text: string): CsvDraft {
  const written = text === '' ? undefined : text.split(',').map(word => word.trimStart())
  return { ...draft, words: { ...draft.words, [kind]: written } }
}

/** Dates without a year. Those that are counted have one. */
export const isYearless = ({ dateFormat }: CsvDraft): boolean =>
  dateFormat.includes('D') && !dateFormat.includes('YY')

/** True if nothing can be read without the year. */
export const needsYear = ({ uncertain, entries = [] }: CsvProposal): boolean =>
  entries.length === 0 && uncertain.some(({ at }) => at === 'year')

/** What is still missing, as the form shows it. Empty if the mapping is complete. */
export function missingIn(draft: CsvDraft, proposal: CsvProposal): string[] {
  const { meanings, currency, year } = draft
  const has = (name: ColumnName) => meanings.includes(name)
  const isYearMissing = year === undefined && needsYear(proposal)
  return [
    !has('bookingDate') && 'Choose the column with the booking date.',
    !has('amount') &&
      !(has('credit') && has('debit')) &&
      'Choose the column with the amount, or the two columns with money in and money out.',
    !has('currency') &&
      !/^[A-Z]{3}$/.test(currency) &&
      'Enter the currency of all entries as three letters, such as EUR.',
    isYearless(draft) && isYearMissing && 'Enter the year of the first entry.',
    isYearless(draft) &&
      year !== undefined &&
      !/^(?:19[89]|20\d)\d$/.test(String(year)) &&
      'Enter the year of the first entry with four digits, such as 2026.',
  ].filter(missing => missing !== false)
}

export function mappingOf(draft: CsvDraft): CsvMapping {
  const { meanings, doubles, currency, rows: _, header, ...rest } = draft
  const columns: CsvMapping['columns'] = {}
  const add = (name: ColumnName, at: number) => {
    const before = columns[name]
    columns[name] = before === undefined ? at : [before, at].flat().sort((one, other) => one - other)
  }
  for (const [at, meaning] of meanings.entries()) if (meaning !== '') add(meaning, at)
  for (const { name, at, first } of doubles) if (meanings[at] === first) add(name, at)
  const given = columns.currency === undefined ? currency : null
  return { ...rest, header: header && [...header], columns, currency: given }
}
