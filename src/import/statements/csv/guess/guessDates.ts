/** Which columns have the dates, and how they are written. */
import { dateFormats } from '../../../../contract/console/csvMapping.ts'
import { type DateFormat, datesIn, isYearless, readCsvDate, yearlessFormats } from '../cells/csvDate.ts'
import { isPendingText } from '../cells/csvWords.ts'
import { plainText } from '../cells/plainText.ts'
import { bare } from '../csvLayout.ts'
import type { Role } from '../header/headerRoles.ts'
import { guessBareFormat } from './bareFormat.ts'
import { type TableColumn, withRole } from './columns.ts'
import type { Doubt } from './guess.ts'
import { midnightDoubts } from './midnight.ts'
import type { TableShape } from './tableShape.ts'

export interface GuessedDates {
  booking: TableColumn
  value: TableColumn | null
  format: DateFormat
  doubts: Doubt[]
}

/** Null if no column has dates in one format. */
export function guessDates(
  columns: readonly TableColumn[],
  shape: TableShape,
  isMonthFirst: boolean,
): GuessedDates | null {
  const dated = columns.filter(({ kind }) => kind === 'date')
  const doubts: Doubt[] = []
  const booking = bookingColumn(dated, rowsNotBooked(columns), doubts)
  if (booking === null) return null
  const value = valueColumn(dated, booking, shape.header === null)
  doubts.push(...blankBookingDoubts(columns, booking))
  const used = [booking, ...(value ? [value] : [])]
  const choice = { dated, shape, isMonthFirst, doubts }
  const format = booking.isBare
    ? guessBareFormat(booking, shape, doubts)
    : (formatOf(used, choice) ?? formatOf([booking], choice))
  if (format === null) return null
  const isValueReadable = value?.filled.every(
    cell => !(isDate(cell) || value.isBare) || readCsvDate(cell, format) !== null,
  )
  doubts.push(...midnightDoubts(booking))
  return { booking, value: isValueReadable ? value : null, format, doubts }
}

const isDate = (cell: string): boolean => datesIn(cell).size > 0 || isYearlessDate(cell)

const isYearlessDate = (cell: string): boolean => yearlessFormats(cell).length > 0

/** By name, the best kind of date first. A date that is the same in all rows is that of the table, not of an entry. */
function bookingColumn(
  dated: readonly TableColumn[],
  notBooked: ReadonlySet<number>,
  doubts: Doubt[],
): TableColumn | null {
  const isTables = ({ filled, distinct, roles }: TableColumn) =>
    filled.length > 1 && distinct === 1 && !roles.includes('bookingDate')
  const varying = dated.filter(column => !isTables(column))
  const usually = mostlyFilled(varying.length > 0 ? varying : dated, notBooked)
  const unnamed = usually.filter(({ roles }) => roles.length === 0)
  for (const role of ['bookingDate', 'date', 'transactionDate', 'valueDate'] as const) {
    const named = withRole(usually, role)
    // Next to a value date, a date that is not known is more likely that of the booking.
    const [found, ...others] = role === 'valueDate' ? [...unnamed, ...named] : byName(named)
    if (found === undefined || named.length === 0) continue
    doubts.push(
      ...choiceDoubts(found, rivalsOf(role, found, { others, unnamed, tables: dated.filter(isTables) })),
    )
    return found
  }
  // Tables are sorted by booking date. If no other date is there, one that usually is the table's is that of its entries.
  const others = withRole(usually, 'otherDate').filter(({ distinct }) => distinct > 1)
  const found = unnamed.find(isSorted) ?? unnamed[0] ?? others.find(isSorted) ?? others[0] ?? null
  if (found !== null) {
    const reason = `no column name says which date is the booking date; is it ${shown(found)}?`
    doubts.push({ at: 'bookingDate', reason })
  }
  return found
}

interface OtherDates {
  /** With a name of the same kind. */
  others: readonly TableColumn[]
  unnamed: readonly TableColumn[]
  /** The same in all rows. */
  tables: readonly TableColumn[]
}

/** Columns that may be meant just as well. */
function rivalsOf(role: Role, found: TableColumn, { others, unnamed, tables }: OtherDates): TableColumn[] {
  if (role === 'bookingDate') return others.filter(({ name }) => name === found.name)
  if (role === 'date') return others.filter(({ exact }) => !exact)
  return [...others, ...unnamed, ...withRole(tables, 'date')]
}

/** When a row was made may be later than its entry. */
const isMade = ({ name }: TableColumn): boolean => /^(?:created|timestamp|time stamp)/.test(plainText(name))

/** Names that are known as a whole first. Under the same name, the later day is that of the booking. */
const byName = (columns: readonly TableColumn[]): TableColumn[] =>
  [...columns].sort(
    (one, other) =>
      Number(other.exact) - Number(one.exact) ||
      (one.name === other.name ? 0 : Number(isFull(other)) - Number(isFull(one))) ||
      Number(isMade(one)) - Number(isMade(other)) ||
      (one.name === other.name ? Number(isLater(other, one)) - Number(isLater(one, other)) : 0),
  )

const isFull = ({ filled, cells }: TableColumn): boolean => filled.length === cells.length

/** In no row earlier, and in some later. */
function isLater(one: TableColumn, other: TableColumn): boolean {
  const order = one.cells.map((cell, row) => {
    const [mine, theirs] = [datesIn(cell), datesIn(other.cells[row] ?? '')]
    const format = [...mine.keys()].find(each => theirs.has(each))
    return format === undefined ? 0 : (mine.get(format) ?? '').localeCompare(theirs.get(format) ?? '')
  })
  return order.every(each => each >= 0) && order.some(each => each > 0)
}

const shown = ({ name, at }: TableColumn): string => (name === '' ? `column ${at + 1}` : `"${name}"`)

const shownApart = (columns: readonly TableColumn[]): string[] =>
  new Set(columns.map(({ name }) => name)).size === columns.length
    ? columns.map(shown)
    : columns.map(({ at }) => `column ${at + 1}`)

/** What to ask if other columns have dates that may be the booking date as well. */
function choiceDoubts(found: TableColumn, rivals: readonly TableColumn[]): Doubt[] {
  const other = rivals.filter(column => column !== found && differs(column, found))
  if (other.length === 0) return []
  const reason = `is the booking date in ${shownApart([found, ...other]).join(' or in ')}?`
  return [{ at: 'bookingDate', reason }]
}

const differs = (one: TableColumn, other: TableColumn): boolean =>
  one.cells.some((cell, row) => cell !== other.cells[row])

/** A column that is blank in most rows is not the date of the entries, unless nothing else is. */
function mostlyFilled(
  columns: readonly TableColumn[],
  notBooked: ReadonlySet<number>,
): readonly TableColumn[] {
  const isPossible = ({ cells, roles, exact }: TableColumn) =>
    roles.includes('bookingDate') && exact && cells.every((cell, row) => cell !== '' || notBooked.has(row))
  const filled = columns.filter(
    column => column.filled.length * 2 >= column.cells.length || isPossible(column),
  )
  return filled.length > 0 ? filled : columns
}

function isSorted({ filled }: TableColumn): boolean {
  return dateFormats.some(format => {
    const days = filled.map(cell => readCsvDate(cell, format))
    return days.every(day => day !== null) && (isAscending(days) || isAscending([...days].reverse()))
  })
}

const isAscending = (days: readonly (string | null)[]): boolean =>
  days.every((day, index) => index === 0 || (days[index - 1] ?? '') <= (day ?? ''))

function valueColumn(
  dated: readonly TableColumn[],
  booking: TableColumn,
  isHeaderless: boolean,
): TableColumn | null {
  const others = dated.filter(column => column !== booking)
  const [named] = withRole(others, 'valueDate')
  if (named || !isHeaderless) return named ?? null
  return others.length === 1 ? (others[0] ?? null) : null
}

/** Rows with a text that says so. */
function rowsNotBooked(columns: readonly TableColumn[]): Set<number> {
  const texts = columns.filter(({ kind }) => kind === 'text')
  return new Set(
    texts.flatMap(({ cells }) => cells.flatMap((cell, row) => (isPendingText(cell) ? [row] : []))),
  )
}

/** Entries without a booking date may not be booked yet, also if none has one. */
function blankBookingDoubts(columns: readonly TableColumn[], booking: TableColumn): Doubt[] {
  if (booking.roles.includes('bookingDate')) return []
  const [blank] = withRole(columns, 'bookingDate').filter(({ exact, cells }) => exact && cells.includes(''))
  if (blank === undefined) return []
  const rows = blank.kind === 'blank' ? 'all' : 'some'
  const reason = `${shown(blank)} is blank in ${rows} rows; are these entries booked? All are read with the date in ${shown(booking)}`
  return [{ at: 'bookingDate', reason }]
}

interface FormatChoice {
  dated: readonly TableColumn[]
  shape: TableShape
  /** Dates of this currency are usually written with the month first. */
  isMonthFirst: boolean
  doubts: Doubt[]
}

/**
 * A day above 12 proves the order of day and month, and so do names of months. Otherwise all dates of the
 * file count: a table is sorted by date, and the dates of one entry are close to each other.
 */
function formatOf(columns: readonly TableColumn[], choice: FormatChoice): DateFormat | null {
  const { dated, shape, isMonthFirst, doubts } = choice
  const cells = columns.flatMap(({ filled }) => filled).filter(isDate)
  const isShort = cells.some(isYearlessDate)
  let left = dateFormats.filter(
    format => isYearless(format) === isShort && cells.every(cell => readCsvDate(cell, format) !== null),
  )
  for (const proof of [
    (format: DateFormat) => fitsOthers(format, dated, shape),
    (format: DateFormat) => areClose(format, dated, columns[0]),
    (format: DateFormat) => isClearlySorted(format, columns[0]),
  ]) {
    const proven = left.filter(proof)
    if (proven.length > 0) left = proven
  }
  const [first] = left
  if (first === undefined) return null
  const example = cells.find(cell => new Set(left.map(format => readCsvDate(cell, format))).size > 1)
  if (example === undefined) return first
  const likely = left.find(format => isMonthFirst && format.startsWith('M')) ?? shortest(left, cells) ?? first
  const meanings = left.map(format => `${shownDate(example, format)} (${format})`)
  doubts.push({
    at: 'dateFormat',
    reason: `"${example}" can be ${meanings.join(' or ')}; no day is above 12`,
  })
  return likely
}

const spanRowsMin = 4

/** The entries of a table are close to each other. Null if no reading is much shorter than the others. */
function shortest(formats: readonly DateFormat[], cells: readonly string[]): DateFormat | null {
  if (cells.length < spanRowsMin) return null
  const spans = formats.map(format => {
    const times = cells.flatMap(cell => Date.parse(readCsvDate(cell, format) ?? '') || [])
    return { format, span: Math.max(...times) - Math.min(...times) }
  })
  const [one, other] = spans.sort((some, each) => some.span - each.span)
  return one !== undefined && other !== undefined && one.span * 3 < other.span ? one.format : null
}

const shownDate = (cell: string, format: DateFormat): string =>
  readCsvDate(cell, format)?.slice(isYearless(format) ? 5 : 0) ?? ''

/** The dates of one entry are at most this far apart, though not all of them are. */
const closeDays = 20

function areClose(
  format: DateFormat,
  dated: readonly TableColumn[],
  booking: TableColumn | undefined,
): boolean {
  return dated.every(column =>
    column.cells.every((cell, row) => {
      const [one, other] = [readCsvDate(booking?.cells[row] ?? '', format), readCsvDate(cell, format)]
      return one === null || other === null || Math.abs(daysBetween(one, other)) <= closeDays
    }),
  )
}

const daysBetween = (one: string, other: string): number => (Date.parse(one) - Date.parse(other)) / 86_400_000

/** Few rows are sorted by chance. */
const sortedDaysMin = 4

/** Other dates of the table, those in its lines of balances, and those above it, are written alike. */
function fitsOthers(
  format: DateFormat,
  dated: readonly TableColumn[],
  { preamble, body }: TableShape,
): boolean {
  const others = [
    ...body.flatMap(({ cells }) => dated.map(({ at }) => bare(cells[at]))),
    ...preamble.flatMap(({ cells }) => cells.filter(cell => cell.length < 30)),
  ]
  const alike = others.filter(cell => {
    const formats = [...datesIn(cell).keys()]
    return formats.some(each => separatorOf(each) === separatorOf(format) && each.length === format.length)
  })
  return alike.every(cell => readCsvDate(cell, format) !== null)
}

const separatorOf = (format: DateFormat): string => /[^YMD]/.exec(format)?.[0] ?? ''

function isClearlySorted(format: DateFormat, column: TableColumn | undefined): boolean {
  const days = column?.filled.map(cell => readCsvDate(cell, format)).filter(day => day !== null) ?? []
  if (new Set(days).size < sortedDaysMin) return false
  return isAscending(days) || isAscending([...days].reverse())
}
