/** The orders that an index has for a whole list. Names have none: their order depends on the language. */
import type { BillSort, TransactionSort } from '../../../contract/console/listWords.ts'
import type { SortOrder } from './sorted.ts'

/** The list's own order, from its end. Rows without a booking date are the newest. */
const oldestTransactions: SortOrder = {
  table: 'transactions',
  keys: [
    { sql: 'w.walk_day', type: 'integer' },
    { sql: 'w.walk_created', type: 'bigint' },
  ],
  descending: true,
  keyOf: null,
}

const largestTransactions: SortOrder = {
  table: 'transaction_words',
  keys: [{ sql: 'w.amount', type: 'numeric' }],
  descending: true,
  keyOf: ({ amount }) => amount ?? '0',
}

export const transactionOrders: Partial<Record<TransactionSort, SortOrder>> = {
  oldest: oldestTransactions,
  largest: largestTransactions,
  smallest: { ...largestTransactions, descending: false },
}

const largestBills: SortOrder = {
  table: 'bill_words',
  keys: [{ sql: 'coalesce(w.amount, 0)', type: 'numeric' }],
  descending: true,
  keyOf: ({ amount }) => amount ?? '0',
}

export const billOrders: Partial<Record<BillSort, SortOrder>> = {
  oldest: {
    table: 'bills',
    keys: [{ sql: 'w.walk_created', type: 'bigint' }],
    descending: true,
    keyOf: null,
  },
  due: {
    table: 'bill_words',
    keys: [{ sql: "coalesce(w.due, 'infinity'::date)", type: 'date' }],
    descending: false,
    keyOf: ({ due }) => due ?? 'infinity',
  },
  largest: largestBills,
  smallest: { ...largestBills, descending: false },
}
