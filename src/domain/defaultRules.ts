/** The rules that every new workspace starts with: only what nobody disputes, by the type that the bank gave. */
import type { Transaction } from '../contract/transactions.ts'

export interface DefaultRule {
  /** Of the default category that it gives. */
  slug: string
  name: string
  type: NonNullable<Transaction['type']>
}

/**
 * What banks call internal is a transfer within the bank, maybe to somebody else: no rule can tell that from here.
 * Stores from before there were rules got the same ones with the migration that brought them.
 */
export const defaultRules: readonly DefaultRule[] = [
  { slug: 'bank-fees', name: 'Fees of the bank', type: 'FeeDebit' },
  // What comes back makes the fees less; as a refund of suppliers they would seem to be more than they were.
  { slug: 'bank-fees', name: 'Fees that the bank gives back', type: 'FeeCredit' },
]
