/** Whether fees in a column of their own are taken off in addition to the amounts. */
import { amountKey, sumOf } from '../../../../../domain/money/decimal.ts'
import { type DecimalSign, readMoney } from '../../cells/csvAmount.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import { type TableColumn, withRole } from '../columns.ts'
import type { Doubt } from '../guess.ts'
import type { MoneyReading } from './moneyReading.ts'
import type { MoneySource } from './moneySources.ts'

type Fees = NonNullable<CsvLayout['fees']>

export interface FeeColumn {
  column: TableColumn
  /** The ways to read it, the most likely first; none if the table has no fees so far. */
  kinds: Fees[]
  /** A column with the sum after fees shows it. */
  isCertain: boolean
  /** Other columns with fees, which are not read. */
  others: TableColumn[]
}

export function feeColumn(
  columns: readonly TableColumn[],
  source: MoneySource,
  decimal: DecimalSign,
): FeeColumn | null {
  const used = [source.amount, source.credit, source.debit]
  const isReadable = ({ filled }: TableColumn) => filled.every(cell => readMoney(cell, decimal) !== null)
  const found = withRole(columns, 'fee').filter(
    each =>
      (each.kind === 'money' || (each.kind === 'blank' && each.exact)) &&
      !used.includes(each) &&
      isReadable(each),
  )
  const column = found.find(hasFees) ?? found[0]
  if (column === undefined) return null
  const others = found.filter(each => each !== column && hasFees(each))
  const { filled } = column
  if (!hasFees(column)) return { column, kinds: [], isCertain: true, others }
  const byNet = feesByNet(source, column, columns, decimal)
  if (byNet !== null) return { column, kinds: [byNet], isCertain: true, others }
  const isSigned = filled.some(cell => /^\s*[-(]/.test(cell))
  const usual: Fees[] = isSigned ? ['added', 'deducted', 'included'] : ['deducted', 'included', 'added']
  // What is left after fees includes them.
  const isNet = source.amount?.roles.includes('net') ?? false
  const kinds: Fees[] = isNet ? ['included', ...usual.filter(kind => kind !== 'included')] : usual
  return { column, kinds, isCertain: false, others }
}

const hasFees = ({ filled }: TableColumn): boolean => filled.some(cell => /[1-9]/.test(cell))

/** With each way to read the fees. Without any fee so far, one that appears later is an error, not ignored. */
export function withFees(layout: CsvLayout, fee: FeeColumn | null): CsvLayout[] {
  if (fee === null) return [layout]
  const columns = { ...layout.columns, fee: fee.column.at }
  return fee.kinds.length === 0
    ? [{ ...layout, columns }]
    : fee.kinds.map(fees => ({ ...layout, columns, fees }))
}

export function feeDoubts({ proof }: MoneyReading, fee: FeeColumn | null): Doubt[] {
  if (fee === null || proof === 'balances' || proof === 'totals') return []
  const [other] = fee.others
  if (other !== undefined) {
    const reason = `"${other.name}" has fees too, and is not read; are they part of the amount?`
    return [{ at: 'fees', reason }]
  }
  if (fee.isCertain) return []
  const reason = `is "${fee.column.name}" taken off in addition to the amount, or is it part of it?`
  return [{ at: 'fees', reason }]
}

function feesByNet(
  { amount }: MoneySource,
  fee: TableColumn,
  columns: readonly TableColumn[],
  decimal: DecimalSign,
): Fees | null {
  const net = withRole(columns, 'net').find(column => column !== amount && column.kind === 'money')
  if (amount === undefined || net === undefined) return null
  const read = (column: TableColumn, row: number): string => {
    const money = readMoney(column.cells[row] ?? '', decimal)
    return money === null ? '0' : `${money.negative ? '-' : ''}${money.amount}`
  }
  const isSum = (change: (fee: string) => string) =>
    amount.cells.every((_, row) => {
      const sum = sumOf([read(amount, row), change(read(fee, row))])
      return amountKey(sum) === amountKey(read(net, row))
    })
  const opposite = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)
  if (isSum(decimal => decimal)) return 'added'
  return isSum(opposite) ? 'deducted' : null
}
