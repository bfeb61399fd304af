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
  /** The same without the texts, which only a search needs. */
  siftedValues: string
  amount: string
  due: string | null
}

interface Sifted {
  texts: readonly string[]
  iban: string
  amount: string
  due: string
  own: string
}

function siftedColumns({ texts, iban, amount, due, own }: Sifted) {
  const values = `${amount} as amount, ${due} as due, t.currency, ${own} as own`
  return {
    sifted: `concat_ws(E'\\n', ${texts.map(name => `t.${name}`).join(', ')}) as texts, t.${iban} as iban, ${values}`,
    siftedValues: `'' as texts, null as iban, ${values}`,
  }
}

export const searchedTransactions: SearchedList = {
  table: 'transactions',
  words: 'transaction_words',
  find: 'transactions_with_words',
  ...siftedColumns({
    texts: ['counterparty_name', 'merchant_name', 'description', 'reference'],
    iban: 'counterparty_iban',
    amount: 't.amount',
    due: 'null::date',
    own: 't.own_transfer is not null',
  }),
  amount: 't.amount',
  due: null,
}

export const searchedBills: SearchedList = {
  table: 'bills',
  words: 'bill_words',
  find: 'bills_with_words',
  ...siftedColumns({
    texts: ['supplier_name', 'invoice_number', 'payment_reference'],
    iban: 'supplier_iban',
    amount: 't.total_amount',
    due: 't.due_date',
    own: 'false',
  }),
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
