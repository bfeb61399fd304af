/** Fees of trades: the quantity and the price of each say whether the amount includes them. */
import { difference, isZero, magnitude, product, rounded } from '../../../../../domain/money/decimal.ts'
import { plainText } from '../../cells/plainText.ts'
import type { TableColumn } from '../columns.ts'
import { type MoneySource, moneyIn } from './moneySources.ts'

const quantityName =
  /^(?:exchange )?(?:quantity|qty|shares|units|menge|stuck|anzahl|aantal|quantite|cantidad|quantita)$/
const priceName =
  /^(?:(?:share )?price|price per (?:share|unit)|preis|kurs|koers|cours|precio|prezzo)(?: usd| eur| gbp| chf| cad)?$/
const cellLengthMax = 40
const places = 2

/** Whether all trades with a fee have an amount that is the price with the fee. Null if no trade shows it. */
export function areTradesAfterFees(
  { amount }: MoneySource,
  fee: TableColumn,
  columns: readonly TableColumn[],
): boolean | null {
  const quantity = columns.find(({ name }) => quantityName.test(plainText(name)))
  const price = columns.find(({ name }) => priceName.test(plainText(name)))
  if (amount === undefined || quantity === undefined || price === undefined) return null
  const of = (column: TableColumn, row: number) => sizeOf(column.cells[row])
  const shown = fee.cells.flatMap((_, row) => {
    const [paid, charged, count, each] = [of(amount, row), of(fee, row), of(quantity, row), of(price, row)]
    if (paid === null || charged === null || count === null || each === null || isZero(charged)) return []
    const apart = magnitude(difference(paid, rounded(product(count, each), places)))
    if (isZero(apart)) return [false]
    return isZero(difference(apart, charged)) ? [true] : []
  })
  if (shown.length === 0) return null
  return shown.every(isAfter => isAfter)
}

function sizeOf(cell: string | undefined): string | null {
  if (cell === undefined || cell === '' || cell.length > cellLengthMax) return null
  return moneyIn(cell)?.amount ?? null
}
