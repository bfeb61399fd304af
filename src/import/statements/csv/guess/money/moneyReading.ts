/** A way to read the amounts of a table, and what proves it. */
import type { CsvLayout } from '../../csvLayout.ts'
import type { TableColumn } from '../columns.ts'
import type { KnownOwner } from '../guess.ts'
import type { TableShape } from '../tableShape.ts'
import type { MoneySource } from './moneySource.ts'
import type { Trial } from './trial.ts'

export interface MoneyTable {
  columns: readonly TableColumn[]
  shape: TableShape
  owner: KnownOwner
  /** Dates and the account, which are already known. */
  base: CsvLayout
}

export interface MoneyReading {
  source: MoneySource
  layout: CsvLayout
  balance: TableColumn | null
  trial: Trial
  proof: 'balances' | 'most balances' | 'totals' | null
}

/** The one with the best proof, if any has one. */
export function bestProven<Each>(
  all: readonly Each[],
  proofOf: (each: Each) => MoneyReading['proof'],
): Each | undefined {
  for (const proof of ['balances', 'totals', 'most balances'] as const) {
    const found = all.find(each => proofOf(each) === proof)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Whether what is proven covers this money: no balance is compared with the oldest row, so what only that row has is
 * not covered.
 */
export function isCheckedByBalances({ cells }: TableColumn, { proof, trial }: MoneyReading): boolean {
  if (proof === 'totals') return true
  if (proof !== 'balances') return false
  const rows = cells.flatMap((cell, row) => (/[1-9]/.test(cell) ? [row] : []))
  if (rows.length !== 1) return true
  const [first, last] = [trial.entries[0]?.bookingDate ?? '', trial.entries.at(-1)?.bookingDate ?? '']
  const isFirst = rows[0] === 0
  const isLast = rows[0] === cells.length - 1
  return !((isFirst && first <= last) || (isLast && last <= first))
}
