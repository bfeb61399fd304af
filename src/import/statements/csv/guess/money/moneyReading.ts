/** A way to read the amounts of a table, and what proves it. */
import type { CsvLayout } from '../../csvLayout.ts'
import type { TableColumn } from '../columns.ts'
import type { KnownOwner } from '../guess.ts'
import type { TableShape } from '../tableShape.ts'
import type { MoneySource } from './moneySources.ts'
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
