/**
 * Reads the rows of a table with a mapping that the user has confirmed. A row that does not fit is reported
 * as a problem, never guessed.
 */
import { Readable } from 'node:stream'
import { signed } from '../../../domain/money/decimal.ts'
import { UnreadableFile } from '../../files/problem.ts'
import { noAccount, problem } from '../fields.ts'
import type { Entry, StatementPart } from '../statement.ts'
import type { Sides } from './balanceSides.ts'
import { isBlank } from './cells/plainText.ts'
import { bare, type CsvLayout, columnsAt, isDated, type Row, readDate } from './csvLayout.ts'
import type { TableRows } from './csvText.ts'
import { isDateCell, isHeaderLike, isMoneyCell } from './header/headerRow.ts'
import { ibansAbove } from './preamble.ts'
import { RowEnds, withLast } from './rowEnds.ts'
import { sidesOfRows } from './rowSides.ts'
import { RunningBalance, type RunningBalances } from './runningBalance.ts'
import { Sections } from './sections.ts'
import { withoutSurplus } from './surplus.ts'
import { noContext, type RowReading, readRow } from './tableRow.ts'
import { Years } from './years.ts'

/** How far down the column names may be, below lines the bank puts at the top. */
const headerRecordsMax = 100

/** What is known about the account from elsewhere. */
export interface TableAccount {
  iban: string | null
  currency: string | null
}

export async function* readTable(
  table: TableRows,
  layout: CsvLayout,
  account: TableAccount = { iban: null, currency: null },
): AsyncGenerator<StatementPart, void, undefined> {
  const { header } = layout
  const preamble: Row[] = []
  const ends = new RowEnds(layout)
  // Said once: some banks have more cells than names in every row.
  let isCut = false
  const { rows, sides } = await withSides(table.rows, layout)
  let reader: EntryReader | null = header === null ? new EntryReader(layout, account, [], sides) : null
  for await (const { row, isLast } of withLast(rows)) {
    if (reader === null) {
      if (isHeader(row.cells, header ?? [])) reader = new EntryReader(layout, account, preamble, sides)
      else preamble.push(row)
      if (preamble.length >= headerRecordsMax) break
      continue
    }
    if (isLast && !table.isEnded() && ends.isCutOff(row)) {
      const reason = 'it does not end like the other rows; the file is cut off'
      yield problem('error', row.line, 'the last row', reason)
      continue
    }
    const fitted = withoutSurplus(row, layout)
    if (fitted.kind === 'refused') {
      yield problem('error', row.line, 'the row', fitted.reason)
      continue
    }
    yield* reader.add(fitted.row)
    if (reader.isEntry && fitted.kind === 'cut' && !isCut) {
      isCut = true
      yield problem('note', row.line, 'the row', 'it has more cells than column names; the rest is not read')
    }
    if (reader.isEntry) ends.note(fitted.row)
    if (reader.isDone) break
  }
  if (reader === null) throw new UnreadableFile('its columns do not match the mapping')
  yield* reader.end()
  if (!reader.hasEntries && reader.rows > 0) {
    const reason = 'no row has a date and an amount as the mapping says; check its columns'
    yield problem('error', null, 'the rows', reason)
  }
  // Otherwise a cut inside the last cell would go unnoticed.
  if (!table.isEnded())
    yield problem('note', null, 'the last row', 'it has no line end; the file may be cut off')
  yield { kind: 'end' }
}

/** A file with more rows is split by the bank anyway. */
const rowsHeldMax = 100_000

/** Balances show the side of a row only together with the rows around it. */
async function withSides(
  rows: AsyncIterable<Row>,
  layout: CsvLayout,
): Promise<{ rows: AsyncIterable<Row>; sides: Sides | null }> {
  if (layout.sign !== 'balance') return { rows, sides: null }
  const held: Row[] = []
  for await (const row of rows) {
    held.push(row)
    if (held.length > rowsHeldMax)
      throw new UnreadableFile(`it has more than ${rowsHeldMax} rows, too many to follow their balances`)
  }
  return { rows: Readable.from(held), sides: sidesOfRows(held, layout) }
}

/** Whether a row has the column names of a mapping. */
export const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  header.every((name, index) => cells[index]?.trim() === name.trim())

class EntryReader {
  readonly #layout: CsvLayout
  readonly #account: TableAccount
  /** The IBAN above the rows, if there is exactly one. */
  readonly #iban: string | null
  readonly #sections: Sections
  readonly #sides: Sides | null
  readonly #years: Years
  /** The last entry waits for a row that continues its text. */
  #waiting: Entry[] = []
  #dateAbove: string | null = null
  #isBelowTotals = false
  #statement: string | null = null
  readonly #balances = new Map<string, { balance: RunningBalance; part: StatementPart; currency: string }>()
  /** Whether the last row is an entry, and whether any was. */
  isEntry = false
  hasEntries = false
  rows = 0
  /** Another table starts, with other columns. */
  isDone = false

  constructor(layout: CsvLayout, account: TableAccount, preamble: readonly Row[], sides: Sides | null) {
    this.#layout = layout
    this.#sides = sides
    this.#account = account
    this.#sections = new Sections(layout, preamble.at(-1))
    this.#years = new Years(layout, preamble)
    const [iban, another] = ibansAbove(preamble)
    this.#iban = iban !== undefined && another === undefined ? iban : account.iban
  }

  *add(row: Row): Generator<StatementPart> {
    this.isEntry = false
    if (row.cells.every(cell => cell.trim() === '')) return
    if (this.#layout.header !== null && isHeader(row.cells, this.#layout.header)) return
    if (this.#sections.startsPending(row)) {
      yield problem('note', row.line, 'the rows', 'the entries below are read as not booked yet')
      return
    }
    const context = {
      ...noContext,
      isPending: this.#sections.isPending,
      near: this.#years.near(),
      dateAbove: this.#dateAbove,
      isBelowTotals: this.#isBelowTotals,
      currency: this.#account.currency,
      iban: this.#iban,
      side: this.#sides?.get(row.line) ?? null,
    }
    const reading = readRow(row, this.#layout, context)
    this.#isBelowTotals = reading.namesTotals ?? false
    this.rows += 1
    if (reading.kind === 'other' && isHeaderLike(row.cells)) {
      this.isDone = true
      const reason = 'another table with other columns starts here; import it as a file of its own'
      yield problem('error', row.line, 'the columns', reason)
      return
    }
    if (reading.kind === 'text') {
      this.#continue(row)
      return
    }
    if (reading.kind === 'entry') {
      this.isEntry = true
      this.hasEntries = true
      yield* this.#flush()
      yield* this.#headFor(reading, row.line)
    }
    if (this.#isAbove(reading, row)) {
      yield problem(
        'note',
        row.line,
        'the rows',
        'it is above the first entry, and has no date and amount like one',
      )
      return
    }
    for (const each of reading.problems) yield { kind: 'problem', problem: each }
    this.#waiting.push(...reading.entries)
    this.#dateAbove = reading.entries[0]?.bookingDate ?? this.#dateAbove
    this.#years.note(this.#dateAbove)
  }

  /** Without column names, lines that a bank puts at the top can only be recognised by what they lack. */
  #isAbove({ kind }: RowReading, { cells }: Row): boolean {
    if (kind !== 'unreadable' || this.#layout.header !== null || this.hasEntries) return false
    const moneyAt = (['amount', 'credit', 'debit'] as const).flatMap(name => columnsAt(this.#layout, name))
    const [dateAt = 0] = columnsAt(this.#layout, 'bookingDate')
    // A line with a date that is written in another way has the day of the export, and balances.
    const isOther = isDateCell(cells[dateAt] ?? '') && readDate(bare(cells[dateAt]), this.#layout) === null
    return (
      isOther ||
      (!isDated(cells, this.#layout) &&
        !moneyAt.some(at => isMoneyCell(cells[at] ?? '') && /[1-9]/.test(cells[at] ?? '')))
    )
  }

  /** A new statement where another account or currency starts. */
  *#headFor({ account, entries, balance }: RowReading, line: number): Generator<StatementPart> {
    const [entry] = entries
    if (entry === undefined) return
    const currency = entry.currency
    const key = JSON.stringify([account.iban, account.otherId, currency])
    const part: StatementPart = {
      kind: 'statement',
      statement: {
        scope: 'statement',
        id: null,
        number: null,
        account: { ...noAccount, ...account, currency },
        from: null,
        to: null,
        line,
      },
    }
    if (key !== this.#statement) {
      if (this.#statement !== null) yield { kind: 'end' }
      this.#statement = key
      yield part
    }
    if (this.#layout.columns.balance === undefined || entry.status === 'pending') return
    const known = this.#balances.get(key) ?? { balance: new RunningBalance(), part, currency }
    this.#balances.set(key, known)
    const changes = entries.map(({ amount, side }) => ({ amount, negative: side === 'debit' }))
    known.balance.add({ changes, balance, day: entry.bookingDate, line })
  }

  /** Appends the texts of a row that continues the one above. */
  #continue(row: Row): void {
    const [entry, ...rest] = this.#waiting
    const text = row.cells
      .map(bare)
      .filter(cell => !isBlank(cell))
      .join(' ')
    if (entry === undefined || text === '') return
    const name = entry.reference === null && entry.description !== null ? 'description' : 'reference'
    this.#waiting = [{ ...entry, [name]: entry[name] === null ? text : `${entry[name]} ${text}` }, ...rest]
  }

  *#flush(): Generator<StatementPart> {
    for (const entry of this.#waiting) yield { kind: 'entry', entry }
    this.#waiting = []
  }

  *end(): Generator<StatementPart> {
    yield* this.#flush()
    if (this.#statement === null) {
      const account = { ...noAccount, iban: this.#iban, currency: this.#layout.currency }
      const statement = {
        scope: 'statement' as const,
        id: null,
        number: null,
        account,
        from: null,
        to: null,
        line: 1,
      }
      yield { kind: 'statement', statement }
    }
    const several = this.#balances.size > 1
    for (const { balance, part, currency } of this.#balances.values()) {
      const found = balance.result()
      if (found === null) continue
      if (several) yield* [{ kind: 'end' as const }, part]
      yield* balanceParts(found, currency)
    }
  }
}

function* balanceParts(found: RunningBalances, currency: string): Generator<StatementPart> {
  const { opening, closing, from, to, brokenAt } = found
  if (brokenAt !== null) {
    const reason = 'the balance does not follow from the row before; rows may be missing'
    yield problem('note', brokenAt, 'balance', reason)
  }
  for (const [kind, text, at] of [
    ['opening', opening, from],
    ['closing', closing, to],
  ] as const) {
    const { amount, negative } = signed(text)
    yield { kind: 'balance', balance: { kind, amount, side: negative ? 'debit' : 'credit', currency, at } }
  }
}
