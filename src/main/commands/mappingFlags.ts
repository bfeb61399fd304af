/** Options of the command line that correct the guessed mapping of a table. */
import {
  amountUnits,
  type CsvProposal,
  columnNames,
  columnSigns,
  dateFormats,
  decimals,
  delimiters,
  encodings,
  feeKinds,
  oldestSides,
  otherDateFormats,
  signs,
  unbookedKinds,
} from '../../contract/console/csvMapping.ts'
import { currency } from '../../contract/primitives.ts'
import { Failure } from '../failure.ts'

type Mapping = CsvProposal['mapping']
type ColumnName = (typeof columnNames)[number]

/** With the name of each option and its value. */
export interface MappingFlags {
  columns?: string
  dates?: string
  'other-dates'?: string
  year?: string
  decimal?: string
  amounts?: string
  signs?: string
  oldest?: string
  debits?: string
  credits?: string
  fees?: string
  currency?: string
  delimiter?: string
  encoding?: string
  unbooked?: string
  surplus?: string
  width?: string
  'money-in'?: string
  'money-out'?: string
  'pending-words'?: string
  'left-out-words'?: string
  'own-names'?: string
  'continued-rows'?: string
  'mixed-dates'?: string
  'carried-dates'?: string
  'blank-amounts'?: string
}

/** Null if no such option is given. Values that are not known are a failure. */
export function correctionsIn(flags: MappingFlags): ((mapping: Mapping) => Mapping) | null {
  const set: Partial<Mapping> = {
    ...one('dateFormat', 'dates', flags.dates, dateFormats),
    ...one('otherDates', 'other-dates', flags['other-dates'], otherDateFormats),
    ...one('decimal', 'decimal', flags.decimal, decimals),
    ...one('amounts', 'amounts', flags.amounts, amountUnits),
    ...one('sign', 'signs', flags.signs, signs),
    ...one('oldest', 'oldest', flags.oldest, oldestSides),
    ...one('debits', 'debits', flags.debits, columnSigns),
    ...one('credits', 'credits', flags.credits, columnSigns),
    ...one('fees', 'fees', flags.fees, feeKinds),
    ...one('delimiter', 'delimiter', flags.delimiter === 'tab' ? '\t' : flags.delimiter, delimiters),
    ...one('encoding', 'encoding', flags.encoding, encodings),
    ...one('unbooked', 'unbooked', flags.unbooked, unbookedKinds),
    ...(flags['continued-rows'] && { continued: true }),
    ...(flags['mixed-dates'] && { mixedDates: true }),
    ...(flags['carried-dates'] && { datesCarried: true }),
    ...(flags['blank-amounts'] && { blankAmounts: true }),
    ...yearIn(flags.year),
    ...widthIn(flags.width),
    ...currencyIn(flags.currency),
  }
  const words = wordsIn(flags)
  const columns = flags.columns === undefined ? null : partsOf(flags.columns)
  const { surplus } = flags
  const isNothing = [set, words].every(each => Object.keys(each).length === 0)
  if (isNothing && columns === null && surplus === undefined) return null
  return mapping => ({
    ...mapping,
    ...set,
    ...(Object.keys(words).length > 0 && { words: { ...mapping.words, ...words } }),
    ...(surplus !== undefined && {
      surplus:
        surplus === 'refused' || surplus === 'decimals'
          ? surplus
          : placeOf('surplus', surplus, mapping.header),
    }),
    ...(columns && { columns: columnsWith(columns, mapping) }),
    ...(flags.currency !== undefined && columns === null && { columns: withoutCurrency(mapping.columns) }),
  })
}

function one<Key extends string, Value extends string>(
  key: Key,
  option: string,
  given: string | undefined,
  known: readonly Value[],
): Partial<Record<Key, Value>> {
  if (given === undefined) return {}
  const found = known.find(each => each.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return { [key]: found } as Record<Key, Value>
  const list = known.map(each => (each === '\t' ? 'tab' : each)).join(' ')
  throw new Failure(`--${option} ${given} is not known. It is one of: ${list}`, 'usage')
}

function yearIn(given: string | undefined): Partial<Mapping> {
  if (given === undefined) return {}
  if (!/^(?:19[89]|20\d)\d$/.test(given))
    throw new Failure(`--year ${given} is not a year. Use four digits, such as 2026.`, 'usage')
  return { year: Number(given) }
}

function widthIn(given: string | undefined): Partial<Mapping> {
  if (given === undefined) return {}
  if (!/^\d{1,3}$/.test(given) || Number(given) < 2)
    throw new Failure(`--width ${given} is not a number of columns, such as 5.`, 'usage')
  return { width: Number(given) }
}

function currencyIn(given: string | undefined): Partial<Mapping> {
  if (given === undefined) return {}
  const read = currency.safeParse(given.toUpperCase())
  if (!read.success)
    throw new Failure(`--currency ${given} is not a currency. Use three letters, such as EUR.`, 'usage')
  return { currency: read.data }
}

/** A currency for all entries replaces a column. */
const withoutCurrency = ({ currency: _, ...columns }: Mapping['columns']): Mapping['columns'] => columns

function wordsIn(flags: MappingFlags): NonNullable<Mapping['words']> {
  const list = (text: string | undefined) => text?.split(',').map(word => word.trim())
  const given = {
    credit: list(flags['money-in']),
    debit: list(flags['money-out']),
    pending: list(flags['pending-words']),
    leftOut: list(flags['left-out-words']),
    own: list(flags['own-names']),
  }
  return Object.fromEntries(Object.entries(given).filter(([, words]) => words !== undefined))
}

interface ColumnPart {
  name: ColumnName
  places: string[]
}

/** amount=Betrag,reference=3+Zusatz,status= */
function partsOf(text: string): ColumnPart[] {
  return text.split(',').map(part => {
    const [meaning = '', written = ''] = part.split(/=(.*)/s).map(each => each.trim())
    const name = columnNames.find(each => each === meaning)
    if (name === undefined || !part.includes('=')) {
      const example = '--columns "amount=Betrag,reference=3+4"'
      throw new Failure(
        `--columns has "${part.trim()}". Write it like ${example}, with: ${columnNames.join(' ')}`,
        'usage',
      )
    }
    return { name, places: written === '' ? [] : written.split('+').map(each => each.trim()) }
  })
}

/** The mapping's columns with those given; without any place, a meaning is not read. */
function columnsWith(parts: readonly ColumnPart[], { columns, header }: Mapping): Mapping['columns'] {
  const changed: Mapping['columns'] = { ...columns }
  for (const { name, places } of parts) {
    const found = places.map(place => placeOf('columns', place, header))
    const [first, ...rest] = found
    if (first === undefined) delete changed[name]
    else changed[name] = rest.length === 0 ? first : [first, ...rest]
    if (name === 'amount') for (const other of ['credit', 'debit'] as const) delete changed[other]
    if (name === 'credit' || name === 'debit') delete changed.amount
  }
  return changed
}

/** By its name in the file, or by its number from 0. */
function placeOf(option: string, place: string, header: Mapping['header']): number {
  const named = header?.findIndex(name => name.trim().toLowerCase() === place.toLowerCase()) ?? -1
  if (named !== -1) return named
  if (/^\d{1,3}$/.test(place)) return Number(place)
  const known =
    header === null ? 'The file has no column names; use numbers from 0.' : `It has: ${header.join(', ')}`
  throw new Failure(
    `--${option} names the column "${place}", which the file does not have. ${known}`,
    'usage',
  )
}
