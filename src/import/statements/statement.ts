/**
 * What every statement reader returns, whatever the format: a stream of parts in file order, so that files
 * of any size can be read in constant memory. Money is a decimal string as in the file, with a point and
 * without a sign; dates are YYYY-MM-DD; instants are canonical UTC, or a date if the file has no time.
 */
import type { transactionTypes } from '../../contract/transactions.ts'
import type { Problem } from '../files/problem.ts'

export type StatementPart =
  | { kind: 'statement'; statement: StatementHead }
  | { kind: 'entry'; entry: Entry }
  | { kind: 'balance'; balance: Balance }
  /** The statement ends here; parts of another one may follow. */
  | { kind: 'end' }
  | { kind: 'problem'; problem: Problem }

/**
 * The code of ISO 4217 for no currency, in entries and balances of a statement that states none. The account
 * has one.
 */
export const unknownCurrency = 'XXX'

/** Takes decoded text in pieces of any size. */
export type StatementReader = (text: AsyncIterable<string>) => AsyncGenerator<StatementPart, void, undefined>

export interface StatementHead {
  /**
   * A full statement of booked entries (camt.053, MT940), an interim report (camt.052, MT942), or only
   * notices (camt.054).
   */
  scope: 'statement' | 'report' | 'notice'
  /** The bank's id of the statement, and its number among the account's statements. */
  id: string | null
  number: string | null
  account: AccountRef
  /** The period it covers, if stated. */
  from: string | null
  to: string | null
  line: number
}

export interface AccountRef {
  /** Normalised and valid, or null. */
  iban: string | null
  /** The account number in the bank's own format, if there is no IBAN. */
  otherId: string | null
  /** The bank code for that number, such as a BLZ or a routing number. */
  bankCode: string | null
  bic: string | null
  bankName: string | null
  ownerName: string | null
  currency: string | null
}

export interface Balance {
  kind: 'opening' | 'closing' | 'available' | 'forward'
  /** Unsigned. */
  amount: string
  /** As written, if the amount was rounded. */
  written?: string
  side: 'credit' | 'debit'
  currency: string
  /** The day at whose start (opening) or end (the others) it applies, or an instant. */
  at: string | null
}

export interface Entry {
  amount: string
  currency: string
  /** The direction in which the money actually moved: a reversed credit is a debit. */
  side: 'credit' | 'debit'
  status: 'booked' | 'pending'
  reversal: boolean
  bookingDate: string | null
  valueDate: string | null
  type: (typeof transactionTypes)[number]
  /** The bank's label. */
  description: string | null
  /** The structured creditor reference, or else the remittance information. */
  reference: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  /** The bank's reference for the entry; null if it has none or a placeholder such as NONREF. */
  bankReference: string | null
  /** The payer's reference; null if it is NOTPROVIDED. */
  endToEndId: string | null
  /** The amount paid in another currency, and the charges included in the amount. */
  originalAmount: { amount: string; currency: string } | null
  charges: { amount: string; currency: string; side: 'credit' | 'debit' }[]
  /**
   * Set if a batch was broken into its transactions: which part of how many, the bank's reference of the
   * batch, and the amount and direction of the whole, as it is in the account's balance.
   */
  batch: {
    part: number
    parts: number
    reference: string | null
    total: string
    totalSide: 'credit' | 'debit'
  } | null
  line: number
}
