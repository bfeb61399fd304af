/** What a payment provider takes off: columns before and after its fees, which prove each other. */
import { inUnits } from '../../../../../domain/money/decimal.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import { type TableColumn, withRole } from '../columns.ts'
import { type MoneySource, moneyIn } from './moneySource.ts'

type Fees = NonNullable<CsvLayout['fees']>

export interface Settlement {
  gross: MoneySource
  net: MoneySource
  fees: TableColumn[]
  kind: Exclude<Fees, 'included'>
  /** Fees make less of what is positive, so that it is money in; or more, so that it is money out; or neither. */
  positive: 'in' | 'out' | null
}

/** A signed amount for each row; null if a cell cannot be read. */
type Series = readonly bigint[]

const kinds = ['added', 'deducted', 'opposite'] as const
const columnsMax = 12
const feesMax = 6

/** Null unless fees and another amount follow from each other in every row. */
export function settlementIn(columns: readonly TableColumn[]): Settlement | null {
  const paid = withRole(columns, 'fee').filter(isCharged).slice(0, feesMax)
  if (paid.length === 0) return null
  const sources = sourcesIn(columns, paid)
  const sets = paid.length === 1 ? [paid] : [paid, ...paid.map(each => [each])]
  const series = seriesOf([...sources, ...paid.map(amount => ({ amount }))])
  if (series === null) return null
  const of = new Map(sources.map((source, at) => [source, series[at] ?? []]))
  const feeOf = new Map(paid.map((column, at) => [column, series[sources.length + at] ?? []]))
  for (const fees of sets) {
    const fee = sum(fees.map(column => feeOf.get(column) ?? []))
    for (const gross of sources) {
      for (const net of sources) {
        if (gross === net || isNet(gross) || isGross(net) || !isPaid(gross)) continue
        const found = kinds.find(kind => follows(kind, of.get(gross) ?? [], fee, of.get(net) ?? []))
        const positive = directionOf(of.get(gross) ?? [], of.get(net) ?? [])
        // A total may be the amount with the fee, or without it.
        const isNamed = isGross(gross) || isNet(net)
        if (found !== undefined && isNamed) return { gross, net, fees, kind: found, positive }
      }
    }
  }
  return null
}

const isCharged = ({ kind, filled }: TableColumn): boolean =>
  kind === 'money' && filled.some(cell => /[1-9]/.test(cell))

/** What a provider pays out is what is left. */
const netName =
  /\bnet\b|^(?:payout|auszahlung|uitbetaling|versement|pago|wyplata|udbetaling|utbetaling|utbetalning)\b/i
const isNet = ({ amount, credit }: MoneySource): boolean =>
  (amount ?? credit)?.roles.includes('net') === true || netName.test((amount ?? credit)?.name ?? '')
const isGross = ({ amount, credit }: MoneySource): boolean =>
  (amount ?? credit)?.roles.includes('gross') === true || /\bgross\b/i.test((amount ?? credit)?.name ?? '')

/** Sums of other columns may follow from each other by chance, so the name must say that it is an amount. */
const isPaid = ({ amount }: MoneySource): boolean =>
  amount === undefined ||
  (amount.filled.length === amount.cells.length &&
    (amount.roles.includes('amount') || amount.roles.includes('gross')))

/** Columns named as what was paid before columns named as any money; and pairs of debits and credits. */
function sourcesIn(columns: readonly TableColumn[], fees: readonly TableColumn[]): MoneySource[] {
  const single = columns.filter(
    ({ kind, name, roles, filled }) =>
      kind === 'money' &&
      name !== '' &&
      filled.some(cell => /[1-9]/.test(cell)) &&
      roles.every(role => ['amount', 'gross', 'net', 'credit', 'debit'].includes(role)),
  )
  const rank = ({ roles, exact }: TableColumn) =>
    (roles.includes('gross') ? 4 : roles.includes('amount') ? 2 : 0) + (exact ? 1 : 0)
  const usable = single.filter(column => !fees.includes(column)).sort((one, other) => rank(other) - rank(one))
  return [...usable.slice(0, columnsMax).map(amount => ({ amount })), ...pairsIn(columns)]
}

/** Debits and credits next to each other. */
function pairsIn(columns: readonly TableColumn[]): MoneySource[] {
  const sided = columns.filter(
    ({ kind, roles }) =>
      (kind === 'money' || kind === 'blank') && (roles.includes('credit') || roles.includes('debit')),
  )
  return sided.flatMap((one, index) => {
    const other = sided[index + 1]
    if (other === undefined || other.at !== one.at + 1) return []
    if (one.roles.includes('debit') && other.roles.includes('credit')) return [{ debit: one, credit: other }]
    return one.roles.includes('credit') && other.roles.includes('debit')
      ? [{ debit: other, credit: one }]
      : []
  })
}

/** In units of the smallest decimal place of all of them. */
function seriesOf(sources: readonly MoneySource[]): Series[] | null {
  const decimals: string[] = []
  const rows = Math.max(0, ...sources.map(({ amount, credit }) => (amount ?? credit)?.cells.length ?? 0))
  for (const { amount, credit, debit } of sources) {
    for (let row = 0; row < rows; row += 1) {
      const [one, less] = amount ? [amount.cells[row], ''] : [credit?.cells[row], debit?.cells[row]]
      const [plus, minus] = [decimalOf(one), decimalOf(less)]
      if (plus === null || minus === null) return null
      decimals.push(plus, minus)
    }
  }
  const { units } = inUnits(decimals)
  return sources.map((_, at) =>
    Array.from({ length: rows }, (__, row) => {
      const place = (at * rows + row) * 2
      return (units[place] ?? 0n) - (units[place + 1] ?? 0n)
    }),
  )
}

function decimalOf(cell: string | undefined): string | null {
  if (cell === undefined || cell === '') return '0'
  const money = moneyIn(cell)
  return money && `${money.negative ? '-' : ''}${money.amount}`
}

const sum = (all: readonly Series[]): Series =>
  (all[0] ?? []).map((_, row) => all.reduce((total, each) => total + (each[row] ?? 0n), 0n))

const size = (units: bigint): bigint => (units < 0n ? -units : units)

function follows(kind: Settlement['kind'], gross: Series, fee: Series, net: Series): boolean {
  return gross.every((before, row) => {
    const taken = fee[row] ?? 0n
    const change =
      kind === 'added' ? taken : kind === 'deducted' ? -taken : before < 0n ? size(taken) : -size(taken)
    return before + change === net[row]
  })
}

/** What the fees of the positive rows say. A bank's fee makes a payment dearer, a provider's makes it smaller. */
function directionOf(gross: Series, net: Series): Settlement['positive'] {
  const rows = gross.flatMap((before, row) => {
    const after = net[row] ?? 0n
    return before > 0n && before !== after ? [after < before] : []
  })
  if (rows.length === 0) return null
  if (rows.every(isLess => isLess)) return 'in'
  return rows.some(isLess => isLess) ? null : 'out'
}
