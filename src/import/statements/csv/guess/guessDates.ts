/** Which columns have the dates, and how they are written. */
import { dateFormats } from '../../../../contract/console/csvMapping.ts'
import { type DateFormat, datesIn, readCsvDate, yearFirstFormats } from '../cells/csvDate.ts'
import { isPendingText } from '../cells/csvWords.ts'
import { plainText } from '../cells/plainText.ts'
import { headerName, type Role } from '../header/headerRoles.ts'
import { guessBareFormat, midnightDoubts } from './bareFormat.ts'
import { shown, type TableColumn, withRole } from './columns.ts'
import { daysBetween, type FormatChoice, isAscending, isDate, isYearFirst, kindsOf } from './dateFormat.ts'
import { type DateKinds, readKinds } from './dateKinds.ts'
import type { Doubt } from './guess.ts'
import type { TableShape } from './tableShape.ts'

export interface GuessedDates {
  booking: TableColumn
  value: TableColumn | null
  kinds: DateKinds
  /** Some dates have the year first, unlike the others. */
  isMixed: boolean
  doubts: Doubt[]
}

/** Null if no column has dates in one format. */
export function guessDates(
  columns: readonly TableColumn[],
  shape: TableShape,
  order: Pick<FormatChoice, 'isMonthFirst' | 'isYearFirst'>,
): GuessedDates | null {
  const dated = columns.filter(({ kind }) => kind === 'date')
  const doubts: Doubt[] = []
  const booking = bookingColumn(dated, rowsNotBooked(columns), doubts)
  if (booking === null) return null
  const value = valueColumn(dated, booking, shape.header === null) ?? unnamedValue(dated, booking, doubts)
  doubts.push(...blankBookingDoubts(columns, booking), ...spoiltDoubts(columns, booking))
  const used = [booking, ...(value ? [value] : [])]
  const choice = { dated, shape, ...order, doubts }
  const kinds = booking.isBare
    ? bareKinds(booking, shape, doubts)
    : (kindsOf(used, choice) ?? kindsOf([booking], choice))
  if (kinds === null) return null
  const isOther = (cell: string) => readKinds(cell, kinds) === null && isYearFirst(cell)
  const isMixed = used.some(({ filled }) => filled.some(isOther))
  const isValueReadable = value?.filled.every(
    cell => !(isDate(cell) || value.isBare) || readKinds(cell, kinds) !== null || isOther(cell),
  )
  doubts.push(...midnightDoubts(booking), ...mixedDoubts(booking, kinds))
  return { booking, value: isValueReadable ? value : null, kinds, isMixed, doubts }
}

/** One with the year first, unlike the others, may be in a line about the account. */
function mixedDoubts({ filled }: TableColumn, kinds: DateKinds): Doubt[] {
  const mixed = filled.filter(cell => readKinds(cell, kinds) === null && isYearFirst(cell))
  if (mixed.length !== 1 || filled.length < 2) return []
  const reason = `"${mixed[0]}" is written unlike most dates, with the year first; is its row an entry?`
  return [{ at: 'dateFormat', reason }]
}

function bareKinds(booking: TableColumn, shape: TableShape, doubts: Doubt[]): DateKinds | null {
  const format = guessBareFormat(booking, shape, doubts)
  return format && { format, other: null }
}

/** By name, the best kind of date first. A date that is the same in all rows is that of the table, not of an entry. */
function bookingColumn(
  dated: readonly TableColumn[],
  notBooked: ReadonlySet<number>,
  doubts: Doubt[],
): TableColumn | null {
  const isSame = ({ filled, distinct, roles }: TableColumn) =>
    filled.length > 1 && distinct === 1 && !roles.includes('bookingDate')
  const isTables = (column: TableColumn) => isSame(column) && !isNearValueDates(column, dated)
  const varying = dated.filter(column => !isTables(column))
  const usually = mostlyFilled(varying.length > 0 ? varying : dated, notBooked)
  const unnamed = usually.filter(({ roles }) => roles.length === 0)
  for (const role of ['bookingDate', 'date', 'transactionDate', 'valueDate'] as const) {
    const named = withRole(usually, role)
    // Next to a value date, a date that is not known is more likely that of the booking.
    const [found, ...others] = role === 'valueDate' ? [...unnamed, ...named] : byName(named)
    if (found === undefined || named.length === 0) continue
    const transactions = withRole(usually, 'transactionDate')
    const rivals = isSame(found)
      ? withRole(dated, 'valueDate')
      : rivalsOf(role, found, { others, unnamed, tables: dated.filter(isTables), transactions })
    doubts.push(...choiceDoubts(found, rivals))
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

/** All entries of a day have the same date, and value dates near it. */
const isNearValueDates = ({ roles, exact, cells }: TableColumn, dated: readonly TableColumn[]): boolean =>
  roles.includes('date') &&
  exact &&
  withRole(dated, 'valueDate').some(value =>
    cells.every((cell, row) => {
      const [one, other] = [datesIn(cell), datesIn(value.cells[row] ?? '')]
      return [...one].some(([format, day]) => {
        const near = other.get(format)
        return near !== undefined && Math.abs(daysBetween(day, near)) <= nearDays
      })
    }),
  )

const nearDays = 5

/** With the year first, a date is one day only, and can be compared with those written in any other way. Digits may be a number. */
const isPlain = (format: DateFormat): boolean => format !== 'YYYYMMDD' && yearFirstFormats.includes(format)

/** In most rows both have a day, near the other's. */
function isNear(one: TableColumn, other: TableColumn): boolean {
  const near = one.cells.filter((cell, row) => {
    const [mine, theirs] = [[...datesIn(cell)], [...datesIn(other.cells[row] ?? '')]]
    return mine.some(([format, day]) =>
      theirs.some(
        ([format2, day2]) =>
          (format === format2 || isPlain(format) || isPlain(format2)) &&
          Math.abs(daysBetween(day, day2)) <= nearDays,
      ),
    )
  })
  return near.length * 2 > one.cells.length
}

interface OtherDates {
  /** With a name of the same kind. */
  others: readonly TableColumn[]
  unnamed: readonly TableColumn[]
  /** The same in all rows. */
  tables: readonly TableColumn[]
  transactions: readonly TableColumn[]
}

/** Columns that may be meant just as well. */
function rivalsOf(role: Role, found: TableColumn, dates: OtherDates): TableColumn[] {
  const { others, unnamed, tables, transactions } = dates
  // Two days that are both known as that of the booking, such as those of the posting and of the settlement.
  if (role === 'bookingDate') return others.filter(({ name, exact }) => name === found.name || exact)
  if (role === 'date')
    return [
      ...others.filter(({ exact }) => !exact),
      ...unnamed.filter(column => isNear(column, found)),
      // A date of a kind that nobody knows may be less than that of the transaction.
      ...(found.exact ? [] : transactions.filter(({ exact }) => exact)),
    ]
  return [...others, ...unnamed, ...withRole(tables, 'date')]
}

/** When a row was made may be later than its entry. */
const isMade = ({ name }: TableColumn): boolean => /^(?:created|timestamp|time stamp)/.test(plainText(name))

/** The day of an instant depends on the place. */
const isInstant = ({ filled }: TableColumn): boolean => filled.some(cell => /\d:\d\d.{0,20}Z$/.test(cell))

/** Names that are known as a whole first. Under the same name, the later day is that of the booking. */
const byName = (columns: readonly TableColumn[]): TableColumn[] =>
  [...columns].sort(
    (one, other) =>
      Number(other.exact) - Number(one.exact) ||
      (one.name === other.name ? 0 : Number(isFull(other)) - Number(isFull(one))) ||
      Number(isMade(one)) - Number(isMade(other)) ||
      Number(isInstant(one)) - Number(isInstant(other)) ||
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

/**
 * A date near that of the booking, under a name that nobody knows, in a table without a value date. If it is never later,
 * it is more likely the day of the purchase, and is not read.
 */
function unnamedValue(
  dated: readonly TableColumn[],
  booking: TableColumn,
  doubts: Doubt[],
): TableColumn | null {
  const isAsked = doubts.some(({ at }) => at === 'bookingDate')
  const found = dated.find(
    column =>
      column !== booking &&
      column.roles.length === 0 &&
      !column.isBare &&
      !column.filled.every(cell => /^\d+$/.test(cell)) &&
      isNear(column, booking),
  )
  if (found === undefined || isAsked) return null
  const isRead = isLater(found, booking) || !isEarlier(found, booking)
  const reason = isRead
    ? `is ${shown(found)} the value date?`
    : `${shown(found)} is not read; is it the value date?`
  doubts.push({ at: 'valueDate', reason })
  return isRead ? found : null
}

/** In some row, and in none later. */
const isEarlier = (one: TableColumn, other: TableColumn): boolean => isLater(other, one)

/** Rows with a text that says so. */
function rowsNotBooked(columns: readonly TableColumn[]): Set<number> {
  const texts = columns.filter(({ kind }) => kind === 'text')
  return new Set(
    texts.flatMap(({ cells }) => cells.flatMap((cell, row) => (isPendingText(cell) ? [row] : []))),
  )
}

/** A column with the name of a booking date, in which some cells are no dates. */
function spoiltDoubts(columns: readonly TableColumn[], booking: TableColumn): Doubt[] {
  if (booking.roles.includes('bookingDate')) return []
  const isBooking = ({ name }: TableColumn) =>
    headerName(name).roles.some(({ role, exact }) => exact && (role === 'bookingDate' || role === 'date'))
  const isMostlyDates = ({ kind, filled }: TableColumn) =>
    kind === 'text' && filled.filter(isDate).length * 2 >= filled.length
  const spoilt = columns.find(column => isBooking(column) && isMostlyDates(column))
  const cell = spoilt?.filled.find(each => !isDate(each))
  if (spoilt === undefined || cell === undefined) return []
  const reason = `"${cell}" in ${shown(spoilt)} is no date; all entries are read with the date in ${shown(booking)}`
  return [{ at: 'bookingDate', reason }]
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
