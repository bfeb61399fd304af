/**
 * What every reader of bank statements gives, whatever the format: a stream of parts, in the order of the file, so that a
 * file of any size passes through constant memory. Money is a decimal string as the file has it, with a point and
 * without a sign; dates are YYYY-MM-DD; instants are canonical UTC, or a date where the file has no time.
 */
import type { transactionTypes } from '../../contract/transactions.ts'
import type { Problem } from '../files/problem.ts'

export type StatementPart =
  | { kind: 'statement'; statement: StatementHead }
  | { kind: 'entry'; entry: Entry }
  | { kind: 'balance'; balance: Balance }
  /** The statement ends here; entries and balances of another one follow. */
  | { kind: 'end' }
  | { kind: 'problem'; problem: Problem }

/** A reader takes the bytes in pieces of any size, already decoded to text. */
export type StatementReader = (text: AsyncIterable<string>) => AsyncGenerator<StatementPart, void, undefined>

export interface StatementHead {
  /** A full statement of booked entries (camt.053, MT940), an interim report (camt.052, MT942), or notices alone (camt.054). */
  scope: 'statement' | 'report' | 'notice'
  /** As the bank names it: its id and its number among the account's statements. */
  id: string | null
  number: string | null
  account: AccountRef
  /** The period that it covers, where it says so. */
  from: string | null
  to: string | null
  line: number
}

export interface AccountRef {
  /** Normalised and valid, or null. */
  iban: string | null
  /** The account's number in the bank's own way, where there is no IBAN. */
  otherId: string | null
  /** Bank code of that number, such as a BLZ or a routing number. */
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
  side: 'credit' | 'debit'
  currency: string
  /** The day at whose start (opening) or end (the others) it holds, or an instant. */
  at: string | null
}

export interface Entry {
  amount: string
  currency: string
  /** The direction that the money really moved: a reversed credit is a debit. */
  side: 'credit' | 'debit'
  status: 'booked' | 'pending'
  reversal: boolean
  bookingDate: string | null
  valueDate: string | null
  type: (typeof transactionTypes)[number]
  /** The bank's label. */
  description: string | null
  /** Structured creditor reference, else the remittance information. */
  reference: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  /** The bank's own reference of the entry; null where it has none, or a blank such as NONREF. */
  bankReference: string | null
  /** The reference that the payer gave; null where it is NOTPROVIDED. */
  endToEndId: string | null
  /** What was paid in another currency, and the charges that are in the amount. */
  originalAmount: { amount: string; currency: string } | null
  charges: { amount: string; currency: string; side: 'credit' | 'debit' }[]
  /**
   * Where a batch is broken into its transactions: which part of how many, the bank's reference of the batch, and the
   * amount and direction of the whole, as the account's balance has it.
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
