/** The columns of the amounts of a table, and the signs in their cells. */
import { type Money, readMoney } from '../../cells/csvAmount.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import type { TableColumn } from '../columns.ts'

export interface MoneySource {
  amount?: TableColumn
  credit?: TableColumn
  debit?: TableColumn
  side?: TableColumn
  /** Says the side of rows in which the first column does not. */
  otherSide?: TableColumn
  words?: CsvLayout['words']
  /** No column name says that these are the amounts. */
  isUnnamed?: boolean
  /** Another column could be this side of the two just as well. */
  isOneOfSeveral?: boolean
  /** The side was found in words that are not plainly credit or debit. */
  isSideUncertain?: boolean
  /** Only some of the money out has a minus sign, so the words count. */
  areSignsLacking?: boolean
}

/** With a minus before, after or behind the currency, as in $-25.00, or in brackets. */
export const isMinus = (cell: string): boolean =>
  /^\s*[-(\u2212]|-\s*$/.test(cell) || moneyIn(cell)?.written === 'minus'

export const moneyIn = (cell: string): Money | null => readMoney(cell, '.') ?? readMoney(cell, ',')

export const isSigned = (column: TableColumn | undefined): boolean =>
  column?.filled.some(cell => moneyIn(cell)?.written === 'minus') ?? false
