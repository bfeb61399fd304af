/** The currency of a table: in a column, in a name, next to the amounts, above the rows, or the account's. */
import { isCurrencyOfIso } from '../../../../../domain/money/currencies.ts'
import { amountKey } from '../../../../../domain/money/decimal.ts'
import { isCurrency } from '../../../fields.ts'
import { currencyInCell, currencyOfUnit, isKnownCurrency } from '../../cells/currencies.ts'
import { halfWidth } from '../../cells/plainText.ts'
import { bare } from '../../csvLayout.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt, KnownOwner } from '../guess.ts'
import type { TableShape } from '../tableShape.ts'
import { type MoneySource, moneyIn } from './moneySource.ts'

export interface GuessedCurrency {
  column: TableColumn | null
  code: string | null
  doubts: Doubt[]
}

export function guessCurrency(
  columns: readonly TableColumn[],
  source: MoneySource,
  shape: TableShape,
  owner: KnownOwner,
): GuessedCurrency {
  const money = [source.amount, source.credit, source.debit].filter(column => column !== undefined)
  const named = new Set(money.flatMap(({ currency }) => currency ?? []))
  const column = currencyColumn(columns, money)
  const [code] = named
  // Next to a currency in the name, a column of currencies is that of the original amounts.
  if (code !== undefined && named.size === 1) return certain(null, code)
  if (column !== null)
    return ofUnknown(column, owner) ?? ofPurchases(column, columns, money) ?? ofColumn(column, columns)
  const units = new Set(money.flatMap(({ filled }) => filled.flatMap(cell => moneyIn(cell)?.unit ?? [])))
  const [unit] = units
  if (unit !== undefined && units.size === 1) return ofUnit(unit, owner, columns)
  return elsewhere(columns, shape, owner)
}

const certain = (column: TableColumn | null, code: string | null): GuessedCurrency => ({
  column,
  code,
  doubts: [],
})

/** All currencies of the entries, as far as they are known. */
export const currenciesOf = ({ column, code }: GuessedCurrency): (string | null)[] =>
  column === null ? [code] : [...new Set(column.filled.map(codeOf))]

function ofColumn(column: TableColumn, columns: readonly TableColumn[]): GuessedCurrency {
  const { filled, cells, distinct, name, roles } = column
  const fallback = filled.length < cells.length && distinct === 1 ? codeOf(filled[0]) : null
  const doubts: Doubt[] = []
  if (distinct > 1) {
    const codes = [...new Set(filled.map(codeOf))].join(', ')
    doubts.push({
      at: 'currency',
      reason: `"${name}" has ${codes}; each currency is read as an account of its own`,
    })
  } else if (roles.includes('originalCurrency')) {
    doubts.push({ at: 'currency', reason: `is "${name}" the currency of the amounts?` })
  }
  const other = fallback === null ? undefined : columns.find(each => contradicts(each, column, fallback))
  if (other !== undefined) {
    const reason = `"${other.name}" has other currencies where "${name}" is blank; which one is that of the amounts?`
    doubts.push({ at: 'currency', reason })
  }
  return { column, code: fallback, doubts }
}

/** Such as CAN for CAD: in all rows, a code that is no currency, and begins like that of the account. */
function ofUnknown(
  { name, distinct, filled }: TableColumn,
  { currency }: KnownOwner,
): GuessedCurrency | null {
  const code = codeOf(filled[0])
  if (distinct !== 1 || code === null || isCurrencyOfIso(code)) return null
  if (currency === null || code.slice(0, 2) !== currency.slice(0, 2)) return null
  const reason = `"${code}" in "${name}" is not a currency such as EUR; is it the account's, ${currency}?`
  return { column: null, code: currency, doubts: [{ at: 'currency', reason }] }
}

/** The usual currency, if a column of other amounts is filled exactly where the currency is another one. */
function ofPurchases(
  column: TableColumn,
  columns: readonly TableColumn[],
  money: readonly TableColumn[],
): GuessedCurrency | null {
  const codes = column.cells.map(cell => (cell === '' ? null : codeOf(cell)))
  const usual = mostCommon(codes.flatMap(code => code ?? []))
  if (column.distinct < 2 || usual === null) return null
  const isAbroad = ({ kind, cells }: TableColumn) =>
    kind === 'money' &&
    codes.every((code, row) => code === null || (code !== usual) === /[1-9]/.test(cells[row] ?? ''))
  // What was paid in the other currency, next to what it cost the account.
  const [amount] = money.length === 1 ? money : []
  const isOther = ({ kind, roles, cells }: TableColumn) =>
    kind === 'money' &&
    !roles.some(role => role === 'balance' || role === 'fee') &&
    codes.every(
      (code, row) =>
        code === null || (code !== usual) === (sizeOf(cells[row]) !== sizeOf(amount?.cells[row])),
    )
  const abroad = columns.find(
    each => !money.includes(each) && (isAbroad(each) || (amount !== undefined && isOther(each))),
  )
  if (abroad === undefined) return null
  const reason = `"${abroad.name}" has amounts where "${column.name}" is not ${usual}; is the account in ${usual}?`
  return { column: null, code: usual, doubts: [{ at: 'currency', reason }] }
}

const sizeOf = (cell: string | undefined): string => amountKey(moneyIn(cell ?? '')?.amount ?? '')

function mostCommon(codes: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one)
  return first === undefined || (second !== undefined && second[1] === first[1]) ? null : first[0]
}

const codeOf = (cell: string | undefined): string | null =>
  cell === undefined ? null : (currencyInCell(cell) ?? cell)

/** For a table whose balance runs over several currencies: they are those of the purchases. Null if there is only one. */
export function singleCurrency({ column }: GuessedCurrency, owner: KnownOwner): GuessedCurrency | null {
  if (column === null || column.distinct < 2) return null
  const reason = `the balance runs over all currencies in "${column.name}", so the account has only one; which one is it?`
  return { column: null, code: owner.currency, doubts: [{ at: 'currency', reason }] }
}

/** Debits and credits may have a currency each. */
const contradicts = ({ kind, roles, cells }: TableColumn, column: TableColumn, fallback: string): boolean =>
  kind === 'currency' &&
  !roles.includes('originalCurrency') &&
  cells.some((cell, row) => cell !== '' && column.cells[row] === '' && codeOf(cell) !== fallback)

/** The one named as such, and the closest to the amount. */
function currencyColumn(columns: readonly TableColumn[], money: readonly TableColumn[]): TableColumn | null {
  const all = columns.filter(({ kind }) => kind === 'currency')
  const own = all.filter(({ roles }) => !roles.includes('originalCurrency'))
  const usable =
    own.length > 0
      ? own
      : all.filter(({ distinct, filled, cells }) => distinct === 1 && filled.length === cells.length)
  const isNeeded = (row: number) => money.some(({ cells }) => cells[row] !== '')
  const full = usable.filter(
    ({ cells, distinct }) => distinct === 1 || cells.every((cell, row) => cell !== '' || !isNeeded(row)),
  )
  const named = withRole(full, 'currency')
  // Between two amounts, a currency belongs to the one before it.
  // An amount without a name has that of the currency before it.
  const isNameless = money[0]?.name === ''
  const distanceTo = (amountAt: number, at: number) =>
    isNameless && at === amountAt - 1 ? 0 : Math.abs(at - amountAt) + (at < amountAt ? 0.5 : 0)
  const distance = ({ at }: TableColumn) => Math.min(...money.map(amount => distanceTo(amount.at, at)))
  // "Currency" before "Currency sent".
  const exact = named.filter(({ exact }) => exact)
  const candidates = exact.length > 0 ? exact : named.length > 0 ? named : full
  return [...candidates].sort((one, other) => distance(one) - distance(other))[0] ?? null
}

const manyCountries: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  '¥': ['JPY', 'CNY'],
  元: ['CNY', 'TWD', 'HKD'],
}

/** Column names in Chinese have no kana. */
function isChinese(columns: readonly TableColumn[]): boolean {
  const names = columns.map(({ name }) => name).join('')
  return /\p{Script=Han}/u.test(names) && !/[\u3040-\u30ff]/.test(names)
}

/** A sign of several currencies in brackets, as in Amount ($). */
const unitInName = (name: string): string | undefined =>
  /\(([$¥元])\)/.exec(halfWidth(name.slice(0, cellLengthMax)))?.[1]

/** Column names with kana. */
const isJapanese = (columns: readonly TableColumn[]): boolean =>
  columns.some(({ name }) => /[\u3040-\u30ff]/.test(name))

/** In Latin America, "$" is mostly a peso. */
const pesos = ['MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP', 'USD']

const isSpanish = (columns: readonly TableColumn[]): boolean =>
  columns.some(({ kind, name }) => kind === 'date' && /\bfecha/i.test(name.slice(0, cellLengthMax)))

function ofUnit(unit: string, { currency }: KnownOwner, columns: readonly TableColumn[]): GuessedCurrency {
  const code = unit === '¥' && isJapanese(columns) ? 'JPY' : currencyOfUnit(unit)
  if (code !== null) return certain(null, code)
  const all = manyCountries[unit.toLowerCase().replace('.', '')] ?? []
  const isPeso = unit === '$' && isSpanish(columns)
  const isYuan = all.includes('CNY') && isChinese(columns)
  const possible = isPeso ? pesos : isYuan ? ['CNY', ...all.filter(each => each !== 'CNY')] : all
  if (currency !== null && possible.includes(currency)) return certain(null, currency)
  if (isCurrency(unit)) return certain(null, unit)
  const reason = `"${unit}" is the sign of several currencies (${possible.join(', ')}); which one is it?`
  const usual = isPeso ? null : (possible[0] ?? null)
  return { column: null, code: currency ?? usual, doubts: [{ at: 'currency', reason }] }
}

/** In the name of another column of money, or alone in a cell above the rows. */
function elsewhere(columns: readonly TableColumn[], shape: TableShape, owner: KnownOwner): GuessedCurrency {
  const inNames = withRole(columns, 'balance', 'net').flatMap(({ currency }) => currency ?? [])
  const above = shape.preamble.flatMap(({ cells }) => cells.flatMap(cell => currencyAlone(bare(cell)) ?? []))
  const found = new Set([...inNames, ...above])
  const [code] = found
  if (code !== undefined && found.size === 1) return certain(null, code)
  const units = columns.flatMap(({ name, kind }) => (kind === 'money' ? (unitInName(name) ?? []) : []))
  if (units[0] !== undefined) return ofUnit(units[0], owner, columns)
  const reason =
    owner.currency === null
      ? 'no column has the currency; which one is it?'
      : `no column has the currency; the account's, ${owner.currency}, is taken`
  return { column: null, code: owner.currency, doubts: [{ at: 'currency', reason }] }
}

const cellLengthMax = 60

function currencyAlone(cell: string): string | null {
  if (isKnownCurrency(cell)) return cell
  if (cell.length > cellLengthMax) return null
  const unit = moneyIn(cell)?.unit
  return unit ? currencyOfUnit(unit) : null
}
