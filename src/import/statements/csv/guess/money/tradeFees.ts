/** Fees of trades: the quantity and the price of each say whether the amount includes them. */
import {
  difference,
  isPositive,
  isZero,
  magnitude,
  product,
  rounded,
  sumOf,
} from '../../../../../domain/money/decimal.ts'
import { plainText } from '../../cells/plainText.ts'
import type { TableColumn } from '../columns.ts'
import { type MoneySource, moneyIn } from './moneySource.ts'

const quantityName =
  /^(?:exchange )?(?:quantity|qty|shares|units|menge|stuck|anzahl|aantal|quantite|cantidad|quantita)$/
const priceName =
  /^(?:(?:share )?price|price per (?:share|unit)|rate|preis|kurs|koers|cours|precio|prezzo)(?: usd| eur| gbp| chf| cad)?$/
const cellLengthMax = 40
const places = 2

/** Whether all trades with a fee have an amount that is the price with the fee. Null if no trade shows it. */
export function areTradesAfterFees(
  source: MoneySource,
  fee: TableColumn,
  columns: readonly TableColumn[],
): boolean | null {
  const quantity = columns.find(({ name }) => quantityName.test(plainText(name)))
  const price = columns.find(({ name }) => priceName.test(plainText(name)))
  if (quantity === undefined || price === undefined) return null
  const of = (column: TableColumn, row: number) => sizeOf(column.cells[row])
  const shown = fee.cells.flatMap((_, row) => {
    const [charged, count, each] = [of(fee, row), of(quantity, row), of(price, row)]
    const paid = paidIn(source, row)
    if (paid === null || charged === null || count === null || each === null || isZero(charged)) return []
    const apart = magnitude(difference(paid, rounded(product(count, each), places)))
    const isAfter = whichIs(apart, charged, lostDigits(count, each))
    return isAfter === null ? [] : [isAfter]
  })
  if (shown.length === 0) return null
  return shown.every(isAfter => isAfter)
}

/** In the amount, or in the column of debits or credits that has one. */
function paidIn({ amount, debit, credit }: MoneySource, row: number): string | null {
  if (amount !== undefined) return sizeOf(amount.cells[row])
  const both = [debit, credit].map(column => sizeOf(column?.cells[row]))
  return both.find(each => each !== null && !isZero(each)) ?? null
}

/** Whether price and amount are a fee apart or the same, as far as the digits of the price can say. */
function whichIs(apart: string, charged: string, lost: string): boolean | null {
  if (isZero(apart)) return false
  const rest = magnitude(difference(apart, charged))
  if (isZero(rest)) return true
  const isWithin = (each: string) => !isPositive(difference(each, lost))
  if (!isPositive(difference(charged, product(lost, '2')))) return null
  if (isWithin(rest)) return true
  return isWithin(apart) ? false : null
}

/** What a price that is rounded may be off for all that was bought. */
function lostDigits(count: string, each: string): string {
  const digits = each.split('.')[1]?.length ?? 0
  return sumOf([product(count, `0.${'0'.repeat(digits)}5`), '0.01'])
}

function sizeOf(cell: string | undefined): string | null {
  if (cell === undefined || cell === '' || cell.length > cellLengthMax) return null
  return moneyIn(cell)?.amount ?? null
}
