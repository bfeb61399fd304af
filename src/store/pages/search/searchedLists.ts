/** The lists that can be searched, and what a search reads of their rows. */
import { createHash } from 'node:crypto'
import type { SiftedRow } from '../../../domain/search/sieve.ts'

export interface SearchedList {
  table: 'transactions' | 'bills'
  /** The table with the words of each row. */
  words: 'transaction_words' | 'bill_words'
  /** The function that finds ids by words. */
  find: 'transactions_with_words' | 'bills_with_words'
  /** Columns of `t` that are compared. */
  sifted: string
  amount: string
  due: string | null
}

const siftedColumns = (texts: readonly string[], iban: string, amount: string, due: string) =>
  `concat_ws(E'\\n', ${texts.map(name => `t.${name}`).join(', ')}) as texts, t.${iban} as iban,
   ${amount} as amount, ${due} as due`

export const searchedTransactions: SearchedList = {
  table: 'transactions',
  words: 'transaction_words',
  find: 'transactions_with_words',
  sifted: siftedColumns(
    ['counterparty_name', 'merchant_name', 'description', 'reference'],
    'counterparty_iban',
    't.amount',
    'null::date',
  ),
  amount: 't.amount',
  due: null,
}

export const searchedBills: SearchedList = {
  table: 'bills',
  words: 'bill_words',
  find: 'bills_with_words',
  sifted: siftedColumns(
    ['supplier_name', 'invoice_number', 'payment_reference'],
    'supplier_iban',
    't.total_amount',
    't.due_date',
  ),
  amount: 't.total_amount',
  due: 't.due_date',
}

export const searchedLists = [searchedTransactions, searchedBills] as const

/** A row as it is compared. */
export interface ComparedRow extends SiftedRow {
  id: string
}

/** What each word of a workspace begins with in the index. Two workspaces may share one: ids are checked as well. */
export const wordStart = (workspaceId: string): string =>
  `${createHash('sha256').update(workspaceId).digest('hex').slice(0, 10)} `
