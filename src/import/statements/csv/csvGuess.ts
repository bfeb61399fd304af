/** Guesses a mapping for a new table and lists what is uncertain, for a person to check. */
import { amountKey, sumOf } from '../../../domain/money/decimal.ts'
import { ibanOf } from '../fields.ts'
import { type Entry, unknownCurrency } from '../statement.ts'
import { blankRows } from './blankAmount.ts'
import { plainText } from './cells/plainText.ts'
import type { CsvLayout, Row } from './csvLayout.ts'
import { balanceTextDoubts } from './guess/balanceTexts.ts'
import { columnsOf, type TableColumn, withRole } from './guess/columns.ts'
import { type CsvGuess, type Doubt, type KnownOwner, unknownOwner } from './guess/guess.ts'
import { guessDates } from './guess/guessDates.ts'
import { guessTexts } from './guess/guessTexts.ts'
import { yearDoubts } from './guess/guessYear.ts'
import { withHolds } from './guess/holds.ts'
import { areDatesCarried, isContinued, strayTexts } from './guess/looseRows.ts'
import { batchDoubts } from './guess/money/batchParts.ts'
import { guessMoney } from './guess/money/guessMoney.ts'
import { sideDenials } from './guess/money/sides/sideDenials.ts'
import { openingsIn } from './guess/money/totals.ts'
import { tryLayout } from './guess/money/trial.ts'
import { guessParties } from './guess/parties/guessParties.ts'
import { oneAccountDoubts } from './guess/parties/oneAccount.ts'
import { accountDoubts, otherAccounts } from './guess/parties/otherAccounts.ts'
import { ownNameIn } from './guess/parties/ownName.ts'
import { onlyPayee, ownNumberIn, sidesOf } from './guess/parties/ownNumber.ts'
import { withSharedBalance } from './guess/parties/sharedBalance.ts'
import {
  blankDoubts,
  carriedDoubt,
  leftOutDoubts,
  pendingDoubts,
  strayDoubts,
  unbookedDoubts,
} from './guess/rowDoubts.ts'
import { isYearFirstCountry } from './guess/shortYears.ts'
import { guessSurplus } from './guess/surplus/guessSurplus.ts'
import { type DateKind, type RowsBy, type TableShape, tablesIn } from './guess/tableShape.ts'
import { namesakeDoubts, unreadTextDoubts } from './guess/unreadColumns.ts'
import { ibansAbove } from './preamble.ts'
import type { Preset } from './presets/preset.ts'
import { presetOf, presets, withPreset } from './presets/presets.ts'

const rowsShown = 10

/** Null if no delimiter gives a table with a date and an amount. */
export function guessCsv(
  text: string,
  owner: KnownOwner = unknownOwner,
  layouts: readonly Preset[] = presets,
): CsvGuess | null {
  const rowsBy: RowsBy = new Map()
  const guessOf = (dates: DateKind): CsvGuess | null => {
    for (const shape of tablesIn(text, dates, rowsBy)) {
      const guess = guessTable(shape, owner, layouts)
      if (guess !== null) return guess
    }
    return null
  }
  const full = guessOf('full')
  if (full === null) return guessOf('yearless') ?? guessOf('bare')
  // A line with a period above the table may be the only one with full dates.
  if (full.uncertain.some(({ at }) => at === 'rows') && isMostlyYearless(text, rowsBy))
    return guessOf('yearless') ?? full
  // Next to dates that may not be those of the entries, a column named as such may have dates that look like numbers.
  const isUnclear = full.uncertain.some(({ at }) => at === 'bookingDate')
  return (isUnclear ? guessOf('bare') : null) ?? full
}

const isMostlyYearless = (text: string, rowsBy: RowsBy): boolean => {
  const count = (dates: DateKind) =>
    Math.max(0, ...tablesIn(text, dates, rowsBy).map(({ entries }) => entries.length))
  return count('yearless') > 2 * count('full')
}

export function guessTable(
  given: TableShape,
  known: KnownOwner,
  layouts: readonly Preset[] = presets,
  areNamesShifted = false,
): CsvGuess | null {
  const { shape, settings, doubts: surplusDoubts } = guessSurplus(given)
  const named = columnsOf(shape)
  const columns = areNamesShifted ? named.map(withoutTextName) : named
  const owner = ownerIn(shape, columns, known)
  // Other countries have dollars or pesos, too, and write the day first.
  const isAmerican = owner.currency === null || monthFirst.has(owner.currency)
  const isMonthFirst =
    owner.currency === 'USD' || (isAmerican && isInEnglish(columns) && columns.some(isInDollars))
  const isYearFirst = isYearFirstCountry(owner.currency, columns)
  const dates = guessDates(columns, shape, { isMonthFirst, isYearFirst })
  if (dates === null) return null
  const both = ownNumberIn(columns, owner)
  const partiesByName = guessParties(
    columns.filter(column => column !== both?.one && column !== both?.other),
    owner,
  )
  const base: CsvLayout = {
    delimiter: shape.delimiter,
    header: shape.header === null ? null : [...shape.header],
    dateFormat: dates.kinds.format,
    ...(dates.kinds.other && { otherDates: dates.kinds.other }),
    ...(dates.isMixed && { mixedDates: true }),
    decimal: '.',
    columns: {
      bookingDate: dates.booking.at,
      ...(dates.value && { valueDate: dates.value.at }),
    },
    currency: null,
    ...settings,
    ...(areDatesCarried(shape, columns) && { datesCarried: true }),
  }
  const states = guessTexts(columns, true)
  const stated = { ...base, ...(states.words && { words: states.words }) }
  if (states.columns.status !== undefined) stated.columns = { ...base.columns, status: states.columns.status }
  const { parties, money } = withSharedBalance(partiesByName, columns, ({ columns: { accountIban } }) => {
    const at = accountIban === undefined ? {} : { accountIban }
    return guessMoney({ columns, shape, owner, base: { ...stated, columns: { ...stated.columns, ...at } } })
  })
  if (money === null) return null
  const shiftedAt = areNamesShifted ? null : shiftedColumn(columns, money.layout)
  if (shiftedAt !== null) {
    const guess = guessTable(given, known, layouts, true)
    const reason = `the amounts are below "${shiftedAt.name}", so the other names may not fit either; check what each column contains`
    return guess && { ...guess, uncertain: [{ at: 'header', reason }, ...guess.uncertain] }
  }
  const trial = tryLayout(shape.body, withAnyCurrency(money.layout), shape.preamble)
  const sides = both ? sidesOf(both, shape, trial) : onlyPayee(parties.columns, columns, shape, trial)
  const { counterpartyIban: _, ...others } = parties.columns
  const partiesAt = { ...(sides === null ? parties.columns : others), ...sides?.columns }
  const isAccountAsked = [...parties.doubts, ...(sides?.doubts ?? [])].some(
    ({ at }) => at === 'counterpartyIban',
  )
  const oneAccount = isAccountAsked ? [] : oneAccountDoubts(partiesAt, columns, shape, trial)
  const used = new Set([...Object.values(money.layout.columns).flat(), ...Object.values(partiesAt).flat()])
  const rest = columns.filter(
    column => !parties.own.includes(column) && !isUsedUp(column, used, money.layout),
  )
  const { counterpartyName, payerName, payeeName } = partiesAt
  const hasParty = [counterpartyName, payerName, payeeName].some(at => at !== undefined)
  const texts = guessTexts(rest, shape.header === null, hasParty)
  const columnsAt = { ...texts.columns, ...partiesAt, ...money.layout.columns }
  const layout = withHolds({ ...money.layout, columns: columnsAt }, columns)
  const ownName = ownNameIn(columns, layout, shape, trial, owner)
  if (ownName.words) layout.words = { ...layout.words, ...ownName.words }
  const blank = blankRows(shape.body, layout)
  const isSurelyContinued = isContinued(shape, layout)
  const stray = isSurelyContinued ? [] : strayTexts(shape, layout)
  const continued: CsvLayout = {
    ...layout,
    ...((isSurelyContinued || stray.length > 0) && { continued: true }),
    ...(blank.length > 0 && { blankAmounts: true }),
  }
  const unbooked = pendingDoubts(shape, continued)
  const mapping: CsvLayout = { ...continued, ...(unbooked.length > 0 && { unbooked: 'pending' }) }
  const isCarried = mapping.datesCarried && mapping.columns.balance === undefined
  const doubts = [
    ...shapeDoubts(shape),
    ...namesakeDoubts(columns),
    ...surplusDoubts,
    ...(isCarried ? [carriedDoubt] : []),
    ...blankDoubts(blank),
    ...strayDoubts(stray),
    ...unbookedDoubts(shape, mapping),
    ...unbooked,
    ...dates.doubts,
    ...yearDoubts(shape, mapping),
    ...money.doubts,
    ...parties.doubts,
    ...(sides?.doubts ?? []),
    ...oneAccount,
    ...ownName.doubts,
    ...sideDenials(columns, shape, layout, trial.entries),
    ...states.doubts.filter(({ at }) => at === 'status'),
    ...texts.doubts.filter(({ at }) => at !== 'status'),
  ]
  const rows = shape.body.slice(0, rowsShown).map(({ cells }) => [...cells])
  const plain: CsvGuess = { mapping, preset: null, rows, uncertain: doubts }
  const preset = presetOf(shape, layouts)
  const guess = preset === null ? plain : withPreset(plain, preset, owner)
  // What the layout of a known bank leaves out is known, unless it is a text that the bank added later.
  const guessed = new Set([mapping.columns.reference ?? []].flat())
  const isAsked = ({ at, roles }: TableColumn) => preset === null || (roles.length === 0 && guessed.has(at))
  const accounts = otherAccounts(columns, guess.mapping)
  const asked = columns.filter(column => isAsked(column) && !accounts.includes(column))
  const unread = unreadTextDoubts(asked, guess.mapping, parties.own)
  const leftOut = leftOutDoubts(shape, withAnyCurrency(guess.mapping), columns)
  const lost = [...accountDoubts(accounts), ...unread, ...leftOut, ...rowDoubts(shape, guess)]
  return { ...guess, uncertain: [...guess.uncertain, ...lost] }
}

/** The column of the amounts, if its name is that of a text: then the names are shifted against the cells. */
function shiftedColumn(columns: readonly TableColumn[], layout: CsvLayout): TableColumn | null {
  const found = columns.find(({ at }) => at === layout.columns.amount)
  return found?.roles.some(role => role === 'text' || role === 'purpose' || role === 'counterpartyName')
    ? found
    : null
}

const withoutTextName = (column: TableColumn): TableColumn =>
  column.kind === 'text' || column.kind === 'iban' ? { ...column, roles: [], exact: false } : column

/** The account that the table names, if the workspace knows it and the user chose none. */
function ownerIn(shape: TableShape, columns: readonly TableColumn[], known: KnownOwner): KnownOwner {
  if (known.iban !== null || known.currency !== null) return known
  const own = withRole(columns, 'ownAccount', 'someAccount').filter(({ distinct }) => distinct === 1)
  const written = [...ibansAbove(shape.preamble), ...own.flatMap(({ filled }) => ibanOf(filled[0]) ?? [])]
  const iban = written.find(each => known.currencies.has(each))
  return iban === undefined ? known : { ...known, iban, currency: known.currencies.get(iban) ?? null }
}

/** Currencies of countries whose banks often write the month first. */
const monthFirst = new Set(['USD', 'CAD', 'PHP'])

const isInDollars = ({ kind, filled }: TableColumn): boolean =>
  (kind === 'money' && filled.some(cell => /^\(?[-+]?\s?\$/.test(cell))) ||
  (kind === 'currency' && filled.length > 0 && filled.every(cell => cell === 'USD'))

/** Or without names: whether a date is called so in English. */
const isInEnglish = (columns: readonly TableColumn[]): boolean =>
  columns.every(({ name }) => name === '') ||
  columns.some(
    ({ kind, name }) =>
      kind === 'date' && /\b(?:date|day|time|posted|created|completed|when)/.test(plainText(name)),
  )

/** A column that says the side may also be the kind of entry. */
const isUsedUp = ({ at, roles }: TableColumn, used: ReadonlySet<number>, { columns }: CsvLayout): boolean =>
  used.has(at) && !([columns.side].flat().includes(at) && roles.includes('type'))

function shapeDoubts(shape: TableShape): Doubt[] {
  const { header, entryAboveAt, otherTableAt, entries, width } = shape
  const doubts: Doubt[] = []
  // Some banks write a balance below the rows, with a date and nothing that says so.
  const short = entries.find(({ cells }) => cells.length * 2 <= width) ?? shortLast(shape)
  if (short !== undefined) {
    const reason = `line ${short.line} has only ${short.cells.length} of ${width} columns; is it an entry?`
    doubts.push({ at: 'rows', reason })
  }
  if (header === null)
    doubts.push({ at: 'header', reason: 'no row has column names; check what each column contains' })
  if (entryAboveAt !== null) {
    const first = header === null ? 'the first entry' : 'the column names'
    const reason = `line ${entryAboveAt} is above ${first} and looks like an entry; it is not read`
    doubts.push({ at: 'rows', reason })
  }
  if (otherTableAt !== null) {
    doubts.push({
      at: 'header',
      reason: `another table with other columns starts in line ${otherTableAt}; only the first is read`,
    })
  }
  return doubts
}

const shortRowsMin = 3

/** The last of several rows, if all others have more columns than it. */
function shortLast({ header, entries, width }: TableShape): Row | undefined {
  const last = entries.at(-1)
  const isShort = last !== undefined && last.cells.length < width - 1
  const isOnly = entries.slice(0, -1).every(({ cells }) => cells.length >= width)
  return header === null && isShort && isOnly && entries.length > shortRowsMin ? last : undefined
}

/** Without a currency nothing could be tried. */
const withAnyCurrency = (layout: CsvLayout): CsvLayout => ({
  ...layout,
  currency: layout.currency ?? (layout.columns.currency === undefined ? unknownCurrency : null),
})

function rowDoubts(shape: TableShape, { mapping, uncertain }: CsvGuess): Doubt[] {
  const { body } = shape
  const isAsked = uncertain.some(({ at }) => at === 'currency')
  const { unreadable, reasons, entries } = tryLayout(body, withAnyCurrency(mapping), shape.preamble)
  const codes = [...new Set(entries.map(({ currency }) => currency))]
  if (unreadable === 0 && codes.length > 1 && !isAsked) {
    const reason = `there are entries in ${codes.join(', ')}; each currency is read as an account of its own`
    return [{ at: 'currency', reason }]
  }
  if (unreadable > 0) {
    const reason = `${unreadable} of the first ${body.length} rows cannot be read: ${reasons[0]}`
    return [{ at: 'rows', reason }]
  }
  const openings = openingsIn(shape, mapping)
  const line = closingLineOf(entries, openings) ?? closingLineOf([...entries].reverse(), openings)
  if (line === null)
    return [...balanceTextDoubts(entries), ...batchDoubts(entries, mapping.columns.balance !== undefined)]
  return [{ at: 'rows', reason: `the amount in line ${line} is the sum of the others; is it a balance?` }]
}

/** The line of an entry that may be the closing balance, in a language we do not know: it is the sum of all before it. */
function closingLineOf(entries: readonly Entry[], openings: readonly string[]): number | null {
  const changes = entries.map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount))
  const [last, line] = [changes.at(-1), entries.at(-1)?.line]
  if (last === undefined || line === undefined || changes.length < 3 || !/[1-9]/.test(last)) return null
  const before = changes.slice(0, -1)
  const isSum = ['0', ...openings].some(opening => amountKey(sumOf([opening, ...before])) === amountKey(last))
  return isSum ? line : null
}
