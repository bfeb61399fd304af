/** Rows in another order than the list's own. All of them are read first, so they must not be too many. */
import type { Bill } from '../../../contract/bills.ts'
import type { BillSort, TransactionSort } from '../../../contract/console/listWords.ts'
import type { Transaction } from '../../../contract/transactions.ts'
import { compareDecimals } from '../../../domain/money/compareDecimals.ts'
import type { BillFilters } from '../../../store/bills.ts'
import type { TransactionFilters } from '../../../store/transactions.ts'
import { requireCompany } from '../../companies.ts'
import { conflict } from '../../errors.ts'
import { billBatches, type ListCall, transactionBatches } from './batches.ts'

/** Pages that are read at most: a search may end many of them early. */
const batchesMax = 60

const names = new Intl.Collator('und', { sensitivity: 'base', numeric: true })
const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const transactionName = ({ merchantName, counterpartyName, description, reference }: Transaction) =>
  merchantName ?? counterpartyName ?? description ?? reference ?? ''

const transactionOrders: Record<TransactionSort, (a: Transaction, b: Transaction) => number> = {
  newest: () => 0,
  // Those without a date are the newest.
  oldest: (a, b) => compareTexts(a.bookingDate ?? '~', b.bookingDate ?? '~'),
  largest: (a, b) => compareDecimals(b.amount, a.amount),
  smallest: (a, b) => compareDecimals(a.amount, b.amount),
  name: (a, b) => names.compare(transactionName(a), transactionName(b)),
}

const billOrders: Record<BillSort, (a: Bill, b: Bill) => number> = {
  newest: () => 0,
  oldest: (a, b) => compareTexts(a.createdAt, b.createdAt),
  due: (a, b) => compareTexts(a.dueDate ?? '~', b.dueDate ?? '~'),
  largest: (a, b) => compareDecimals(b.totalAmount ?? '0', a.totalAmount ?? '0'),
  smallest: (a, b) => compareDecimals(a.totalAmount ?? '0', b.totalAmount ?? '0'),
  name: (a, b) => names.compare(a.supplierName ?? '', b.supplierName ?? ''),
}

type Given<Filters> = Filters & { updatedAfter?: string | undefined; companyId?: string | undefined }

export async function sortedTransactions(
  call: ListCall,
  filters: Given<TransactionFilters>,
  sort: TransactionSort,
  rowsMax: number,
): Promise<Transaction[]> {
  await requireCompany(call.db, call.workspaceId, filters.companyId)
  return (await collected(transactionBatches(call, filters), rowsMax)).sort(transactionOrders[sort])
}

export async function sortedBills(
  call: ListCall,
  filters: Given<BillFilters>,
  sort: BillSort,
  rowsMax: number,
): Promise<Bill[]> {
  await requireCompany(call.db, call.workspaceId, filters.companyId)
  return (await collected(billBatches(call, filters), rowsMax)).sort(billOrders[sort])
}

async function collected<Row>(batches: AsyncIterable<Row[]>, rowsMax: number): Promise<Row[]> {
  const rows: Row[] = []
  let count = 0
  for await (const batch of batches) {
    rows.push(...batch)
    count += 1
    if (rows.length > rowsMax || count > batchesMax) {
      throw conflict(
        'TOO_MANY_TO_SORT',
        `Only up to ${rowsMax.toLocaleString('en')} rows can be sorted. Narrow the list with a filter, or choose “Newest first”.`,
      )
    }
  }
  return rows
}
