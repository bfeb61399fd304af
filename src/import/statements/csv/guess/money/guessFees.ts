/** Whether fees in columns of their own are taken off in addition to the amounts. */
import { amountKey, difference, isPositive, sumOf } from '../../../../../domain/money/decimal.ts'
import { readMoney } from '../../cells/csvAmount.ts'
import type { DecimalSign } from '../../cells/csvNumber.ts'
import { plainText } from '../../cells/plainText.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import { isCheckedByBalances, type MoneyReading } from './moneyReading.ts'
import { isMinus, type MoneySource, moneyIn } from './moneySource.ts'
import type { Settlement } from './settlement.ts'
import { areTradesAfterFees } from './tradeFees.ts'

type Fees = NonNullable<CsvLayout['fees']>

export interface FeeColumn {
  /** Summed up if there are several. */
  columns: TableColumn[]
  /** The ways to read it, the most likely first; none if the table has no fees so far. */
  kinds: Fees[]
  /** A column with the sum after fees shows it. */
  isCertain: boolean
  /** Other columns with fees, which are not read. */
  others: TableColumn[]
  /** The first row in which amount, fee and the sum after fees do not fit, and its columns. */
  broken: { row: number; net: TableColumn } | null
}

export function feeColumn(
  columns: readonly TableColumn[],
  source: MoneySource,
  decimal: DecimalSign,
  settlement: Settlement | null,
): FeeColumn | null {
  const used = [source.amount, source.credit, source.debit]
  const isReadable = ({ filled }: TableColumn) => filled.every(cell => readMoney(cell, decimal) !== null)
  const found = withRole(columns, 'fee').filter(
    each =>
      (each.kind === 'money' || (each.kind === 'blank' && each.exact)) &&
      !used.includes(each) &&
      isReadable(each) &&
      !isMore(each, source),
  )
  if (settlement !== null && isSame(settlement.gross, source) && settlement.fees.every(isReadable)) {
    const kind = settlement.positive === 'out' && settlement.kind === 'added' ? 'deducted' : settlement.kind
    const all = { columns: settlement.fees, kinds: [kind], isCertain: true, broken: null }
    return { ...all, others: found.filter(each => !settlement.fees.includes(each) && hasFees(each)) }
  }
  const column = found.find(hasFees) ?? found[0]
  if (column === undefined) return null
  const others = found.filter(each => each !== column && hasFees(each))
  const plain = { columns: [column], others, broken: null }
  if (!hasFees(column)) return { ...plain, kinds: [], isCertain: true }
  const isTraded = areTradesAfterFees(source, column, columns) === true
  if (isTraded || isSumOf(source, column, columns))
    return { ...plain, others: isTraded ? others : [], kinds: ['included'], isCertain: true }
  // What is left after fees includes them.
  const isNet =
    (source.amount?.roles.includes('net') ?? false) || (settlement !== null && isSame(settlement.net, source))
  const byNet = feesByNet(source, column, columns, decimal)
  const usual: Fees[] = hasFeesInside(source)
    ? ['included', ...usualKinds(source, column)]
    : usualKinds(source, column)
  const likely: Fees[] = isNet ? ['included', ...usual] : byNet === null ? usual : [byNet.kind, ...usual]
  return { ...plain, kinds: [...new Set(likely)], isCertain: false, broken: byNet?.broken ?? null }
}

const manyRowsMin = 3

/** In several rows it is more than the amount, so it is the price of something. */
function isMore({ cells }: TableColumn, { amount }: MoneySource): boolean {
  if (amount === undefined) return false
  const charged = [...cells.keys()].filter(row => /[1-9]/.test(cells[row] ?? ''))
  const isLess = (row: number) => {
    const rest = difference(sizeOf(cells[row]), sizeOf(amount.cells[row]))
    return isPositive(rest)
  }
  return charged.length >= manyRowsMin && charged.every(isLess)
}

const sizeOf = (cell: string | undefined): string => moneyIn(cell ?? '')?.amount ?? '0'

/** Roles of money that is part of a total. */
const partRoles = ['fee', 'amount', 'gross', 'credit', 'debit', 'otherMoney']
const partsMin = 2

/** In every row, the amount is the sum of all other money, of which the fee is a part. */
function isSumOf({ amount }: MoneySource, fee: TableColumn, columns: readonly TableColumn[]): boolean {
  if (amount === undefined) return false
  const isPart = (column: TableColumn) =>
    column !== amount && column.kind === 'money' && column.roles.every(role => partRoles.includes(role))
  const all = columns.filter(isPart)
  // Taxes and discounts are parts of some totals, quantities and rates of none.
  const sets = [all, all.filter(({ roles }) => !roles.includes('otherMoney'))]
  return sets.some(
    parts =>
      parts.length >= partsMin &&
      parts.includes(fee) &&
      amount.cells.every((cell, row) => {
        const sum = sumOf(parts.map(part => decimalOf(part.cells[row])))
        const [rest, taken] = [difference(sum, decimalOf(fee.cells[row])), decimalOf(fee.cells[row])]
        // Otherwise the amount may be the one before fees.
        const isLess = isZero(rest) || isZero(taken) || rest.startsWith('-') !== taken.startsWith('-')
        return isLess && amountKey(sum) === amountKey(decimalOf(cell))
      }),
  )
}

const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal)

function decimalOf(cell: string | undefined): string {
  const money = moneyIn(cell ?? '')
  return money === null ? '0' : `${money.negative ? '-' : ''}${money.amount}`
}

/** "Total (inclusive of fees)", but not with taxes. */
function hasFeesInside({ amount }: MoneySource): boolean {
  const name = amount?.name ?? ''
  // "Value (net)"
  if (/ (?:net|netto|neto)$/.test(plainText(name))) return true
  const at = name.search(/\b(?:incl|inkl|inclu(?:sive|ding|ant))\b/i)
  return at !== -1 && /fee|gebühr|frais|commission|kosten/i.test(name.slice(at))
}

const isSame = (one: MoneySource, other: MoneySource): boolean =>
  one.amount === other.amount && one.credit === other.credit && one.debit === other.debit

/** Fees with the sign of their amounts are taken off them, also where they are given back. */
function usualKinds({ amount }: MoneySource, { cells }: TableColumn): Fees[] {
  const charged = cells.flatMap((cell, row) =>
    /[1-9]/.test(cell) ? [{ fee: isMinus(cell), of: isMinus(amount?.cells[row] ?? '') }] : [],
  )
  const isSigned = charged.some(({ fee }) => fee)
  const isLikeAmounts = charged.every(({ fee, of }) => fee === of) && charged.some(({ fee }) => !fee)
  return isSigned && !isLikeAmounts
    ? ['added', 'deducted', 'included']
    : ['deducted', 'included', 'opposite', 'added']
}

const hasFees = ({ filled }: TableColumn): boolean => filled.some(cell => /[1-9]/.test(cell))

/** With each way to read the fees. Without any fee so far, one that appears later is an error, not ignored. */
export function withFees(layout: CsvLayout, fee: FeeColumn | null): CsvLayout[] {
  const [first, ...rest] = fee?.columns.map(({ at }) => at) ?? []
  if (fee === null || first === undefined) return [layout]
  const columns = { ...layout.columns, fee: rest.length === 0 ? first : [first, ...rest] }
  return fee.kinds.length === 0
    ? [{ ...layout, columns }]
    : fee.kinds.map(fees => ({ ...layout, columns, fees }))
}

export function feeDoubts(reading: MoneyReading, fee: FeeColumn | null): Doubt[] {
  const { source } = reading
  if (fee === null || fee.columns.every(column => isCheckedByBalances(column, reading))) return []
  const [other] = fee.others
  if (other !== undefined) {
    const reason = `"${other.name}" has fees too, and is not read; are they part of the amount?`
    return [{ at: 'fees', reason }]
  }
  if (fee.isCertain) return []
  const name = fee.columns[0]?.name ?? ''
  if (fee.broken !== null) {
    const { row, net } = fee.broken
    const reason = `in entry ${row + 1}, "${source.amount?.name}" and "${name}" do not make "${net.name}"; how is the fee taken off?`
    return [{ at: 'fees', reason }]
  }
  const reason = `is "${name}" taken off in addition to the amount, or is it part of it?`
  return [{ at: 'fees', reason }]
}

/** The way in which most rows make what is left, and the first row that does not. */
function feesByNet(
  { amount }: MoneySource,
  fee: TableColumn,
  columns: readonly TableColumn[],
  decimal: DecimalSign,
): { kind: Fees; broken: FeeColumn['broken'] } | null {
  const net = withRole(columns, 'net').find(column => column !== amount && column.kind === 'money')
  if (amount === undefined || net === undefined) return null
  const read = (column: TableColumn, row: number): string => {
    const money = readMoney(column.cells[row] ?? '', decimal)
    return money === null ? '0' : `${money.negative ? '-' : ''}${money.amount}`
  }
  const opposite = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)
  const brokenRows = (change: (fee: string) => string) =>
    amount.cells.flatMap((_, row) => {
      const sum = sumOf([read(amount, row), change(read(fee, row))])
      return amountKey(sum) === amountKey(read(net, row)) ? [] : [row]
    })
  const [added, deducted] = [brokenRows(each => each), brokenRows(opposite)]
  const [kind, rows]: [Fees, number[]] =
    added.length < deducted.length ? ['added', added] : ['deducted', deducted]
  const [row] = rows
  if (rows.length * 2 >= amount.cells.length) return null
  return { kind, broken: row === undefined ? null : { row, net } }
}
