/** The rules every new workspace starts with: only undisputed ones, based on the bank's transaction type. */
import type { Transaction } from '../contract/transactions.ts'

export interface DefaultRule {
  /** The slug of the default category it assigns. */
  slug: string
  name: string
  type: NonNullable<Transaction['type']>
}

/**
 * There is no rule for "internal": banks use it for any transfer within the bank, also to somebody else.
 * Databases older than category rules got these from the migration that introduced them.
 */
export const defaultRules: readonly DefaultRule[] = [
  { slug: 'bank-fees', name: 'Fees of the bank', type: 'FeeDebit' },
  // A refund from the bank reduces the fees. Counted as a supplier refund, the fees would look higher than
  // they were.
  { slug: 'bank-fees', name: 'Fees that the bank gives back', type: 'FeeCredit' },
]
