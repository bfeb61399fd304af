/** Names of the lists' columns and orders. The console's pages use them too, so this file has no schemas. */
/** Transactions that can get a category at once. */
export const categorisedMax = 500

export const listNames = ['transactions', 'bills'] as const
export type ListName = (typeof listNames)[number]

export const transactionSorts = ['newest', 'oldest', 'largest', 'smallest', 'name'] as const
export type TransactionSort = (typeof transactionSorts)[number]

export const billSorts = ['newest', 'oldest', 'due', 'largest', 'smallest', 'name'] as const
export type BillSort = (typeof billSorts)[number]

export const transactionColumns = [
  'bookingDate',
  'counterparty',
  'description',
  'reference',
  'iban',
  'category',
  'account',
  'company',
  'status',
  'type',
  'valueDate',
  'amount',
  'currency',
  'id',
] as const
export type TransactionColumn = (typeof transactionColumns)[number]

export const billColumns = [
  'supplier',
  'invoiceNumber',
  'invoiceDate',
  'dueDate',
  'status',
  'company',
  'reference',
  'iban',
  'vat',
  'total',
  'currency',
  'createdAt',
  'id',
] as const
export type BillColumn = (typeof billColumns)[number]

/** Statuses of transactions whose money did not move, or came back. */
export const undoneStatuses = ['rejected', 'released', 'canceled'] as const
