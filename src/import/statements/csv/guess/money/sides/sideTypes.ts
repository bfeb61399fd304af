/** The kind of each entry, such as Sale and Payment, says which way its money moved. */
import { sideOf } from '../../../cells/csvWords.ts'
import { plainText } from '../../../cells/plainText.ts'
import { type TableColumn, withRole } from '../../columns.ts'
import { isSigned, type MoneySource, moneyIn } from '../moneySource.ts'
import { directionIn } from './directionWords.ts'

const typesMax = 20

/** The kind of each entry says its direction, as in Sale and Payment. */
export function typeSide(source: MoneySource, side: TableColumn): MoneySource | null {
  if (side.distinct > typesMax || side.filled.length < side.cells.length) return null
  const words = { credit: new Set<string>(), debit: new Set<string>() }
  const hasReceipts = side.filled.some(cell => receipt.test(cell))
  let unknown = 0
  for (const cell of side.filled) {
    // Next to receipts, a payment is made and not received.
    const said = hasReceipts && /^payments?$/i.test(cell) ? 'debit' : saidBy(cell)
    if (said === null) unknown += 1
    else words[said].add(cell)
  }
  if (words.credit.size === 0 || words.debit.size === 0) return null
  const isLacking = isSigned(source.amount)
  // A transfer may go either way, and its row is an error until a person says which.
  if (unknown > 0 && (isLacking || !isMostlySaid(side, unknown))) return null
  if (isLacking && !areSignsLacking(source, side, words)) return null
  return {
    ...source,
    side,
    ...(isLacking && { areSignsLacking: true }),
    words: { credit: [...words.credit], debit: [...words.debit] },
    isSideUncertain: true,
  }
}

const receipt = /^receipts?$/i

/** In most rows, and of several kinds of transfers none says more. */
const isMostlySaid = ({ filled }: TableColumn, unknown: number): boolean =>
  unknown * 3 <= filled.length &&
  filled.every(cell => saidBy(cell) !== null || transfer.test(plainText(cell)))

const transfer = /^(?:transfers?|umbuchung|virement|transferencia|trasferimento|overboeking)$/

/** What the kind of an entry says about its side. */
export const saidBy = (cell: string): 'credit' | 'debit' | null =>
  (plainText(cell) === 'pos' ? null : sideOf(cell, undefined)) ?? directionOf(cell)

/**
 * Whether only some kinds of money out have a minus sign, such as withdrawals, and others have none, such as purchases of
 * shares. A kind that has both goes both ways.
 */
function areSignsLacking(
  { amount }: MoneySource,
  side: TableColumn,
  words: Record<'credit' | 'debit', ReadonlySet<string>>,
): boolean {
  const signs = new Map<string, Set<boolean>>()
  for (const [row, cell] of side.cells.entries()) {
    const money = moneyIn(amount?.cells[row] ?? '')
    if (money === null || !/[1-9]/.test(money.amount)) continue
    signs.set(cell, (signs.get(cell) ?? new Set()).add(money.negative))
  }
  const isOnly = (kind: string, negative: boolean) => {
    const found = signs.get(kind) ?? new Set([negative])
    return found.size === 1 && found.has(negative)
  }
  const out = [...words.debit]
  return (
    [...words.credit].every(kind => isOnly(kind, false)) &&
    out.every(kind => isOnly(kind, true) || isOnly(kind, false)) &&
    out.some(kind => isTrade(kind) && isOnly(kind, false))
  )
}

/** A purchase of shares, not of a card. */
const isTrade = (kind: string): boolean =>
  /(?:^| )(?:buy|bought|kauf|kop|kopt|acquisto|achat|compra)(?: |$)/.test(plainText(kind))

function directionOf(cell: string): 'credit' | 'debit' | null {
  const direction = directionIn(cell)
  if (direction === null)
    return receipt.test(cell) || /^payments?$|^(?:cash[ _-])?top[ _-]?up$/i.test(cell) ? 'credit' : null
  return direction === 'in' ? 'credit' : 'debit'
}

/** Whether the kinds of all entries say the opposite of their signs, as on a card with positive purchases. */
export function areKindsOpposite({ amount }: MoneySource, columns: readonly TableColumn[]): boolean {
  return withRole(columns, 'type').some(({ kind, cells }) => {
    const rows = cells.flatMap((cell, row) => {
      const money = moneyIn(amount?.cells[row] ?? '')
      const said = kind === 'text' ? directionOf(cell) : null
      return money === null || said === null
        ? []
        : [{ said, isOpposite: money.negative === (said === 'credit') }]
    })
    const isBoth = new Set(rows.map(({ said }) => said)).size === 2
    return isBoth && rows.every(({ isOpposite }) => isOpposite)
  })
}
