/** Reads one row of a table: its entry, the entry of its fee, and its running balance. */
import { decimalPlaces } from '../../../domain/money/currencies.ts'
import type { Signed } from '../../../domain/money/decimal.ts'
import type { Problem } from '../../files/problem.ts'
import { ibanOf, isCurrency, label, plainEntry, polishIban, quoted, referenceOf } from '../fields.ts'
import type { AccountRef, Entry } from '../statement.ts'
import type { Side } from './balanceSides.ts'
import { isWithoutAmount } from './blankAmount.ts'
import { fromMinorUnits, readMoney } from './cells/csvAmount.ts'
import { isYearless } from './cells/csvDate.ts'
import { isPendingText, isPendingWord, standingOf } from './cells/csvWords.ts'
import { currencyInCell } from './cells/currencies.ts'
import { isBlank } from './cells/plainText.ts'
import { counterpartyOf } from './counterparty.ts'
import {
  bare,
  type ColumnName,
  type CsvLayout,
  cellOf,
  columnsAt,
  isDated,
  joinedOf,
  type Row,
  readDate,
  readOtherDate,
} from './csvLayout.ts'
import { type Amounts, amountsOf, sideCell } from './rowAmounts.ts'
import { rowKindOf } from './rowKind.ts'
import { isSumOfBoth, isUnbooked } from './undated.ts'
import { fullDateNear } from './years.ts'

export interface RowReading {
  /** An entry; text of the row above; a row that is no entry, such as a total; or one that cannot be read. */
  kind: 'entry' | 'text' | 'other' | 'unreadable'
  entries: Entry[]
  /** The account's balance after the row, if it says so. */
  balance: Signed | null
  account: Pick<AccountRef, 'iban' | 'otherId'>
  problems: Problem[]
  /** It has names of balances and totals, and no numbers. */
  namesTotals?: boolean
}

export interface RowContext {
  /** The booking date of the row above. */
  dateAbove: string | null
  /** The currency of the account that the user chose. */
  currency: string | null
  /** The IBAN of the account, if the table says so above its rows or the user chose the account. */
  iban: string | null
  /** The row above has names of balances and totals, and no numbers: those are below them. */
  isBelowTotals: boolean
  /** The row is below a heading that says that it is not booked yet. */
  isPending: boolean
  /** A day near the entry, for dates without a year. */
  near: string | null
  /** What the balances show, for amounts without signs. */
  side: Side | null
}

export const noContext: RowContext = {
  dateAbove: null,
  currency: null,
  iban: null,
  isBelowTotals: false,
  isPending: false,
  near: null,
  side: null,
}

export function readRow(row: Row, layout: CsvLayout, context: RowContext): RowReading {
  return new RowReader(row, layout, context).read()
}

/** Texts that may say that an entry is not booked yet. */
const pendingTextNames = ['description', 'reference', 'counterpartyName'] as const

const accountLengthMax = 100

class RowReader {
  readonly #row: Row
  readonly #layout: CsvLayout
  readonly #context: RowContext
  readonly #problems: Problem[] = []
  #namesTotals = false

  constructor(row: Row, layout: CsvLayout, context: RowContext) {
    this.#row = row
    this.#layout = layout
    this.#context = context
  }

  read(): RowReading {
    const fees = columnsAt(this.#layout, 'fee').map(at => bare(this.#row.cells[at]))
    const filled = fees.filter(cell => !isBlank(cell))
    const of = (name: ColumnName) => (name === 'side' ? sideCell(this.#row, this.#layout) : this.#of(name))
    const money = amountsOf(of, filled, this.#layout, this.#context.side)
    const other = this.#kindWithoutEntry(money.isBlank)
    if (other !== null) return this.#result(other)
    const standing = standingOf(this.#of('status'), this.#layout.words)
    if (standing === 'failed') {
      this.#report('note', 'status', `${quoted(this.#of('status'))} moved no money; the row is left out`)
      return this.#result('other')
    }
    for (const { name, reason } of money.mistakes) this.#report('error', name, reason)
    if (standing === 'unknown') {
      this.#report('note', 'status', `${quoted(this.#of('status'))} is unknown and taken as booked`)
    }
    const isPending = standing === 'pending' || this.#context.isPending || this.#saysPending()
    const entry = this.#entry(money, isPending)
    const isWrong = this.#problems.some(({ severity }) => severity === 'error')
    if (entry === null || isWrong) return this.#result('unreadable')
    const written = readMoney(this.#of('balance'), this.#layout.decimal)
    const balance = written && this.#inCurrency(written, entry.currency)
    return { ...this.#result('entry'), entries: [entry, ...this.#feeOf(entry, money)], balance }
  }

  #of(name: ColumnName): string {
    return cellOf(this.#row, this.#layout, name)
  }

  #report(severity: Problem['severity'], name: ColumnName, reason: string): void {
    const at = this.#layout.columns[name]
    const title = typeof at === 'number' ? this.#layout.header?.[at] : undefined
    this.#problems.push({ line: this.#row.line, at: title ?? name, reason, severity })
  }

  #result(kind: RowReading['kind']): RowReading {
    const rest = { account: this.#account(), problems: this.#problems, namesTotals: this.#namesTotals }
    return { kind, entries: [], balance: null, ...rest }
  }

  #account(): RowReading['account'] {
    const own = this.#of('accountIban')
    const iban = ibanOf(own) ?? polishIban(own)
    if (iban !== null || own === '') return { iban: iban ?? this.#context.iban, otherId: null }
    return { iban: null, otherId: own.length > accountLengthMax ? null : label(own) }
  }

  /** Null if the row should be an entry: it has a date and an amount, or at least claims to. */
  #kindWithoutEntry(hasNoMoney: boolean): 'text' | 'other' | null {
    const written = this.#of('bookingDate') || this.#of('valueDate')
    const isDated = written !== '' && (this.#date(written) !== null || this.#isPending(written))
    // Without an amount, a balance may also be named in a later column.
    const isSum = isSumOfBoth(this.#row, this.#layout)
    const isBelow = this.#context.isBelowTotals && !isDated && !this.#layout.datesCarried && this.#continues()
    const line =
      isSum || isBelow
        ? 'total'
        : rowKindOf({
            cells: this.#row.cells,
            header: this.#layout.header,
            isComplete: isDated && !hasNoMoney,
            textsMax: hasNoMoney ? 6 : 2,
          })
    if (line !== null) {
      this.#namesTotals = !this.#row.cells.some(cell => /\d/.test(cell))
      this.#report('note', 'bookingDate', `it is ${line === 'total' ? 'a total' : 'a balance'}, not an entry`)
      return 'other'
    }
    if (isDated && hasNoMoney && this.#layout.blankAmounts && isWithoutAmount(this.#row, this.#layout)) {
      this.#report('note', 'bookingDate', 'it has a date and no amount, and is not an entry')
      return 'other'
    }
    if (isDated || (!hasNoMoney && !this.#isWordy(written))) return null
    if (this.#layout.continued && written === '' && this.#continues()) return 'text'
    this.#report('note', 'bookingDate', 'it has neither a date nor an amount, and is not an entry')
    return 'other'
  }

  /** A row with a date in any column is about something else, such as a payment that is not booked yet. */
  #continues(): boolean {
    return this.#row.cells.length > 1 && !isDated(this.#row.cells, this.#layout)
  }

  /** Below a table, banks write sentences in any column, also in those for the date and the amount. */
  #isWordy(date: string): boolean {
    const money = (['amount', 'credit', 'debit'] as const).map(name => this.#of(name))
    // A heading of several entries may have a sum of zero.
    if (date === '' && !this.#layout.datesCarried && !money.some(cell => /[1-9]/.test(cell))) return true
    const isWords = [date, ...money].every(cell => cell === '' || /\p{L}{3}/u.test(cell))
    return isWords && (date !== '' || money.every(cell => !/\d/.test(cell)))
  }

  #isPending(written: string): boolean {
    return isPendingWord(written, this.#layout.words)
  }

  #saysPending(): boolean {
    return (
      this.#layout.unbooked === 'pending' &&
      pendingTextNames.some(name =>
        columnsAt(this.#layout, name).some(at => isPendingText(bare(this.#row.cells[at]))),
      )
    )
  }

  /** Without a year that is known, of any year. */
  #date(written: string): string | null {
    return readDate(written, this.#layout, this.#near(written) ?? undefined)
  }

  #near(written: string): string | null {
    const { dateFormat } = this.#layout
    if (!isYearless(dateFormat)) return null
    return fullDateNear(this.#row.cells, written, dateFormat) ?? this.#context.near
  }

  #entry(money: Amounts, isPendingByStatus: boolean): Entry | null {
    const written = this.#of('bookingDate')
    const isWithoutDate = this.#layout.unbooked === 'pending' && isUnbooked(this.#row, this.#layout)
    const isPending = isPendingByStatus || this.#isPending(written) || isWithoutDate
    const bookingDate = this.#isPending(written) ? null : this.#dateOf('bookingDate')
    const valueDate = this.#isPending(this.#of('valueDate')) ? null : this.#dateOf('valueDate')
    const carried = this.#layout.datesCarried ? this.#context.dateAbove : null
    const booked = bookingDate ?? valueDate ?? carried
    if (booked === null && !isPending) this.#report('error', 'bookingDate', 'the row has no date')
    const currency = this.#currency(money.unit)
    if (money.amount === null) return null
    const { amount, negative } = this.#inCurrency(money.amount, currency)
    const side = negative ? 'debit' : 'credit'
    return {
      ...plainEntry({ amount, currency, side, line: this.#row.line }),
      status: isPending ? 'pending' : 'booked',
      bookingDate: isPending ? null : (booked ?? null),
      valueDate: valueDate ?? null,
      description: label(joinedOf(this.#row, this.#layout, 'description')),
      reference: label(joinedOf(this.#row, this.#layout, 'reference')),
      ...counterpartyOf(this.#row, this.#layout, side, this.#account().iban, this.#report.bind(this)),
      bankReference: referenceOf(this.#of('bankReference')),
      endToEndId: referenceOf(this.#of('endToEndId')),
    }
  }

  /** Null if the cell is blank or, with a problem reported, cannot be read. */
  #dateOf(name: 'bookingDate' | 'valueDate'): string | null {
    const written = this.#of(name)
    if (written === '') return null
    const date = this.#date(written)
    if (date === null) {
      const { dateFormat, otherDates } = this.#layout
      const formats = otherDates ? `${dateFormat} or ${otherDates}` : dateFormat
      this.#report('error', name, `${quoted(written)} is not a date in the format ${formats}`)
    } else if (this.#lacksYear(written)) {
      this.#report('error', name, `${quoted(written)} has no year, and the file does not say it`)
    }
    return date
  }

  #lacksYear(written: string): boolean {
    if (!isYearless(this.#layout.dateFormat) || this.#near(written) !== null) return false
    return readOtherDate(written, this.#layout) === null
  }

  #currency(unit: string | null): string {
    const written = this.#of('currency')
    const code = written || this.#layout.currency || ''
    const currency = currencyInCell(code) ?? code.toUpperCase()
    if (!isCurrency(currency)) {
      this.#report('error', 'currency', `${quoted(currency)} is not a currency such as EUR`)
    } else if (unit !== null && isCurrency(unit) && (currencyInCell(unit) ?? unit) !== currency) {
      this.#report('error', 'currency', `the amount is in ${unit}, but the currency is ${currency}`)
    } else if (this.#context.currency !== null && currency !== this.#context.currency) {
      const reason = `the row is in ${currency}, but the account is in ${this.#context.currency}`
      this.#report('error', 'currency', `${reason}; import it for an account in ${currency}`)
    }
    return currency
  }

  #inCurrency({ amount, negative }: Signed, currency: string): Signed {
    const isMinor = this.#layout.amounts === 'minor'
    return { amount: isMinor ? fromMinorUnits(amount, decimalPlaces(currency)) : amount, negative }
  }

  /** The fee as an entry, if it is taken off in addition to the amount. */
  #feeOf(entry: Entry, { fee }: Amounts): Entry[] {
    if (fee === null || this.#layout.fees === 'included') return []
    const title = columnsAt(this.#layout, 'fee')
      .flatMap(at => this.#layout.header?.[at]?.trim() || [])
      .join(', ')
    const { bankReference } = entry
    const { amount, negative } = this.#inCurrency(fee, entry.currency)
    return [
      {
        ...entry,
        amount,
        side: negative ? 'debit' : 'credit',
        description: label(title) ?? 'Fee',
        counterpartyName: null,
        counterpartyIban: null,
        bankReference: bankReference && `${bankReference}/fee`,
        endToEndId: null,
      },
    ]
  }
}
