/** Finds the row with the column names. */
import { ibanOf } from '../../fields.ts'
import { readMoney } from '../cells/csvAmount.ts'
import { datesIn, yearlessFormats } from '../cells/csvDate.ts'
import { currencyOfUnit } from '../cells/currencies.ts'
import { remembered } from '../cells/remembered.ts'
import { bare } from '../csvLayout.ts'
import { dateNames, moneyNames } from './headerNames.ts'
import { headerName, type Role } from './headerRoles.ts'

const isDateRole = (role: Role): boolean => Object.hasOwn(dateNames, role)
const isMoneyRole = (role: Role): boolean => Object.hasOwn(moneyNames, role)

export const isDateCell = remembered((cell): boolean => /\d/.test(cell) && datesIn(bare(cell)).size > 0)

/** A date without a year. */
export const isYearlessCell = remembered(
  (cell): boolean => /\d/.test(cell) && yearlessFormats(bare(cell)).length > 0,
)

/** An amount, with decimal places or without; not a long number such as an id. */
export const isMoneyCell = remembered(isMoney)

function isMoney(cell: string): boolean {
  const text = bare(cell)
  const digits = text.replace(/^[+-]/, '')
  const isLong = /^0\d|\d{10}/.test(digits) && !isPadded(digits) && !isOfCoins(digits)
  if (!/\d/.test(text) || isLong) return false
  const money = readMoney(text, '.') ?? readMoney(text, ',')
  return money !== null && (money.unit === null || isUnit(money.unit)) && !isDateCell(cell)
}

/** 00000000085.10 */
const isPadded = (digits: string): boolean => /^0\d{1,20}[.,]\d\d$/.test(digits)

/** 0.0012500000 */
const isOfCoins = (digits: string): boolean => /^(?:0|[1-9]\d{0,5})[.,]\d{8,18}$/.test(digits)

const isUnit = (unit: string): boolean => currencyOfUnit(unit) !== null || /^(?:\$|¥|元|kr\.?)$/i.test(unit)

const isValueCell = (cell: string): boolean => {
  const text = bare(cell)
  if (/^\d{1,3}$/.test(text)) return false
  return isDateCell(cell) || (isMoneyCell(cell) && !/^\d{4}$/.test(text)) || ibanOf(text) !== null
}

/** How much a row looks like column names: how many it has that are known. Zero if it cannot be one. */
export function headerScore(cells: readonly string[]): number {
  const filled = cells.filter(cell => bare(cell) !== '')
  if (filled.length < 2 || filled.some(isValueCell)) return 0
  const names = filled.map(cell => headerName(bare(cell)))
  const has = (isRole: (role: Role) => boolean) =>
    names.some(({ roles }) => roles.some(({ role }) => isRole(role)))
  if (!has(isDateRole) || !has(isMoneyRole)) return 0
  const score = names.filter(({ roles }) => roles.some(({ exact }) => exact)).length
  return isLabelled(filled) && score < namesMin ? 0 : score
}

/** So many known names are those of columns, also where some of them end with a colon. */
const namesMin = 4

/** "Currency:" and its value. */
const isLabelled = (cells: readonly string[]): boolean =>
  cells.some(cell => /:\s*$/.test(bare(cell))) && !cells.every(cell => /:\s*$/.test(bare(cell)))

/** [-] and (+) are names of columns. */
const isSignName = (cell: string): boolean => /^[[(]?[-+\u2212][\])]?$/.test(bare(cell))

/** Column names of another table. */
export const isHeaderLike = (cells: readonly string[]): boolean =>
  cells.filter(cell => bare(cell) !== '').length >= 3 && headerScore(cells) >= 3

/** A row of names, whatever they mean: every cell above a value has one, and none is a value. */
export function isRowOfNames(cells: readonly string[], values: readonly string[]): boolean {
  const filled = cells.filter(cell => bare(cell) !== '')
  const needed = values.filter(cell => bare(cell) !== '').length
  if (filled.length < Math.max(2, Math.ceil(needed * 0.7)) || filled.some(isValueCell)) return false
  if (isLabelled(filled)) return false
  return (
    filled.every(cell => /\p{L}/u.test(cell) || isSignName(cell)) &&
    new Set(filled.map(bare)).size >= filled.length * 0.7
  )
}
